-- The country of a supplier abroad, which the e-invoice standard requires; empty where it is not known.
alter table costs add column supplier_country text not null default '';
