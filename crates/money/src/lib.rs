//! Exact money: currencies, amounts, one exact ratio, rounding and splitting.
