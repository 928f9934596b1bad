-- When a file of transfers for the bank has last had the cost, and how much of it that file pays.
alter table costs add column exported_at timestamptz;
alter table costs add column exported_amount numeric(18, 2);
