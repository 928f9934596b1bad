-- Who charges the VAT of a cost. The customs and the buyer of a service from abroad are stated by people only, so that the supplier
-- is right for all costs that are here.
alter table costs add column vat_charged_by text not null default 'supplier'
  check (vat_charged_by in ('supplier', 'customs', 'buyer'));
