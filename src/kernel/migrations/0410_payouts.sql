-- The payout of the card provider by which a payment by link came to the bank, as the provider calls it.
alter table payments add column payout text not null default '';
