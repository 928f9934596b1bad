-- A profile that a buyer typed on a public selling page, where nobody is signed in: the kennitala is a claim, not a
-- fact. It is not found by kennitala until the seller confirms it or merges it into the real customer. Profiles from
-- before this migration were in use as customers, and stay so.
alter table customers add column unverified boolean not null default false;

-- A returning buyer is found by e-mail address among the unverified profiles.
create index customers_unverified on customers (account_id, lower(email)) where unverified;
