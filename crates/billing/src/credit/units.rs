//! Credits of units: they lower the units that would be charged, before these are priced.

use money::Ratio;

/// How many of the `available` credited units are taken, given the units used and those that cost
/// nothing more anyway: the larger of base and prepaid units.
pub fn lower_units(used: &Ratio, base: &Ratio, prepaid: &Ratio, available: &Ratio) -> Ratio {
    let charged = used - base.max(prepaid);
    charged.min(available.clone()).or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_units_that_would_cost_are_paid() {
        let table = [
            // used, base, prepaid, available, taken
            (100, 10, 0, 50, 50),
            (100, 10, 60, 50, 40),
            (30, 40, 0, 50, 0),
            (30, 0, 0, 0, 0),
        ];
        for (used, base, prepaid, available, taken) in table {
            let ratio = |value: i64| Ratio::from(value);
            let got = lower_units(&ratio(used), &ratio(base), &ratio(prepaid), &ratio(available));
            assert_eq!(got, ratio(taken), "{used} {base} {prepaid} {available}");
        }
    }
}
