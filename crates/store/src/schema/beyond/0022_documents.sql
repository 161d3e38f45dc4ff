-- What is printed of a company or a customer, each time it was changed, up to when it was that:
-- what was issued before keeps the words and the address that it was issued with.
CREATE TABLE former_party (
    company_id TEXT NOT NULL,
    party_id TEXT NOT NULL,
    until_at BIGINT NOT NULL,
    -- Wall time, which tells changes apart that were made while a test clock stood still.
    noted_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, party_id, until_at, noted_at)
);

-- Answers of customers are their documents as text, so every document has every field.
UPDATE customer SET doc = '{"tax_id":null,' || substr(doc, 2);
