-- From which year on an account settles VAT by periods of which length. Without a row: two months.
create table vat_period_lengths (
  account_id bigint not null references accounts,
  from_year smallint not null,
  periods text not null check (periods in ('two_months', 'half_year', 'year')),
  primary key (account_id, from_year)
);
