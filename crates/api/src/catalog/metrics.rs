//! `/billable_metrics`

use engine::catalog::metrics as engine_metrics;
use engine::find::FindRequest;
use records::usage::Filling;
use records::{Area, Metric};
use serde_json::json;

use super::{Kind, name, state};
use crate::openapi::{Schema, object, page_of, projection, record, some_of};
use crate::operation::Operation;
use crate::page;

const KIND: Kind = Kind {
    tag: "Billable metrics",
    collection: "/billable_metrics",
    one: "/billable_metrics/{id}",
    find: "/billable_metrics/find",
    area: Area::PRICING,
};

pub fn create() -> Operation {
    let body = Schema::new(|components| {
        let mut fields = some_of::<Metric>(components, Metric::WRITABLE);
        fields.insert("item_id".to_owned(), json!({ "type": "string" }));
        object(components, "MetricCreate", fields, &["item_id", "metering_rule", "name"])
    });
    Operation {
        summary: "Create a billable metric",
        description: "How an item is measured: which events count, and what is made of them.",
        ..KIND.create("createMetric", body, record::<Metric>(), |session, call| {
            page::record(&engine_metrics::create(session, &call.sent())?)
        })
    }
}

pub fn get() -> Operation {
    Operation {
        summary: "Get a billable metric",
        description: "By id or by external name.",
        ..KIND.get("getMetric", record::<Metric>(), |session, call| {
            page::record(&engine_metrics::get(session, call.segment("id"))?)
        })
    }
}

pub fn filling() -> Operation {
    Operation {
        path: "/billable_metrics/{id}/filling",
        summary: "See how far a billable metric is filled",
        description: "A metric that is made or changed after events came counts them in the \
            background. Nothing waits for that: until then its usage is computed from the events.",
        ..KIND.get("getMetricFilling", record::<Filling>(), |session, call| {
            page::record(&engine::usage::filling(session, call.segment("id"))?)
        })
    }
}

pub fn update() -> Operation {
    let body =
        projection::<Metric>("MetricUpdate", Metric::WRITABLE, &[("name", name), ("state", state)]);
    Operation {
        summary: "Update a billable metric",
        ..KIND.update("updateMetric", body, record::<Metric>(), |session, call| {
            page::record(&engine_metrics::update(session, call.segment("id"), &call.patch())?)
        })
    }
}

pub fn find() -> Operation {
    let answer = page_of("MetricsPage", record::<Metric>());
    Operation {
        summary: "Find billable metrics",
        ..KIND.find("findMetrics", ("Metrics", engine_metrics::FIND), answer, |session, call| {
            let request = FindRequest::parse(&engine_metrics::FIND, &call.body)?;
            page::found(&engine_metrics::find(session, &request)?)
        })
    }
}
