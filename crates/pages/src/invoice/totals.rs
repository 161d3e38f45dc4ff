//! From the sum of the lines to the balance.

use documents::View;
use documents::invoice::TotalKind;

use crate::html::Html;

pub(super) fn totals(view: &View) -> Html {
    let mut html = Html::new();
    html.raw("<dl class=\"totals\">");
    for total in &view.totals {
        let class = match total.kind {
            TotalKind::Total => "total",
            TotalKind::Balance => "balance",
            TotalKind::Subtotal
            | TotalKind::Discount
            | TotalKind::Tax
            | TotalKind::Credit
            | TotalKind::Given
            | TotalKind::Payment => "part",
        };
        html.raw("<div class=\"").raw(class).raw("\"><dt>").text(&total.label);
        html.raw("</dt><dd>").text(&total.figure.text).raw("</dd></div>");
    }
    html.raw("</dl>");
    html
}
