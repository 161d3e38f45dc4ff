-- A billing run in stages: everything is computed once into a temporary table.
BEGIN;
SET LOCAL work_mem = '256MB';
CREATE TEMPORARY TABLE run ON COMMIT DROP AS
WITH due AS MATERIALIZED (
    SELECT s.id, s.customer_id, s.next_invoice_date AS billing_date, s.units,
        s.start_date + make_interval(months => s.periods_billed + 1) AS next_date,
        p.name AS plan, c.tax_rate, s.discount AS percent,
        CASE p.model
            WHEN 'FIXED' THEN s.units * p.unit_price
            WHEN 'VOLUME' THEN (SELECT s.units * t.unit_price + t.flat_price FROM tier t
                WHERE t.plan_id = p.id AND t.low < s.units
                    AND (t.high IS NULL OR s.units <= t.high))
            WHEN 'GRADIENT' THEN (SELECT sum((least(s.units, t.high) - t.low) * t.unit_price
                    + t.flat_price)::bigint FROM tier t
                WHERE t.plan_id = p.id AND t.low < s.units)
            WHEN 'STEP' THEN (s.units + p.step_size - 1) / p.step_size * p.unit_price
            ELSE s.units * p.prices[least(s.periods_billed + 1, cardinality(p.prices))]
        END AS charge,
        greatest(coalesce(s.minimum, 0) - s.last_charge, 0) AS topped_up,
        k.id AS credit_id, coalesce(k.balance, 0) AS balance,
        s.start_date + make_interval(months => s.periods_billed - 1) AS last_date
    FROM subscription s
    JOIN plan p ON p.id = s.plan_id
    JOIN customer c ON c.id = s.customer_id
    LEFT JOIN credit k ON k.customer_id = s.customer_id AND k.balance > 0
    WHERE s.next_invoice_date <= '2026-04-01 00:00Z'
), net AS (
    SELECT due.*, round(charge * coalesce(percent, 0))::bigint AS discounted FROM due
), taxed AS (
    SELECT net.*, round((charge - discounted + topped_up) * coalesce(tax_rate, 0))::bigint AS tax
    FROM net
)
SELECT taxed.*, nextval('invoice_ids') AS invoice_id, row_number() OVER (ORDER BY id) AS place,
    least(balance, charge - discounted + topped_up + tax) AS credit
FROM taxed;
WITH series AS (
    UPDATE number_series SET last = last + (SELECT count(*) FROM run) WHERE name = 'invoice'
    RETURNING last - (SELECT count(*) FROM run) AS before)
INSERT INTO invoice
SELECT invoice_id, 'INV-' || to_char(before + place, 'FM0000000'), id, customer_id, billing_date,
    billing_date + interval '30 days',
    CASE WHEN charge + topped_up - discounted + tax - credit = 0 THEN 'PAID' ELSE 'PENDING' END,
    charge + topped_up, discounted, tax, credit, charge + topped_up - discounted + tax - credit
FROM run, series;
INSERT INTO invoice_line
SELECT invoice_id, 0, plan, billing_date, next_date, units, charge FROM run
UNION ALL
SELECT invoice_id, 1, 'Minimum', last_date, billing_date, NULL, topped_up FROM run
WHERE topped_up > 0;
INSERT INTO credit_log (credit_id, invoice_id, amount, created_at)
SELECT credit_id, invoice_id, credit, billing_date FROM run WHERE credit > 0;
UPDATE credit k SET balance = k.balance - r.credit FROM run r
WHERE k.id = r.credit_id AND r.credit > 0;
UPDATE subscription s
SET periods_billed = s.periods_billed + 1, next_invoice_date = r.next_date, last_charge = r.charge
FROM run r WHERE s.id = r.id;
COMMIT;
