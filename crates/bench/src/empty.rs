//! A program that does nothing: what starting any process costs here.

fn main() {}
