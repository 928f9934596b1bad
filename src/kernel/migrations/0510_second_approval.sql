-- The approval of a cost by one person that waits for another one, or that another one has followed. The person is null where the
-- operator approved.
alter table costs
  add column first_approved_at timestamptz,
  add column first_approved_by bigint;
