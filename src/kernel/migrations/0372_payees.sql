-- The account that a supplier is to be paid on.
alter table costs add column payee_account text not null default '';
alter table costs add column payee_iban text not null default '';
