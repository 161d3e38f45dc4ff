//! What a language has to say: one struct, so that a table that lacks a phrase does not compile.

/// Declares the phrases once: as fields, and as a list for tests.
macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// `{…}` is filled in with a value.
        #[derive(Debug)]
        pub struct Phrases {
            $($(#[$doc])* pub $name: &'static str,)*
            /// What explanations call their sums, by the English words; those that are missing are
            /// shown as sums alone.
            pub sums: &'static [(&'static str, &'static str)],
        }

        impl Phrases {
            /// All of them with their names.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name),)*]
            }
        }
    };
}

phrases! {
    // What it is.
    invoice,
    credit_note,
    draft,
    preview,
    void,
    statement,
    // Where it stands.
    open,
    overdue,
    paid,
    settled,
    // The answer.
    amount_due,
    amount_so_far,
    amount_credited,
    nothing_to_pay,
    due_on,
    was_due_on,
    paid_on,
    paid_of,
    covered_by_credits,
    credited_on,
    draft_may_change,
    preview_not_issued,
    void_since,
    void_by_credit_note,
    // Who.
    from,
    bill_to,
    delivered_to,
    vat_id,
    contact,
    // Details.
    number,
    issue_date,
    due_date,
    service_period,
    corrects,
    replaced_by,
    // The table.
    description,
    quantity,
    unit_price,
    amount,
    amount_in,
    why,
    unused_time,
    corrects_number,
    share_of_days,
    one_time,
    subscription,
    group_subtotal,
    // Totals.
    subtotal,
    discounts,
    tax_of,
    credit,
    credit_named,
    total,
    balance,
    payment_on,
    off_what_is_due,
    refund_of,
    back_to_credit,
    new_credit,
    // How money came.
    wire,
    ach,
    check,
    cash,
    card,
    other_payment,
    paid_by_credit,
    paid_by_credit_note,
    // Beneath.
    how_to_pay,
    notes,
    was_refunded,
    reverse_charge,
    questions,
    page_of,
    // Sums.
    is_rounded_to,
    smaller_of,
    larger_of,
    and,
    days_of,
    // A statement.
    opening_balance,
    closing_balance,
    date,
    document,
    charged,
    received,
    refund,
    credit_granted,
    nothing_happened,
    // Pages.
    download_pdf,
    print_page,
    expired_title,
    expired_text,
    expired_ask,
    made_with,
}

/// A phrase with its gaps filled, each by its name; what fills one is never searched again.
pub fn filled(phrase: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(phrase.len() + 16);
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, beyond)) = after.split_once('}') else { break };
        text.push_str(before);
        let value = values.iter().find(|(known, _)| *known == name);
        text.push_str(value.map_or("", |(_, value)| value));
        rest = beyond;
    }
    text.push_str(rest);
    text
}

/// The names of the gaps, sorted.
#[cfg(test)]
pub(super) fn holes(phrase: &str) -> Vec<&str> {
    let parts = phrase.split('{').skip(1);
    let mut names: Vec<_> = parts.filter_map(|part| part.split('}').next()).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn gaps_are_filled_once() {
        assert_eq!(filled("{a} of {b}", &[("a", "{b}"), ("b", "2")]), "{b} of 2");
        assert_eq!(filled("plain {", &[]), "plain {");
    }
}
