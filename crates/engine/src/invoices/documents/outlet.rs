//! What documents leave by: the address under which customers reach the service, and the port of
//! whoever prints. Both are given once, after the server listens.

use std::sync::{Arc, OnceLock};

use super::Shown;
use crate::Engine;

/// Makes a PDF of a document.
pub trait Printer: Send + Sync {
    /// The bytes, or why there are none.
    fn pdf(&self, shown: &Shown) -> Result<Vec<u8>, String>;
}

/// Lays a document out as a page of its own.
pub type Layout = fn(&Shown) -> String;

#[derive(Default)]
pub struct Outlet {
    public_url: OnceLock<String>,
    layout: OnceLock<Layout>,
    printer: OnceLock<Arc<dyn Printer>>,
}

impl Outlet {
    pub(super) fn public_url(&self) -> Option<&str> {
        self.public_url.get().map(String::as_str)
    }

    /// The page of a document, where pages are served.
    pub(super) fn page(&self, shown: &Shown) -> Option<String> {
        self.layout.get().map(|layout| layout(shown))
    }

    pub(super) fn printer(&self) -> Option<&Arc<dyn Printer>> {
        self.printer.get()
    }
}

impl Engine {
    /// Says under which address customers reach the service: from then on records carry links.
    pub fn reachable_at(&self, public_url: &str) {
        let _ = self.tools.outlet.public_url.set(public_url.trim_end_matches('/').to_owned());
    }

    /// Says who lays pages out.
    pub fn lay_out_with(&self, layout: Layout) {
        let _ = self.tools.outlet.layout.set(layout);
    }

    /// Says who prints: from then on invoices have a link to their PDF.
    pub fn print_with(&self, printer: Arc<dyn Printer>) {
        let _ = self.tools.outlet.printer.set(printer);
    }

    pub fn printer(&self) -> Option<Arc<dyn Printer>> {
        self.tools.outlet.printer().cloned()
    }
}
