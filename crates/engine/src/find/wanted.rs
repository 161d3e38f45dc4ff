//! What the value of a filter asks for.

use money::{Ratio, Rounding};
use records::Moment;
use serde_json::Value;
use store::find::{Comparison, Match, Wanted};
use store::label::Label;

/// What a filter's value asks for; nothing where it asks for nothing.
pub(super) fn wanted(matches: Match, value: &Value) -> Option<(Match, Wanted)> {
    let text = value.as_str().unwrap_or_default().to_owned();
    let wanted = match matches {
        Match::Search | Match::Note | Match::OwnerSearch(_) | Match::CustomerSearch
            if text.trim().is_empty() =>
        {
            return None;
        }
        Match::Id
        | Match::Text(_)
        | Match::Folded(_)
        | Match::LinesOf(..)
        | Match::Payer
        | Match::Search
        | Match::Note
        | Match::OwnerSearch(_)
        | Match::CustomerSearch => Wanted::Text(text),
        Match::Word(_) | Match::Status(..) | Match::Dunned => Wanted::Text(text.to_uppercase()),
        Match::TextSet(_) | Match::Catalog(_) => set(value, str::to_owned),
        Match::WordSet(_) | Match::StatusSet(..) | Match::DunnedSet => {
            set(value, str::to_uppercase)
        }
        Match::Flag(_)
        | Match::Unless(_)
        | Match::Seen(_)
        | Match::NotBefore(_)
        | Match::NonZero(_)
        | Match::LabelFlag(_) => Wanted::Flag(value.as_bool()?),
        Match::Number(_) => compare(value, number),
        Match::Date(_) => compare(value, date),
        Match::Label(property) => Wanted::Labels(vec![Label::new(property, &text)]),
        Match::LabelWord(property) => {
            Wanted::Labels(vec![Label::new(property, &text.to_uppercase())])
        }
        Match::Metadata => metadata(value),
        Match::LabelSet(property) => return Some(label_set(matches, property, value)),
    };
    Some((matches, wanted))
}

/// `{condition, values}` or a bare array.
fn set(value: &Value, spell: impl Fn(&str) -> String) -> Wanted {
    let (all, values) = condition(value);
    match values.is_empty() {
        true => Wanted::Nothing,
        false => {
            let values = values.into_iter().map(spell).collect();
            if all { Wanted::All(values) } else { Wanted::Any(values) }
        }
    }
}

fn label_set(matches: Match, property: &'static str, value: &Value) -> (Match, Wanted) {
    let (all, values) = condition(value);
    if values.is_empty() {
        return (matches, Wanted::Nothing);
    }
    let labels = values.into_iter().map(|text| Label::new(property, text)).collect();
    // A single property must have all of its labels, a set any of them.
    let matches = if all { Match::Label(property) } else { matches };
    (matches, Wanted::Labels(labels))
}

fn condition(value: &Value) -> (bool, Vec<&str>) {
    let list = value.as_array().or_else(|| value["values"].as_array());
    let texts = list.into_iter().flatten().filter_map(Value::as_str).collect();
    (value["condition"].as_str() == Some("AND"), texts)
}

fn metadata(value: &Value) -> Wanted {
    let entries = value.as_object().into_iter().flatten();
    Wanted::Labels(entries.map(|(k, v)| store::label::of_metadata(k, v)).collect())
}

/// Whole numbers that say the same as a comparison with any number.
type Whole = Option<Vec<(Comparison, i64)>>;

fn compare(value: &Value, whole: impl Fn(Comparison, &Value) -> Whole) -> Wanted {
    let operators = [
        ("eq", Comparison::Eq),
        ("gt", Comparison::Gt),
        ("gte", Comparison::Gte),
        ("lt", Comparison::Lt),
        ("lte", Comparison::Lte),
    ];
    let mut all = Vec::new();
    for (name, comparison) in operators {
        match value.get(name) {
            None | Some(Value::Null) => {}
            Some(operand) => match whole(comparison, operand) {
                Some(parts) => all.extend(parts),
                None => return Wanted::Nothing,
            },
        }
    }
    Wanted::Compare(all)
}

fn date(comparison: Comparison, operand: &Value) -> Whole {
    let at = Moment::parse(operand.as_str()?)?;
    Some(vec![(comparison, at.micros())])
}

/// A fraction or a number beyond 64 bits is put as a bound between whole ones.
fn number(comparison: Comparison, operand: &Value) -> Whole {
    let exact: Ratio = operand.to_string().parse().ok()?;
    let rounding = match comparison {
        Comparison::Gt | Comparison::Lte => Rounding::Floor,
        Comparison::Gte | Comparison::Lt => Rounding::Ceiling,
        Comparison::Eq if !exact.is_integer() => return None,
        Comparison::Eq => Rounding::Floor,
    };
    match exact.to_whole(rounding).to_i64() {
        Some(whole) => Some(vec![(comparison, whole)]),
        None => {
            let above = matches!(comparison, Comparison::Lt | Comparison::Lte);
            // Beyond everything that can be stored: true for all or for none.
            (above != exact.is_negative() && comparison != Comparison::Eq).then(Vec::new)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use store::find::{Catalog, Match};

    use super::wanted;

    fn asked(matches: Match, value: &Value) -> String {
        match wanted(matches, value) {
            Some((_, wanted)) => format!("{wanted:?}"),
            None => "nothing is asked".to_owned(),
        }
    }

    #[test]
    fn words_are_asked_in_any_letter_case() {
        let both = json!({ "condition": "AND", "values": ["Paid", "overdue"] });
        for (matches, value, expected) in [
            (Match::Dunned, json!("overDue"), r#"Text("OVERDUE")"#),
            (Match::Status("status", "ACTIVE"), json!("unpaid"), r#"Text("UNPAID")"#),
            (Match::DunnedSet, json!(["void"]), r#"Any(["VOID"])"#),
            (Match::StatusSet("status", "ACTIVE"), json!(["ended"]), r#"Any(["ENDED"])"#),
            (Match::DunnedSet, both, r#"All(["PAID", "OVERDUE"])"#),
            (Match::DunnedSet, json!([]), "Nothing"),
        ] {
            assert_eq!(asked(matches, &value), expected, "{matches:?}");
        }
    }

    #[test]
    fn texts_are_asked_as_they_are() {
        for matches in [Match::Id, Match::Payer, Match::Folded("number"), Match::CustomerSearch] {
            assert_eq!(asked(matches, &json!("aB ")), r#"Text("aB ")"#, "{matches:?}");
        }
        let tags = Match::Catalog(Catalog::TaggedProducts);
        assert_eq!(asked(tags, &json!({ "values": ["aB"] })), r#"Any(["aB"])"#);
        assert_eq!(asked(Match::CustomerSearch, &json!("  ")), "nothing is asked");
    }

    #[test]
    fn flags_are_asked_either_way() {
        for matches in [
            Match::Unless("auto_renews = 0"),
            Match::Seen("auto_charges = 1"),
            Match::NotBefore("past_due_at"),
            Match::NonZero("total"),
        ] {
            assert_eq!(asked(matches, &json!(true)), "Flag(true)", "{matches:?}");
            assert_eq!(asked(matches, &json!(false)), "Flag(false)", "{matches:?}");
        }
    }
}
