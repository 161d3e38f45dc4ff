//! The verbs of a timeline, on one screen. A new one is a line here and an action.

use crate::action::Action;
use crate::parse::Words;

mod change;
mod charge;
mod credit;
mod entitle;
mod family;
mod life;
mod subscribe;
mod usage;

pub(crate) use entitle::right;

/// How a verb is written and read.
pub struct Verb {
    pub name: &'static str,
    pub usage: &'static str,
    pub read: fn(&Words) -> Result<Action, String>,
}

/// Every verb.
pub const VERBS: &[Verb] = &[
    Verb { name: "advance", usage: "advance", read: |words| bare(words, Action::Advance) },
    Verb { name: "catch-up", usage: "catch-up", read: |words| bare(words, Action::CatchUp) },
    Verb {
        name: "subscribe",
        usage: "subscribe <customer> to <pricing> [x<n>] [+ …] as <name>, <option>, …",
        read: subscribe::read,
    },
    Verb {
        name: "grant",
        usage: "grant <customer> <amount> <currency> | <n> units of <item>, until <date>, for …",
        read: credit::grant,
    },
    Verb { name: "revoke", usage: "revoke <credit>", read: |w| Ok(Action::Revoke(w.one()?)) },
    Verb {
        name: "consume",
        usage: "consume <customer> <amount> <currency> | <n> units of <item>, for …, of <credit>",
        read: credit::consume,
    },
    Verb {
        name: "finalize",
        usage: "finalize <invoice>",
        read: |w| Ok(Action::Finalize(w.one()?)),
    },
    Verb { name: "void", usage: "void <invoice> | <event> of <customer>", read: usage::void },
    Verb {
        name: "use",
        usage: "use <customer> <item> [<units> [<property>]] as <event>, at <date>, …",
        read: usage::read,
    },
    Verb {
        name: "amend",
        usage: "amend <event> of <customer> to [<units> [<property>]], at <date>, …",
        read: usage::amend,
    },
    Verb {
        name: "add",
        usage: "add <object> of <customer> to <item>, at <date>, <property> <value>, …",
        read: usage::add,
    },
    Verb {
        name: "alter",
        usage: "alter <object> of <customer>, at <date>, <property> <value>, …",
        read: usage::alter,
    },
    Verb { name: "remove", usage: "remove <object> of <customer>, at <date>", read: usage::remove },
    Verb { name: "reissue", usage: "reissue <invoice>", read: |w| Ok(Action::Reissue(w.one()?)) },
    Verb { name: "pay", usage: "pay <invoice> [<amount> [<currency>]] [on <date>]", read: pay },
    Verb { name: "postpone", usage: "postpone <invoice> to <date>", read: postpone },
    Verb { name: "retry", usage: "retry <subscription>", read: |w| Ok(Action::Retry(w.one()?)) },
    Verb {
        name: "set",
        usage: "set <subscription>, due <n> days, minimum <amount>, [not] parent-billed",
        read: set,
    },
    Verb { name: "move", usage: "move <customer> under <parent> | nobody", read: family::read },
    Verb {
        name: "rollup",
        usage: "rollup <customer>, every <term>, from <date>, until <date>, … | off",
        read: family::rollup,
    },
    Verb { name: "extend", usage: "extend <subscription> to <date>", read: life::extend },
    Verb {
        name: "pause",
        usage: "pause <subscription>, keep drafts | void, until <date>",
        read: life::pause,
    },
    Verb { name: "resume", usage: "resume <subscription>", read: |w| Ok(Action::Resume(w.one()?)) },
    Verb { name: "bill", usage: "bill next <subscription>", read: life::bill },
    Verb {
        name: "charge",
        usage: "charge <customer> <pricing> | <amount> <currency> [x<n>] [+ …], next, on <date>, …",
        read: charge::read,
    },
    Verb {
        name: "entitle",
        usage: "entitle <customer> | <subscription> <key> <value>, … | nothing",
        read: entitle::read,
    },
    Verb { name: "drop", usage: "drop <charge>", read: |w| Ok(Action::Drop(w.one()?)) },
    Verb {
        name: "start-managing",
        usage: "start-managing <customer>",
        read: |w| Ok(Action::StartManaging(w.one()?)),
    },
    Verb {
        name: "change",
        usage: "change <subscription> [to <pricing> [x<n>] + …] [now | on <date> | at …], …",
        read: change::change,
    },
    Verb {
        name: "cancel",
        usage: "cancel <subscription> [now | on <date> | at period end | at renewal], …",
        read: change::cancel,
    },
    Verb { name: "undo", usage: "undo change|cancel <subscription>", read: change::undo },
    Verb { name: "explain", usage: "explain <invoice>", read: |w| Ok(Action::Explain(w.one()?)) },
    Verb { name: "show", usage: "show <name>", read: |words| Ok(Action::Show(words.one()?)) },
];

fn bare(words: &Words, action: Action) -> Result<Action, String> {
    match words.head.is_empty() && words.options.is_empty() {
        true => Ok(action),
        false => Err("nothing may follow".to_owned()),
    }
}

fn pay(words: &Words) -> Result<Action, String> {
    let (rest, on) = match words.head.as_slice() {
        [rest @ .., "on", date] => (rest, Some(words.date(date)?)),
        rest => (rest, None),
    };
    let (invoice, amount) = match rest {
        [invoice] => (invoice, None),
        [invoice, value] => (invoice, Some(words.amount(value, None)?)),
        [invoice, value, code] => (invoice, Some(words.amount(value, Some(code))?)),
        _ => return Err("unclear".to_owned()),
    };
    Ok(Action::Pay { invoice: (*invoice).to_owned(), amount, on })
}

fn postpone(words: &Words) -> Result<Action, String> {
    let [invoice, "to", date] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    Ok(Action::Postpone { invoice: (*invoice).to_owned(), to: words.date(date)? })
}

fn set(words: &Words) -> Result<Action, String> {
    let [subscription] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    let (mut due_days, mut minimum, mut parent_billed) = (None, None, None);
    for option in &words.options {
        match option.as_slice() {
            ["due", days, "days"] => {
                due_days = Some(days.parse().map_err(|_| "no count".to_owned())?);
            }
            ["minimum", value] => minimum = Some(Some(words.amount(value, None)?)),
            ["no", "minimum"] => minimum = Some(None),
            ["parent-billed"] => parent_billed = Some(true),
            ["not", "parent-billed"] => parent_billed = Some(false),
            other => return Err(format!("{other:?} is no option")),
        }
    }
    let subscription = (*subscription).to_owned();
    Ok(Action::Set { subscription, due_days, minimum, parent_billed })
}
