-- How much of the VAT of a cost may be deducted, in percent; null: as its cost code says.
alter table costs add column vat_deductible smallint check (vat_deductible between 0 and 100);
