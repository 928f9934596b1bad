-- When an owner has closed the account for good, and until when its books are kept.
alter table accounts
  add column closed_at timestamptz,
  add column kept_until date;
