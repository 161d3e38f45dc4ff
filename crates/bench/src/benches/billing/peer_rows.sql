-- The same subscriptions, a month before they are due, with the invoices that they had.
INSERT INTO customer
SELECT n, 'Customer ' || to_char(n, 'FM0000000') || ' GmbH', CASE WHEN n % 20 >= 18 THEN 0.19 END
FROM generate_series(0, {rows} - 1) n;
INSERT INTO subscription
SELECT n, 'sub-' || to_char(n, 'FM0000000'), n,
    CASE WHEN n % 20 < 7 THEN 0 WHEN n % 20 < 11 THEN 1 WHEN n % 20 < 15 THEN 2
        WHEN n % 20 < 17 THEN 3 WHEN n % 20 < 18 THEN 4 ELSE 5 END,
    n * 7919 % 60 + 1 + CASE WHEN {lived} AND n % 20 IN (1, 8, 12, 16) THEN 5 ELSE 0 END,
    '2026-03-01 00:00Z', 1, '2026-04-01 00:00Z',
    CASE WHEN n % 20 >= 18 THEN 20000 END,
    CASE WHEN n % 20 >= 18 THEN 3000 * (n * 7919 % 60 + 1) ELSE 0 END,
    CASE WHEN n % 20 >= 18 THEN 0.1 END
FROM generate_series(0::bigint, {rows} - 1) n;
INSERT INTO credit SELECT n, n, 2500 FROM generate_series(0, {rows} - 1) n WHERE n % 20 >= 18;
INSERT INTO invoice
SELECT nextval('invoice_ids'), 'INV-' || to_char(n + 1, 'FM0000000'), n, n, '2026-03-01 00:00Z',
    '2026-03-31 00:00Z', 'PENDING', 1000, 0, 0, 0, 1000
FROM generate_series(0, {rows} - 1) n;
INSERT INTO invoice_line
SELECT id, 0, 'First month', '2026-03-01 00:00Z', '2026-04-01 00:00Z', 1, 1000 FROM invoice;
UPDATE number_series SET last = {rows};
VACUUM ANALYZE;
