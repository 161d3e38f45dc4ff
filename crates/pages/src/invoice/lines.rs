//! The lines, grouped, each with the sum behind its amount to fold out.

use documents::View;
use documents::invoice::{Group, Line};

use crate::html::Html;

pub(super) fn lines(view: &View) -> Html {
    let mut html = Html::new();
    let headings = &view.headings;
    html.raw("<table class=\"lines\" role=\"table\"><thead role=\"rowgroup\"><tr role=\"row\">");
    html.raw("<th role=\"columnheader\" scope=\"col\">").text(headings.description).raw("</th>");
    for heading in [headings.quantity, headings.unit_price, &headings.amount] {
        html.raw("<th role=\"columnheader\" scope=\"col\" class=\"number\">").text(heading);
        html.raw("</th>");
    }
    html.raw("</tr></thead><tbody role=\"rowgroup\">");
    for group in &view.groups {
        html.add(&heading(group));
        for line in &group.lines {
            html.add(&row(view, line));
        }
        html.add(&subtotal(group));
    }
    html.raw("</tbody></table>");
    html
}

/// Whose they are, and of which subscription.
fn heading(group: &Group) -> Html {
    let mut html = Html::new();
    let Some(title) = group.title.as_ref().or(group.customer.as_ref()) else { return html };
    html.raw("<tr class=\"group\" role=\"row\"><td role=\"cell\" colspan=\"4\">");
    if let Some(customer) = group.customer.as_ref().filter(|customer| *customer != title) {
        html.raw("<span class=\"of\">").text(customer).raw("</span>");
    }
    html.text(title).raw("</td></tr>");
    html
}

fn row(view: &View, line: &Line) -> Html {
    let mut html = Html::new();
    html.raw("<tr role=\"row\"><td role=\"cell\" class=\"what\"><span class=\"item\">");
    html.text(&line.name).raw("</span>");
    for note in &line.notes {
        html.raw("<br><span class=\"note\">").text(note).raw("</span>");
    }
    if !line.why.is_empty() {
        html.raw("<details><summary>").text(view.headings.why);
        html.raw("<span class=\"hidden\"> ").text(&line.name).raw("</span></summary>");
        html.raw("<ul class=\"sum\">");
        for why in &line.why {
            html.raw("<li>").text(&why.words);
            html.raw(if why.words.is_empty() || why.sum.is_empty() { "" } else { ": " });
            html.raw("<b>").text(&why.sum).raw("</b></li>");
        }
        html.raw("</ul></details>");
    }
    html.raw("</td>");
    let priced = [
        ("number count", view.headings.quantity, &line.quantity),
        ("number price", view.headings.unit_price, &line.unit_price),
    ];
    for (class, label, value) in priced {
        html.raw("<td role=\"cell\" class=\"").raw(class);
        html.raw(if value.is_empty() { " none" } else { "" });
        html.raw("\" data-label=\"").text(label).raw("\">").text(value).raw("</td>");
    }
    html.raw("<td role=\"cell\" class=\"number amount\">").text(&line.figure.text);
    html.raw("</td></tr>");
    html
}

fn subtotal(group: &Group) -> Html {
    let mut html = Html::new();
    let Some(total) = &group.subtotal else { return html };
    html.raw("<tr class=\"sub\" role=\"row\"><td role=\"cell\" colspan=\"3\">").text(&total.label);
    html.raw("</td><td role=\"cell\" class=\"number amount\">").text(&total.figure.text);
    html.raw("</td></tr>");
    html
}
