//! The language itself: what cannot be read is named by its line, and every fact counts.

use scenario::{Mode, PureWorld, VERBS, parse, play};

const STORY: &str = "# A story\n\n```timeline\ncompany EUR UTC\n\
    pricing basic 30.00 EUR per month in advance\ncustomer acme\n\
    2026-01-01 subscribe acme to basic as S1\n    S1 active\n```\n";

#[test]
fn mistakes_are_named_by_their_line() {
    let table = [
        ("2026-01-01 subscribe", "2026-01-01 dance", "line 7: no verb"),
        ("2026-01-01 subscribe", "2026-02-30 subscribe", "line 7: \"2026-02-30\" is no date"),
        ("customer acme", "planet acme", "line 6: nothing is called \"planet\""),
        ("30.00 EUR per month", "30.00 EUR per moon", "line 5: \"moon\" is no term"),
        ("as S1", "as S1, dancing", "line 7: [\"dancing\"] is no option"),
    ];
    for (right, wrong, message) in table {
        let error = parse(&STORY.replace(right, wrong)).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
    assert!(parse("no timeline").is_err());
}

#[test]
fn one_fact_too_few_is_a_difference() {
    let scenario = parse(STORY).unwrap();
    let played = play(&scenario, &mut PureWorld::default(), Mode::OneStep).unwrap();
    assert!(played.difference(&scenario).unwrap().starts_with("line 7"));
    let rewritten = played.rewrite(STORY, &scenario);
    let scenario = parse(&rewritten).unwrap();
    assert_eq!(played.difference(&scenario), None);
    assert_eq!(played.rewrite(&rewritten, &scenario), rewritten);
}

#[test]
fn time_runs_forward() {
    let backwards = STORY.replace("    S1 active\n", "2025-01-01 advance\n");
    let scenario = parse(&backwards).unwrap();
    let error = play(&scenario, &mut PureWorld::default(), Mode::OneStep).unwrap_err();
    assert_eq!(error, "line 8: time runs forward");
}

#[test]
fn every_verb_says_how_it_is_used() {
    for verb in VERBS {
        assert!(verb.usage.starts_with(verb.name), "{}", verb.name);
    }
}
