//! When a balance falls below what somebody wants to be told of. Nothing is decided by it.

use calendar::Timestamp;
use money::Ratio;

/// A balance went from one side of a threshold to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub below: bool,
    /// What was left at the end of that instant.
    pub balance: Ratio,
}

/// What moved a balance, in the order in which it happened: what was added, below zero where it
/// was taken.
pub type Moves<'a> = &'a [(Timestamp, Ratio)];

/// The crossings between a balance before some moves and after them. What happens at one instant
/// counts together: a credit that lapses as the next is granted leaves no gap.
pub fn crossings(
    (threshold, mut below): (&Ratio, bool),
    before: Ratio,
    moves: Moves<'_>,
) -> Vec<Crossing> {
    let (mut balance, mut crossed) = (before, Vec::new());
    for instant in moves.chunk_by(|(one, _), (other, _)| one == other) {
        balance = instant.iter().fold(balance, |sum, (_, moved)| sum + moved);
        if (balance < *threshold) != below {
            below = !below;
            crossed.push(Crossing { below, balance: balance.clone() });
        }
    }
    crossed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fall_is_told_once() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let moved = |second, number: i64| (at(second), Ratio::from(number));
        let told = |below, moves: &[(Timestamp, Ratio)]| {
            let told = crossings((&Ratio::from(20), below), Ratio::from(50), moves);
            told.iter().map(|each| (each.below, each.balance.to_string())).collect::<Vec<_>>()
        };
        assert_eq!(told(false, &[moved(1, -30)]), [], "equal is not below");
        assert_eq!(told(false, &[moved(1, -31), moved(2, -5)]), [(true, "19".to_owned())]);
        let again = [moved(1, -40), moved(2, 30), moved(3, -30)];
        let sides = told(false, &again).into_iter().map(|(below, _)| below);
        assert_eq!(sides.collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(told(false, &[moved(1, -50), moved(1, 100)]), [], "no gap within an instant");
        assert_eq!(told(true, &[moved(1, 1)]), [(false, "51".to_owned())]);
    }
}
