"""Changes every record by one field through a client that is generated from the served document.

A client sends what the document makes it send: a default of a field would be sent with every
change, and would change what nobody asked for. So each record is made with something in it, one
field is changed through the generated model, and everything else has to be as it was.

Usage: round_trip.py ORIGIN COMPANY TOKEN FOLDER, where FOLDER holds the generated package `client`.
"""

import importlib
import json
import re
import sys

import httpx

ORIGIN, COMPANY, TOKEN, FOLDER = sys.argv[1:]
BASE = f"{ORIGIN}/api/v1/companies/{COMPANY}"
# Fields that follow every change by themselves.
MOVES = {"updated_at", "version"}

plain = httpx.Client(headers={"authorization": f"Bearer {TOKEN}"}, timeout=60)


def ask(method, path, body=None):
    answer = plain.request(method, BASE + path, json=body)
    assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
    return answer.json()


def made():
    """One record of each kind, by the path that changes it."""
    ask("PATCH", "", {"phone": "+49 30 1", "legal_name": "It Ltd"})
    person = ask("POST", "/company_users", {"email": "ann@x.example", "title": "CFO",
                                             "role": "Finance", "access": {"customers": "READ"}})
    seller = ask("POST", "/sales_users", {"name": "Bob"})
    customer = ask("POST", "/customers", {
        "identifier": "a", "email": "a@x.example", "name": "A", "tags": ["x"],
        "metadata": {"k": 1}, "exclude_from_metrics": True,
        "address": {"city": "Berlin", "country": "DE"}})
    item = ask("POST", "/billable_items", {"name": "Calls", "type": "CUSTOM_USAGE",
                                           "description": "d", "external_name": "calls"})
    metric = ask("POST", "/billable_metrics", {
        "item_id": item["id"], "name": "Calls", "description": "d", "is_billable": True,
        "metering_rule": {"aggregator": "COUNT"}})
    entitlement = ask("POST", "/entitlements", {"key": "seats", "name": "Seats", "type": "NUMBER",
                                                "aggregator_type": "ADD",
                                                "adjust_for_quantity": True})
    product = ask("POST", "/products", {"name": "Seats", "description": "d", "tags": ["x"],
                                        "metadata": {"k": 1}, "gl_code": "4000"})
    pricing = ask("POST", "/pricing", {
        "product_id": product["id"], "name": "Monthly", "currency": "USD", "description": "d",
        "pricing_type": "FIXED", "fixed_price": {"price_per_unit": "10"}, "tags": ["x"],
        "metadata": {"k": 1}, "billing_frequency": {"count": 1, "frequency": "MONTH"}})
    bundle = ask("POST", "/bundles", {"name": "All", "currency": "USD", "description": "d",
                                      "product_pricing_ids": [pricing["id"]],
                                      "metadata": {"k": 1}})
    subscription = ask("POST", "/subscriptions", {
        "customer_id": customer["id"], "product_pricing_ids": [pricing["id"]],
        "identifier": "s", "tags": ["x"], "metadata": {"k": 1},
        "invoice_payment_instructions": "to our account"})
    invoices = ask("POST", "/invoices/find", {"query": {"subscription_id": subscription["id"]}})
    invoice = invoices["results"][0]
    return {
        "updateCompany": ("", [], "name", "Renamed"),
        "updateCompanyUser": ("/company_users", [person["id"]], "title", "CEO"),
        "updateSalesUser": ("/sales_users", [seller["id"]], "name", "Renamed"),
        "updateCustomer": (None, [customer["id"]], "name", "Renamed"),
        "updateItem": (None, [item["id"]], "name", "Renamed"),
        "updateMetric": (None, [metric["id"]], "name", "Renamed"),
        "updateEntitlement": (None, [entitlement["id"]], "name", "Renamed"),
        "updateProduct": (None, [product["id"]], "name", "Renamed"),
        "updatePricing": (None, [pricing["id"]], "name", "Renamed"),
        "updateBundle": (None, [bundle["id"]], "name", "Renamed"),
        "updateSubscription": (None, [subscription["id"]], "invoice_payment_instructions", "none"),
        "updateInvoice": (None, [invoice["uuid"] if "uuid" in invoice else invoice["id"]],
                          "notes", "Thanks"),
    }


def seen(path, listed, ids):
    """The record as it is answered, by its path or out of its list."""
    if listed in (None, ""):
        return ask("GET", path)
    records = ask("GET", f"{listed}?limit=200")["results"]
    return next(record for record in records if record["id"] == ids[0])


def snake(text):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", text.replace(" ", "")).lower()


def check(operation, path, plan):
    listed, ids, field, value = plan
    for name, segment in zip(re.findall(r"{(\w+)}", path), ids):
        path = path.replace("{" + name + "}", segment)
    before = seen(path, listed, ids)
    tag = operation["tags"][0].replace(" ", "_").lower()
    verb = importlib.import_module(f"client.api.{tag}.{snake(operation['operationId'])}")
    schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    models = importlib.import_module("client.models")
    model = getattr(models, schema.rsplit("/", 1)[1])(**{field: value})
    assert model.to_dict() == {field: value}, f"{schema} sends {model.to_dict()}"
    package = importlib.import_module("client")
    client = package.AuthenticatedClient(base_url=f"{ORIGIN}/api/v1", token=TOKEN, timeout=60)
    answer = verb.sync_detailed(COMPANY, *ids, client=client, body=model)
    assert answer.status_code == 200, f"{operation['operationId']}: {answer.content}"
    after = seen(path, listed, ids)
    assert after[field] == value, f"{operation['operationId']} did not change {field}"
    for part in before.get("product_metric_pricings", []):
        # The only component of a pricing is called and described as the pricing is.
        if field in part["item_pricing"]:
            part["item_pricing"][field] = value
    others = {name for name in before if name not in MOVES | {field, "display_name"}}
    changed = {name: (before[name], after[name]) for name in others if before[name] != after[name]}
    assert not changed, f"{operation['operationId']} changed {changed}"


def main():
    sys.path.insert(0, FOLDER)
    document = plain.get(f"{ORIGIN}/openapi.json").json()
    plans, passed = made(), 0
    for path, operations in document["paths"].items():
        operation = operations.get("patch")
        if operation is None or "requestBody" not in operation:
            continue
        name = operation["operationId"]
        assert name in plans, f"{name} has no record to change: add one to `made`"
        check(operation, path.split("{company_id}", 1)[1], plans[name])
        passed += 1
    assert passed == len(plans), f"{passed} of {len(plans)} records were changed"
    assert '"default"' not in json.dumps(document["components"]), "a default is left"
    print(f"{passed} passed, 0 failed")


main()
