-- Why a selling page charges no VAT; null: as its item says. And how the lines of an issued document that do not say it count in the
-- VAT return, where somebody has decided that later: the document itself stays as it was issued.
alter table product_sales add column vat_kind text check (vat_kind in ('zero_rated', 'outside'));
alter table invoices add column decided_vat_kind text check (decided_vat_kind in ('zero_rated', 'outside'));
