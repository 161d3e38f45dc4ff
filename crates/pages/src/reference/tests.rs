//! The page as a whole, of a small document with everything that is awkward in it and of the
//! interface's own document, when the repository has its snapshot.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::reference;

/// A tree contains itself; what it says of itself tries to leave its place.
fn awkward() -> Value {
    let evil = "<script>alert(\"1\")</script> & `<b>` it's";
    let tree = json!({"$ref": "#/components/schemas/Tree"});
    let answer = |schema: &Value| json!({"content": {"application/json": {"schema": schema}}});
    json!({
        "info": {"title": evil, "version": evil, "description": evil},
        "servers": [{"url": "/api/v1"}],
        "security": [{"token": []}],
        "paths": {"/trees/{tree_id}": {
            "parameters": [{"name": "tree_id", "in": "path", "required": true, "schema": {
                "type": "string", "pattern": evil}}],
            "post": {
                "operationId": "grow", "tags": [evil], "summary": evil,
                "description": format!("{evil}\n\nNeeds WRITE access to `trees`."),
                "requestBody": {"content": {"application/json": {"schema": tree}}},
                "responses": {"201": answer(&tree), "404": {"description": evil}}
            },
            "get": {
                "summary": evil, "security": [],
                "responses": {"200": {"description": "Done.", "content": {"application/pdf": {}}},
                    "204": {"description": evil}, "404": {"description": "No tree."}}
            }
        }},
        "components": {"schemas": {
            "Tree": {"type": "object", "required": ["branches"], "properties": {
                "branches": {"type": "array", "items": tree, "description": evil},
                "parent": {"oneOf": [tree, {"type": "null"}]},
                "twig": {"type": "object", "properties": {"leaf": {"allOf": [tree]},
                    "deep": {"type": "object", "properties": {evil: {"enum": [evil]}}}}},
                evil: {"type": "string", "example": evil, "default": evil},
                "lost": {"$ref": "#/components/schemas/Lost"}
            }},
            "Loop": {"allOf": [{"$ref": "#/components/schemas/Loop"}]}
        }}
    })
}

fn documents() -> Vec<Value> {
    let snapshot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let text = std::fs::read_to_string(snapshot).ok();
    let value = text.map(|text| serde_json::from_str(&text).unwrap());
    [awkward()].into_iter().chain(value).collect()
}

fn attributes(page: &str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    let parts = page.split(&start).skip(1);
    parts.map(|part| part.split('"').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn nothing_of_the_document_becomes_markup() {
    let page = reference(&awkward());
    assert_eq!(page.matches("<script>").count(), 1, "ours alone");
    assert!(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;"));
    assert!(page.contains("<code>&lt;b&gt;</code> it&#39;s"));
    assert!(!page.contains("<b>` it"));
}

#[test]
fn a_record_inside_itself_ends() {
    let page = reference(&awkward());
    assert!(page.len() < 100_000, "{}", page.len());
    assert!(page.contains("<b>&quot;branches&quot;</b>: []"));
}

#[test]
fn every_operation_and_record_is_there_once() {
    for document in documents() {
        let page = reference(&document);
        let ids = attributes(&page, "id");
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "an id twice");
        for (name, _) in document["components"]["schemas"].as_object().unwrap() {
            assert!(ids.contains(&format!("record-{name}")), "{name}");
        }
        let paths = document["paths"].as_object().unwrap().values();
        let methods = paths.flat_map(|path| path.as_object().unwrap());
        let count = methods.filter(|(method, _)| *method != "parameters").count();
        assert_eq!(ids.iter().filter(|id| id.starts_with("op-")).count(), count);
    }
}

#[test]
fn every_link_leads_somewhere_on_the_page() {
    for document in documents() {
        let page = reference(&document);
        let ids: BTreeSet<_> = attributes(&page, "id").into_iter().collect();
        for link in attributes(&page, "href").iter().filter(|link| !link.starts_with("data:")) {
            assert!(link.strip_prefix('#').is_some_and(|id| ids.contains(id)), "{link}");
        }
    }
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    for document in documents() {
        let page = reference(&document);
        for load in [" src=", "url(", "@import", "<iframe", "<object", "<form", "fetch("] {
            assert!(!page.contains(load), "{load}");
        }
        assert_eq!(page.matches("<link ").count(), 1);
        assert!(page.contains("<link rel=\"icon\" href=\"data:"));
    }
}

#[test]
fn the_same_document_makes_the_same_page() {
    for document in documents() {
        assert_eq!(reference(&document), reference(&document));
    }
}

#[test]
fn an_operation_says_what_it_needs_and_how_it_is_called() {
    let page = reference(&awkward());
    assert!(page.contains("Needs <b>WRITE</b> access to <code>trees</code>"));
    assert!(page.contains("curl <i>\"$BASE/trees/$TREE\"</i> \\\n  -H <i>\"Authorization"));
    assert!(page.contains("Open to everyone"));
    assert!(page.contains("<wbr>/trees<wbr>/<var>{tree_id}</var>"));
}

#[test]
fn an_empty_document_makes_a_page() {
    assert!(reference(&json!({})).ends_with("</html>\n"));
    assert!(reference(&Value::Null).starts_with("<!doctype html>"));
}
