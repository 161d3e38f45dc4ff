//! Which credit pays how much of an invoice, counted anew from what happened: purses of money, one
//! after the other, over heaps of lines. What happened is told by the core; what it comes to, not.

use billing::credit::{Credit, Origin};
use billing::fact::{CreditFact, Fact, InvoiceFact};
use billing::id::CreditHandle;
use billing::invoice::{Invoice, Line, Role};
use calendar::Timestamp;

/// So many invoices credits paid just as the model says.
pub fn hold(facts: &[Fact]) -> Result<u32, String> {
    let (mut purses, mut held) = (Vec::new(), 0);
    for (place, fact) in facts.iter().enumerate() {
        match fact {
            Fact::Invoice { fact: InvoiceFact::Finalized(invoice), .. } => {
                let found = paid(facts.get(place + 1..).unwrap_or_default(), invoice);
                held += compare(&purses, invoice, &found)?;
            }
            Fact::Credit { fact: CreditFact::Issued { credit, .. }, .. } => {
                purses.extend(Purse::of(credit));
            }
            Fact::Credit { credit, at, fact } => {
                let purse = purses.iter_mut().find(|purse| purse.credit.id == *credit);
                let moved = purse.map_or(Ok(()), |purse| purse.tell(fact, *at));
                moved.map_err(|wrong| format!("credit {credit} {wrong}"))?;
            }
            Fact::Invoice { .. } | Fact::Subscription { .. } | Fact::OneTime { .. } => {}
        }
    }
    Ok(held)
}

/// What credits paid of an invoice by the facts behind its own.
fn paid(facts: &[Fact], invoice: &Invoice) -> Vec<(CreditHandle, i128)> {
    let of_credits = facts.iter().map_while(|fact| match fact {
        Fact::Credit { credit, fact, .. } => Some((credit, fact)),
        Fact::Invoice { .. } | Fact::Subscription { .. } | Fact::OneTime { .. } => None,
    });
    let applied = of_credits.filter_map(|(credit, fact)| match fact {
        CreditFact::Applied { invoice: of, value, .. } if *of == invoice.id => {
            Some((credit.clone(), value.money()?.minor.into()))
        }
        _ => None,
    });
    applied.collect()
}

fn compare(
    purses: &[Purse],
    invoice: &Invoice,
    found: &[(CreditHandle, i128)],
) -> Result<u32, String> {
    let Some(wanted) = wanted(purses, invoice) else { return Ok(0) };
    match found == wanted {
        true => Ok(u32::from(!found.is_empty())),
        false => Err(format!("credits of {}: wanted\n{wanted:?}\nfound\n{found:?}", invoice.id)),
    }
}

/// A credit of money and what is left of it, in minor units.
struct Purse {
    credit: Credit,
    left: i128,
}

impl Purse {
    fn of(credit: &Credit) -> Option<Purse> {
        let left = credit.issued.money()?.minor.into();
        Some(Purse { credit: Credit::clone(credit), left })
    }

    fn tell(&mut self, fact: &CreditFact, at: Timestamp) -> Result<(), &'static str> {
        let (value, adds) = match fact {
            CreditFact::Issued { .. } => return Err("is issued twice"),
            CreditFact::Restored { value, expires, .. } => {
                self.credit.expires = *expires;
                (value, true)
            }
            CreditFact::Expired { value } => {
                if self.credit.expires.is_none_or(|expires| at < expires) {
                    return Err("lapses before its time");
                }
                if value.number().to_i64().map(i128::from) != Some(self.left) {
                    return Err("lapses with something left");
                }
                (value, false)
            }
            CreditFact::Applied { value, .. }
            | CreditFact::Consumed { value, .. }
            | CreditFact::Revoked { value, .. } => (value, false),
        };
        let moved: i128 = value.money().map_or(0, |amount| amount.minor.into());
        self.left = if adds { self.left + moved } else { self.left - moved };
        if self.left < 0 { Err("pays more than it has") } else { Ok(()) }
    }

    /// Whether it may pay a line.
    fn pays(&self, invoice: &Invoice, line: &Line) -> bool {
        let known = &self.credit;
        let lives = match (known.expires, line.role) {
            (None, _) => true,
            (Some(expires), Role::Arrears | Role::Minimum | Role::Adjustment) => {
                line.period.end <= expires
            }
            (Some(expires), _) => invoice.billing_date < expires,
        };
        let sells = known.origin == Origin::Purchase && line.sells_money();
        let of = known.subscription.is_none() || known.subscription == line.subscription;
        let product = known.products.is_empty()
            || line.product().is_some_and(|product| known.products.contains(product));
        lives && !sells && of && product
    }

    /// By subscription, by product, for all; the first to lapse; the oldest.
    fn comes_before(&self, other: &Purse) -> bool {
        let scope = |credit: &Credit| match (&credit.subscription, credit.products.len()) {
            (Some(_), _) => 0,
            (None, 0) => 2,
            (None, _) => 1,
        };
        let key = |purse: &Purse| {
            let credit = &purse.credit;
            (scope(credit), credit.expires.is_none(), credit.expires, credit.created)
        };
        key(self) < key(other)
    }
}

/// Lines of which is known together what is still to be paid.
struct Heap {
    lines: Vec<usize>,
    left: i128,
}

/// What each credit pays; none where the model cannot tell: others are in it, something comes
/// back, or credits share some of their lines and not all.
fn wanted(purses: &[Purse], invoice: &Invoice) -> Option<Vec<(CreditHandle, i128)>> {
    let known = |line: &Line| {
        line.customer == invoice.payer && line.corrects().is_none() && line.collected.is_none()
    };
    if !invoice.lines.iter().all(known) {
        return None;
    }
    let owed = |line: &Line| {
        let net = line.amount.minor - line.discount.minor;
        i128::from(net.max(0)) + i128::from(line.tax.minor.max(0))
    };
    let (mut heaps, mut payable) = (Vec::new(), 0);
    for (place, line) in invoice.lines.iter().enumerate() {
        heaps.push(Heap { lines: vec![place], left: owed(line) });
        payable += i128::from(line.amount.minor - line.discount.minor + line.tax.minor);
    }
    let mut order: Vec<&Purse> = Vec::new();
    let usable = purses.iter().filter(|purse| {
        let money = purse.credit.issued.money();
        purse.left > 0
            && purse.credit.customer == invoice.payer
            && money.is_some_and(|amount| amount.currency == invoice.currency)
    });
    for purse in usable {
        let place = order.iter().position(|other| purse.comes_before(other));
        order.insert(place.unwrap_or(order.len()), purse);
    }
    let mut uses = Vec::new();
    for purse in order {
        let pays =
            |place: &usize| invoice.lines.get(*place).is_some_and(|line| purse.pays(invoice, line));
        let amount = take(&mut heaps, purse.left.min(payable), &pays)?;
        payable -= amount;
        if amount > 0 {
            uses.push((purse.credit.id.clone(), amount));
        }
    }
    Some(uses)
}

/// Takes so much at most of the heaps that may be paid. What is left of several becomes one heap.
fn take(heaps: &mut Vec<Heap>, most: i128, pays: &dyn Fn(&usize) -> bool) -> Option<i128> {
    let (mut reached, mut others) = (Heap { lines: Vec::new(), left: 0 }, Vec::new());
    for heap in heaps.drain(..) {
        let count = heap.lines.iter().filter(|place| pays(place)).count();
        if count == 0 || heap.left == 0 {
            others.push(heap);
        } else if count == heap.lines.len() {
            reached.lines.extend(heap.lines);
            reached.left += heap.left;
        } else {
            return None;
        }
    }
    let amount = most.min(reached.left).max(0);
    others.push(Heap { left: reached.left - amount, ..reached });
    *heaps = others;
    Some(amount)
}
