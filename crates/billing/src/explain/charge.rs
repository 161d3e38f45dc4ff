//! A charge: units, what is included, prices row by row, the share of the period, rounding, and
//! what was billed before.

use calendar::Share;
use money::{AmountError, Ratio};

use crate::explain::credit;
use crate::explain::days::is_full;
use crate::explain::pen::{Pen, counted};
use crate::explain::step::{Figure, Step};
use crate::invoice::{Derivation, Line, Role, Used};
use crate::pricing::{BASE, Charge, Component, Configuration, INCLUDED, Kind, Row};

pub(crate) fn steps(pen: &Pen, line: &Line) -> Result<Vec<Step>, AmountError> {
    let Derivation::Charge { configuration, charge, less, used, .. } = &line.derivation else {
        return Ok(Vec::new());
    };
    let Some(component) = &line.component else { return Ok(agreed(pen, charge)) };
    let explanation = ChargeExplanation { pen, line, component };
    let mut steps = explanation.units(configuration, used.as_ref());
    steps.extend(explanation.included(charge));
    if !configuration.overrides.is_empty() {
        steps.push(Step::says("The price was agreed for this subscription."));
    }
    let rows: Vec<&Row> = charge.rows.iter().filter(|row| is_shown(row, &charge.rows)).collect();
    if component.kind == Kind::Licence && !rows.iter().any(|row| counts_units(row)) {
        steps.push(Step::says(format!("{}.", counted(&line.units, explanation.noun()))));
    }
    for row in &rows {
        steps.extend(explanation.row(row));
    }
    if rows.len() > 1 {
        let terms = rows.iter().map(|row| Figure::money(row.amount.clone())).collect();
        steps.push(pen.sum("Together", terms));
    }
    steps.extend(explanation.share(charge));
    steps.extend(pen.rounded(&charge.exact));
    if let Some(less) = less.filter(|less| !less.is_zero()) {
        let whole = charge.rounded()?;
        let terms = vec![Figure::money(whole.major()), Figure::money(-less.major())];
        let left = pen.sum("Less what was billed in advance", terms);
        let below = left.result().is_negative();
        let terms = vec![Figure::money(left.result()), Figure::money(Ratio::ZERO)];
        steps.push(left);
        steps.extend(below.then(|| pen.largest("Never below zero", terms)));
    }
    Ok(steps)
}

/// A price that stands in no catalog.
fn agreed(pen: &Pen, charge: &Charge) -> Vec<Step> {
    let product = |row: &Row| {
        let terms =
            vec![Figure::count(row.units.clone(), ""), Figure::price(row.unit_price.clone())];
        pen.product("At a price of its own", terms)
    };
    charge.rows.iter().map(product).chain(pen.rounded(&charge.exact)).collect()
}

/// Units that cost nothing are explained before the prices; a price of nothing only where there
/// is no other.
fn is_shown(row: &Row, all: &[Row]) -> bool {
    let others = || all.iter().any(|other| !other.unit_price.is_zero());
    row.label != INCLUDED && (!row.unit_price.is_zero() || !others())
}

/// A charge on its way into sentences.
struct ChargeExplanation<'a> {
    pen: &'a Pen<'a>,
    line: &'a Line,
    component: &'a Component,
}

impl ChargeExplanation<'_> {
    fn noun(&self) -> &'static str {
        match (self.component.kind, self.line.role) {
            (Kind::Licence, Role::OneTime) | (Kind::Usage, _) => "unit",
            (Kind::Licence, _) => "licence",
        }
    }

    /// The part of the period by which a metered component counts what is fixed.
    fn fixed_share(&self) -> Option<Share> {
        let metered = self.component.kind == Kind::Usage;
        Some(self.line.share).filter(|share| metered && !is_full(*share))
    }

    /// How many units are charged; licences stand in the product itself.
    fn units(&self, configuration: &Configuration, used: Option<&Used>) -> Vec<Step> {
        let mut steps = Vec::new();
        let recurs = self.line.role != Role::OneTime;
        if recurs && self.pen.is_whole_stub(self.line.share, self.line.period) {
            steps.push(Step::says(
                "This price is not prorated: a part of a period costs the whole.",
            ));
        }
        if self.component.kind == Kind::Licence {
            return steps;
        }
        let figure = |value: Ratio| Figure::count(value, "unit");
        let mut units = Ratio::ZERO;
        if let Some(used) = used {
            units = used.metered.clone();
            let what = match (self.component.counts_objects, self.line.share) {
                (false, _) => "Used",
                (true, share) if is_full(share) => "There, in the mean",
                (true, _) => "There, in the mean of a whole period",
            };
            steps.push(Step::says(format!("{what}: {}.", counted(&units, "unit"))));
            if !used.carried.is_zero() {
                let terms = vec![figure(units), figure(-&used.carried)];
                steps.push(self.pen.sum("Less those that earlier periods had paid for", terms));
                units = used.charged();
            }
        }
        let mut least = configuration.minimum_units.ratio().clone();
        if least.is_zero() {
            steps.extend(self.credited(used, units));
            return steps;
        }
        match self.fixed_share() {
            Some(share) => {
                let words = format!("Bought beforehand, for {}", self.days());
                let terms = vec![figure(least), Figure::share(share)];
                let step = self.pen.product(&words, terms);
                least = step.result();
                steps.push(step);
            }
            None => {
                let text = format!("Bought beforehand: {}.", counted(&least, "unit"));
                steps.push(Step::says(text));
            }
        }
        if used.is_some() {
            let terms = vec![figure(units), figure(least)];
            let charged = self.pen.largest("Charged", terms);
            let units = charged.result();
            steps.push(charged);
            steps.extend(self.credited(used, units));
        }
        steps
    }

    /// The units that credits paid, one after the other.
    fn credited(&self, used: Option<&Used>, mut units: Ratio) -> Vec<Step> {
        let figure = |value: Ratio| Figure::count(value, "unit");
        let mut steps = Vec::new();
        let all = used.map(|used| used.credited.as_slice()).unwrap_or_default();
        for (place, each) in all.iter().enumerate() {
            let next = all.get(place.saturating_add(1));
            let next = next.map(|next| (&next.credit, next.precedence.as_ref()));
            let name = self.pen.name(&each.credit);
            let had = counted(&each.balance, "unit");
            let left = counted(&(&each.balance - &each.units), "unit");
            steps.push(Step::says(format!("Credit {name} had {had}, {left} are left of it.")));
            steps.extend(credit::before(self.pen, each.precedence.as_ref(), next));
            let terms = vec![figure(units), figure(-&each.units)];
            let step = self.pen.sum(&format!("Less those that credit {name} pays"), terms);
            units = step.result();
            steps.push(step);
        }
        steps
    }

    fn days(&self) -> String {
        self.pen.share(self.line.share, self.line.period)
    }

    /// The units that the price includes.
    fn included(&self, charge: &Charge) -> Vec<Step> {
        let row = charge.rows.iter().find(|row| row.label == INCLUDED);
        let Some(row) = row.filter(|row| !row.units.is_zero()) else { return Vec::new() };
        let mut steps = Vec::new();
        let figure = |value: Ratio| Figure::count(value, self.noun());
        if let Some(share) = self.fixed_share() {
            let base = self.component.pricing.base_units.ratio().clone();
            let words = format!("Included, for {}", self.days());
            steps.push(self.pen.product(&words, vec![figure(base), Figure::share(share)]));
        }
        let terms = vec![figure(self.line.units.clone()), figure(-&row.units)];
        steps.push(self.pen.sum("Less what is included", terms));
        steps
    }

    /// One row of prices.
    fn row(&self, row: &Row) -> Vec<Step> {
        let pricing = &self.component.pricing;
        let plain = row.label == "units";
        let words = match (plain, pricing.note(row)) {
            (true, _) => String::new(),
            (false, None) => capital(&row.label),
            (false, Some(note)) => format!("{}, {note}", capital(&row.label)),
        };
        let is_once = row.label == BASE || row.label.ends_with(", flat");
        if is_once && row.units == Ratio::ONE {
            return vec![self.once(&words, row)];
        }
        let noun = if counts_units(row) { self.noun() } else { "" };
        let price = Figure::price(row.unit_price.clone());
        vec![self.pen.product(&words, vec![Figure::count(row.units.clone(), noun), price])]
    }

    /// A price that does not depend on units: by its share where the rest is metered.
    fn once(&self, words: &str, row: &Row) -> Step {
        let whole = self
            .fixed_share()
            .and_then(|share| Some((share, row.unit_price.checked_div(&share.ratio())?)));
        match whole {
            Some((share, whole)) => {
                let words = format!("{words}, for {}", self.days());
                self.pen.product(&words, vec![Figure::price(whole), Figure::share(share)])
            }
            None => self.pen.sum(words, vec![Figure::price(row.amount.clone())]),
        }
    }

    /// The part of the whole charge that was served.
    fn share(&self, charge: &Charge) -> Option<Step> {
        if is_full(charge.share) {
            return None;
        }
        let sum: Ratio = charge.rows.iter().map(|row| &row.amount).sum();
        let words = self.pen.share(charge.share, self.line.period);
        Some(self.pen.product(&words, vec![Figure::money(sum), Figure::share(charge.share)]))
    }
}

/// Whether a row prices units one by one, and not something that is made of them.
fn counts_units(row: &Row) -> bool {
    row.tier.is_some() || row.label.starts_with("units")
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
