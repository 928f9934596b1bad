-- Why no VAT is charged: zero_rated (article 12 of act 50/1988) or outside (article 2), of lines and items without VAT. Null: as the
-- buyer is abroad or not, which holds for all lines before this column too, so that no table is rewritten.
alter table items add column vat_kind text check (vat_kind in ('zero_rated', 'outside'));
alter table invoice_lines add column vat_kind text check (vat_kind in ('zero_rated', 'outside'));
alter table sales_document_lines add column vat_kind text check (vat_kind in ('zero_rated', 'outside'));
