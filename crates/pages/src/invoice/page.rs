//! The page as a whole.

use axum::body::Body;
use axum::http::{Response, StatusCode};
use documents::View;
use documents::invoice::{Party, Standing};
use engine::documents::Shown;

use super::{lines, totals};
use crate::frame::Frame;
use crate::html::Html;

pub(super) fn page(view: &View, pdf_link: Option<&str>) -> Response<Body> {
    let (lang, title) = (view.locale.tag(), title(view));
    let frame = Frame { lang: &lang, title: &title, accent: view.accent.as_deref() };
    frame.page(StatusCode::OK, &body(view, pdf_link))
}

/// The page as a text, for whoever tries settings.
pub fn markup(shown: &Shown) -> String {
    let view = shown.view();
    let (lang, title) = (view.locale.tag(), title(&view));
    let frame = Frame { lang: &lang, title: &title, accent: view.accent.as_deref() };
    frame.alone(&body(&view, None))
}

fn title(view: &View) -> String {
    match &view.number {
        Some(number) => format!("{} {number} – {}", view.title, view.from.name),
        None => format!("{} – {}", view.title, view.from.name),
    }
}

fn body(view: &View, pdf_link: Option<&str>) -> Html {
    let mut html = Html::new();
    html.raw("<main>");
    if let Some(band) = &view.band {
        html.raw("<p class=\"band\">").text(band).raw("</p>");
    }
    html.add(&top(view)).add(&answer(view, pdf_link)).add(&parties(view)).add(&details(view));
    html.add(&lines::lines(view)).add(&totals::totals(view)).add(&ending(view));
    html.raw("</main><p class=\"made\">").text(view.locale.phrases().made_with).raw("</p>");
    html
}

/// From whom, and what it is.
fn top(view: &View) -> Html {
    let mut html = Html::new();
    html.raw("<header class=\"top\">").add(&brand(view.logo.as_deref(), &view.brand));
    html.raw("<div class=\"kind\"><h1>").text(&view.title).raw("</h1>");
    if let Some(number) = &view.number {
        html.raw("<p>").text(number).raw("</p>");
    }
    html.raw("</div></header>");
    html
}

/// The company's mark beside its name.
pub(crate) fn brand(logo: Option<&str>, name: &str) -> Html {
    let mut html = Html::new();
    html.raw("<p class=\"brand\">");
    if let Some(logo) = logo {
        html.raw("<img src=\"").text(logo).raw("\" alt=\"\">");
    }
    html.raw("<span>").text(name).raw("</span></p>");
    html
}

/// How much, by when, or that it is paid; the word has a shape beside its colour.
fn answer(view: &View, pdf_link: Option<&str>) -> Html {
    let answer = &view.answer;
    let (class, shape) = match view.standing {
        Standing::Paid | Standing::Settled | Standing::Credited => ("status paid", "✓ "),
        Standing::Open => ("status open", "○ "),
        Standing::Overdue => ("status overdue", "▲ "),
        Standing::Void => ("status void", "✕ "),
        Standing::Draft | Standing::Preview => ("status void", "◌ "),
    };
    let mut html = Html::new();
    html.raw("<section class=\"answer\"><div><h2>").text(&answer.label);
    html.raw("</h2><p class=\"figure\">").text(&answer.figure.text);
    html.raw("</p><p><span class=\"").raw(class).raw("\"><span aria-hidden=\"true\">").raw(shape);
    html.raw("</span>").text(&view.status).raw("</span>");
    for sentence in &answer.sentences {
        html.raw(" <span class=\"when\"><span aria-hidden=\"true\">· </span>").text(sentence);
        html.raw("</span>");
    }
    html.raw("</p></div>");
    if let Some(link) = pdf_link {
        html.raw("<a class=\"button\" href=\"").text(link).raw("\">");
        html.text(view.locale.phrases().download_pdf).raw("</a>");
    }
    html.raw("</section>");
    html
}

fn parties(view: &View) -> Html {
    let mut html = Html::new();
    html.raw("<section class=\"parties\">").add(&party(&view.from)).add(&party(&view.to));
    html.raw("</section>");
    html
}

pub(crate) fn party(party: &Party) -> Html {
    let mut html = Html::new();
    html.raw("<div class=\"party\"><h2 class=\"label\">").text(&party.label);
    html.raw("</h2><p class=\"name\">").text(&party.name).raw("</p>");
    for line in &party.address {
        html.raw("<p>").text(line).raw("</p>");
    }
    for id in &party.ids {
        html.raw("<p>").text(&id.label).raw(" ").text(&id.value).raw("</p>");
    }
    for line in [&party.email, &party.phone].into_iter().flatten() {
        html.raw("<p>").text(line).raw("</p>");
    }
    html.raw("</div>");
    html
}

fn details(view: &View) -> Html {
    let mut html = Html::new();
    html.raw("<dl class=\"details\">");
    for pair in &view.details {
        html.raw("<div><dt>").text(&pair.label).raw("</dt><dd>").text(&pair.value);
        html.raw("</dd></div>");
    }
    html.raw("</dl>");
    html
}

/// Remarks, how to pay, notes, and who is behind it.
fn ending(view: &View) -> Html {
    let mut html = Html::new();
    for remark in &view.remarks {
        html.raw("<p class=\"remark\">").text(remark).raw("</p>");
    }
    for (title, paragraphs) in [&view.how_to_pay, &view.notes].into_iter().flatten() {
        html.raw("<section class=\"block\"><h2>").text(title).raw("</h2>");
        for paragraph in paragraphs {
            html.raw("<p>").text(paragraph).raw("</p>");
        }
        html.raw("</section>");
    }
    html.raw("<footer class=\"foot\">");
    for line in &view.footer {
        html.raw("<p>").text(line).raw("</p>");
    }
    if let Some(questions) = &view.questions {
        html.raw("<p class=\"ask\">").text(questions).raw("</p>");
    }
    html.raw("</footer>");
    html
}
