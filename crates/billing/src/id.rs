//! Names of records. A decision names what it makes by counting; the store gives ids.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A record that exists, by its id, or one that a decision made, by its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Handle {
    Known(Arc<str>),
    New(Noun, u32),
}

/// The kinds of records a decision makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Noun {
    Subscription,
    Invoice,
    Credit,
    Discount,
    Change,
    Cancel,
    /// What was asked for once, such as an invoice before its time.
    Request,
    /// A line that waits for an invoice.
    Line,
    OneTime,
}

/// How many handles of each noun are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minted {
    pub subscriptions: u32,
    pub invoices: u32,
    pub credits: u32,
    pub discounts: u32,
    pub changes: u32,
    pub cancels: u32,
    pub requests: u32,
    pub lines: u32,
    pub one_times: u32,
}

impl Minted {
    /// The handle that comes `ahead` places after the next one.
    pub fn upcoming(&self, noun: Noun, ahead: u32) -> Handle {
        let taken = match noun {
            Noun::Subscription => self.subscriptions,
            Noun::Invoice => self.invoices,
            Noun::Credit => self.credits,
            Noun::Discount => self.discounts,
            Noun::Change => self.changes,
            Noun::Cancel => self.cancels,
            Noun::Request => self.requests,
            Noun::Line => self.lines,
            Noun::OneTime => self.one_times,
        };
        Handle::New(noun, taken.saturating_add(ahead).saturating_add(1))
    }

    /// Takes note of a handle that is in use.
    pub fn note(&mut self, handle: &Handle) {
        let Handle::New(noun, number) = handle else { return };
        let taken = match noun {
            Noun::Subscription => &mut self.subscriptions,
            Noun::Invoice => &mut self.invoices,
            Noun::Credit => &mut self.credits,
            Noun::Discount => &mut self.discounts,
            Noun::Change => &mut self.changes,
            Noun::Cancel => &mut self.cancels,
            Noun::Request => &mut self.requests,
            Noun::Line => &mut self.lines,
            Noun::OneTime => &mut self.one_times,
        };
        *taken = (*taken).max(*number);
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Handle::Known(id) => out.write_str(id),
            Handle::New(Noun::Subscription, number) => write!(out, "S{number}"),
            Handle::New(Noun::Invoice, number) => write!(out, "I{number}"),
            Handle::New(Noun::Credit, number) => write!(out, "C{number}"),
            Handle::New(Noun::Discount, number) => write!(out, "D{number}"),
            Handle::New(Noun::Change, number) => write!(out, "X{number}"),
            Handle::New(Noun::Cancel, number) => write!(out, "K{number}"),
            Handle::New(Noun::Request, number) => write!(out, "R{number}"),
            Handle::New(Noun::Line, number) => write!(out, "L{number}"),
            Handle::New(Noun::OneTime, number) => write!(out, "O{number}"),
        }
    }
}

impl Serialize for Handle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What is kept has an id.
impl<'de> Deserialize<'de> for Handle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Handle, D::Error> {
        Ok(Handle::Known(String::deserialize(deserializer)?.into()))
    }
}
