//! Giving back what was billed and will not be used: never more than was billed less what was
//! given back before.

use calendar::Share;
use money::{Amount, AmountError, Ratio, Rounding};

/// The negative line for the unused share of a line's net, given what was given back of it before
/// (as a positive amount): exact, and rounded once. What a negative line took off comes back as a
/// charge.
pub fn reverse(net: Amount, unused: Share, given: Amount) -> Result<(Ratio, Amount), AmountError> {
    net.same_currency(given)?;
    let (billed, before) = (net.major(), given.major());
    let wanted = &billed * unused.ratio();
    let exact = match net.is_negative() {
        true => cap(&-wanted, &-billed, &-before),
        false => -cap(&wanted, &billed, &before),
    };
    let amount = exact.to_minor(net.currency, Rounding::HalfAwayFromZero)?;
    Ok((exact, amount))
}

/// What may be given back: at most what was billed less what was given back, never below zero.
pub fn cap(wanted: &Ratio, billed: &Ratio, given: &Ratio) -> Ratio {
    wanted.clone().min(billed - given).or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_more_than_was_billed_comes_back() {
        let eur = |minor| Amount::new("EUR".parse().unwrap(), minor);
        let share = |part, whole| Share::new(part, whole).unwrap();
        let table = [
            // net, unused, given before, line
            (3000, share(14, 28), 0, -1500),
            (3000, share(14, 28), 2000, -1000),
            (3000, share(14, 28), 3000, 0),
            (3000, share(14, 28), 3500, 0),
            (3000, share(0, 28), 0, 0),
            (3000, share(28, 28), 0, -3000),
            (3000, share(40, 28), 0, -3000),
            (0, share(1, 2), 0, 0),
            (101, share(1, 2), 0, -51),
        ];
        for (net, unused, given, line) in table {
            let (_, got) = reverse(eur(net), unused, eur(given)).unwrap();
            assert_eq!(got, eur(line), "{net} {unused:?} {given}");
        }
        let third = reverse(eur(100), share(1, 3), eur(0)).unwrap();
        assert_eq!(third, (Ratio::new(-1, 3).unwrap(), eur(-33)));
        let rebate = |given| reverse(eur(-3000), share(14, 28), eur(given)).unwrap().1;
        assert_eq!([rebate(0), rebate(-2000), rebate(-3000)], [eur(1500), eur(1000), eur(0)]);
    }
}
