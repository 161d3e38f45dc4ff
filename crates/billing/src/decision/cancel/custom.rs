//! Giving back an amount that was asked for, tax included: spread over what was billed for the last
//! periods, never more than that.

use calendar::{Share, Timestamp};
use money::{Amount, AmountError, Currency, Ratio, Rounding, split};

use crate::decision::Refusal;
use crate::decision::back::{self, Billed};
use crate::invoice::InvoiceError;
use crate::snapshot::{Line, Snapshot, Subscription, TaxBack};

/// The lines that give back an amount, or less where not so much was billed. Where tax cannot be
/// rounded to it, it is a cent less.
pub(super) fn lines(
    snapshot: &Snapshot,
    own: &Subscription,
    dates: (Timestamp, Timestamp),
    amount: Amount,
) -> Result<Vec<Line>, Refusal> {
    let billed = last(snapshot, own, dates)?;
    let parts = Parts::of(&billed, own.currency)?;
    let nets = parts.nets(amount)?;
    let mut lines = Vec::new();
    for (billed, minor) in billed.iter().zip(nets) {
        let net = billed.line.net()?.minor;
        let share = match minor == net {
            true => Share::FULL,
            false => Share { numerator: minor, denominator: net },
        };
        lines.extend(billed.line(billed.line.period, share)?);
    }
    Ok(lines)
}

/// All that could be given back, tax included.
pub(super) fn most(
    snapshot: &Snapshot,
    own: &Subscription,
    dates: (Timestamp, Timestamp),
) -> Result<Amount, Refusal> {
    let billed = last(snapshot, own, dates)?;
    Parts::of(&billed, own.currency)?.most()
}

/// The lines of the last periods: those that run until the end, or now.
fn last<'a>(
    snapshot: &'a Snapshot,
    own: &Subscription,
    (end, now): (Timestamp, Timestamp),
) -> Result<Vec<Billed<'a>>, Refusal> {
    let from = end.min(now);
    let mut all = back::billed(snapshot, own, |line| line.period.end >= from)?;
    all.retain(|billed| billed.left().is_ok_and(|left| !left.is_zero()));
    Ok(all)
}

/// What is left of each line, and the rates that it was taxed at.
struct Parts {
    currency: Currency,
    lefts: Vec<i64>,
    rates: Vec<Vec<TaxBack>>,
}

impl Parts {
    fn of(billed: &[Billed], currency: Currency) -> Result<Parts, AmountError> {
        let lefts = billed.iter().map(|own| Ok(own.left()?.minor));
        let rates = billed.iter().map(Billed::taxes);
        Ok(Parts {
            currency,
            lefts: lefts.collect::<Result<_, AmountError>>()?,
            rates: rates.collect::<Result<_, _>>()?,
        })
    }

    /// What all of them come to; what was taken off counts against it.
    fn most(&self) -> Result<Amount, Refusal> {
        Ok(self.gross(&self.lefts)?.or_zero())
    }

    /// Nets with the tax that an invoice of them has.
    fn gross(&self, nets: &[i64]) -> Result<Amount, AmountError> {
        let mut bases: Vec<(&TaxBack, Ratio)> = Vec::new();
        for (net, rates) in nets.iter().zip(&self.rates) {
            for rate in rates {
                let same = |own: &&mut (&TaxBack, Ratio)| own.0 == rate;
                match bases.iter_mut().find(same) {
                    Some((_, base)) => *base += &Ratio::from(*net),
                    None => bases.push((rate, Ratio::from(*net))),
                }
            }
        }
        let taxes = bases.iter().map(|(rate, base)| base * &rate.rate);
        let taxes = taxes.map(|tax| tax.to_whole(Rounding::HalfAwayFromZero));
        let sum = taxes.sum::<Ratio>() + nets.iter().map(|net| Ratio::from(*net)).sum::<Ratio>();
        let minor = sum.to_i64().ok_or(AmountError::Overflow)?;
        Ok(Amount::new(self.currency, minor))
    }

    /// The net of each line, so that all with their tax come to an amount, or just below.
    fn nets(&self, amount: Amount) -> Result<Vec<i64>, Refusal> {
        let wanted = amount.minor.min(self.most()?.minor);
        let factor = |rates: &Vec<TaxBack>| {
            Ratio::ONE + rates.iter().map(|own| own.rate.clone()).sum::<Ratio>()
        };
        let factors: Vec<Ratio> = self.rates.iter().map(factor).collect();
        let weight = |(left, by): (&i64, &Ratio)| Ratio::from((*left).max(0)) * by;
        let weights: Vec<Ratio> = self.lefts.iter().zip(&factors).map(weight).collect();
        let grosses = split(wanted, &weights).map_err(InvoiceError::from)?;
        let mut nets = Vec::new();
        for ((gross, factor), left) in grosses.iter().zip(&factors).zip(&self.lefts) {
            let net = Ratio::from(*gross).checked_div(factor).unwrap_or(Ratio::ZERO);
            let net = net.to_whole(Rounding::HalfAwayFromZero).to_i64().unwrap_or(0);
            nets.push(net.clamp(0, (*left).max(0)));
        }
        self.approach(&mut nets, wanted)?;
        Ok(nets)
    }

    /// Moves nets by cents until their gross is what is wanted, or cannot come closer from below.
    fn approach(&self, nets: &mut [i64], wanted: i64) -> Result<(), Refusal> {
        while self.gross(nets)?.minor > wanted {
            let Some(net) = nets.iter_mut().find(|net| **net > 0) else { return Ok(()) };
            *net -= 1;
        }
        for place in 0..nets.len() {
            let left = self.lefts.get(place).copied().unwrap_or(0);
            while let Some(net) = nets.get_mut(place).filter(|net| **net < left) {
                *net += 1;
                if self.gross(nets)?.minor > wanted {
                    if let Some(net) = nets.get_mut(place) {
                        *net -= 1;
                    }
                    break;
                }
            }
        }
        Ok(())
    }
}
