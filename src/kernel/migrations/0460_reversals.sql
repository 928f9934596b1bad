-- Whether a transaction takes back an earlier one, or returns a payment that did not arrive.
alter table bank_lines add column is_reversal boolean not null default false;
