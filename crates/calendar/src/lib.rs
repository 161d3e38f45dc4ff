//! Billing time: terms, anchors, periods, local days and shares.
