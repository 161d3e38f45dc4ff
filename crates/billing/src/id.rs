//! Names of records. A decision names what it makes by counting; the store gives ids. A handle is
//! a name that knows whose it is: an invoice's is no subscription's.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A record that exists, by its id, or one that a decision made, by its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    Known(Arc<str>),
    New(Noun, u32),
}

/// The name of a record of this kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle<K> {
    name: Name,
    of: PhantomData<K>,
}

/// A kind of record that has handles.
pub trait Kind {
    const NOUN: Noun;
}

/// Declares what a decision makes: the letter that stands before its number, how many of it there
/// are, and its handle.
macro_rules! nouns {
    ($($(#[$doc:meta])* $noun:ident $letter:literal $count:ident $handle:ident;)*) => {
        /// The kinds of records a decision makes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Noun { $($(#[$doc])* $noun,)* }

        impl Noun {
            pub fn letter(self) -> char {
                match self { $(Noun::$noun => $letter,)* }
            }
        }

        /// How many handles of each noun are taken.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Minted { $(pub $count: u32,)* }

        impl Minted {
            fn taken(&mut self, noun: Noun) -> &mut u32 {
                match noun { $(Noun::$noun => &mut self.$count,)* }
            }
        }

        /// What handles are of.
        pub mod kind {
            $(#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum $noun {})*
        }

        $(impl Kind for kind::$noun {
            const NOUN: Noun = Noun::$noun;
        })*
        $(pub type $handle = Handle<kind::$noun>;)*
    };
}

nouns! {
    Subscription 'S' subscriptions SubscriptionHandle;
    Invoice 'I' invoices InvoiceHandle;
    Credit 'C' credits CreditHandle;
    Discount 'D' discounts DiscountHandle;
    Change 'X' changes ChangeHandle;
    Cancel 'K' cancels CancelHandle;
    /// What was asked for once, such as an invoice before its time.
    Request 'R' requests RequestHandle;
    /// A line that waits for an invoice.
    Line 'L' lines LineHandle;
    OneTime 'O' one_times OneTimeHandle;
}

impl Minted {
    /// The handle that comes `ahead` places after the next one.
    pub fn upcoming<K: Kind>(&self, ahead: u32) -> Handle<K> {
        Handle { name: self.upcoming_name(K::NOUN, ahead), of: PhantomData }
    }

    /// The same for a noun that only the caller knows.
    pub fn upcoming_name(mut self, noun: Noun, ahead: u32) -> Name {
        Name::New(noun, self.taken(noun).saturating_add(ahead).saturating_add(1))
    }

    /// Takes note of a name that is in use.
    pub fn note(&mut self, name: &Name) {
        let Name::New(noun, number) = name else { return };
        let taken = self.taken(*noun);
        *taken = (*taken).max(*number);
    }
}

impl Name {
    pub fn is_new(&self) -> bool {
        matches!(self, Name::New(..))
    }
}

impl<K> Handle<K> {
    /// A record that exists.
    pub fn known(id: &str) -> Handle<K> {
        Handle { name: Name::Known(id.into()), of: PhantomData }
    }

    /// Calls the record otherwise.
    pub fn rename(&mut self, give: impl FnOnce(&Name) -> Name) {
        self.name = give(&self.name);
    }
}

impl<K: Kind> Handle<K> {
    /// A record that a decision made.
    pub fn new(number: u32) -> Handle<K> {
        Handle { name: Name::New(K::NOUN, number), of: PhantomData }
    }
}

impl<K> Deref for Handle<K> {
    type Target = Name;

    fn deref(&self) -> &Name {
        &self.name
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Known(id) => out.write_str(id),
            Name::New(noun, number) => write!(out, "{}{number}", noun.letter()),
        }
    }
}

impl<K> fmt::Display for Handle<K> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(out)
    }
}

impl<K> Serialize for Handle<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.name)
    }
}

/// What is stored has an id.
impl<'de, K> Deserialize<'de> for Handle<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Handle<K>, D::Error> {
        Ok(Handle::known(&String::deserialize(deserializer)?))
    }
}
