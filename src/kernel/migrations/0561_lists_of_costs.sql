-- no-transaction
-- An index for every order and filter of the lists of costs. Those that are still being read are in the lists of the console.
drop index concurrently if exists costs_by_day;
create index concurrently costs_by_day on costs (account_id, listed_on desc, id desc) include (show_api, accounting_status);
drop index concurrently if exists costs_by_issue;
drop index concurrently if exists costs_of_supplier;
create index concurrently costs_of_supplier on costs (account_id, supplier_id, listed_on desc, id desc) include (show_api);
drop index concurrently if exists costs_by_supplier;
drop index concurrently if exists costs_being_read;
create index concurrently costs_being_read on costs (account_id, listed_on desc, id desc) where not show_api;
drop index concurrently if exists costs_by_code;
create index concurrently costs_by_code on costs (account_id, cost_code, listed_on desc, id desc) include (show_api);
drop index concurrently if exists costs_by_due_day;
create index concurrently costs_by_due_day on costs (account_id, coalesce(due_date, listed_on), id) where show_api;
-- A search finds a cost by its amount, too.
drop index concurrently if exists costs_by_amount;
create index concurrently costs_by_amount on costs (account_id, amount);
-- What was owed to suppliers on a day is read from the costs that are not settled, and from those that were settled since.
drop index concurrently if exists costs_unsettled;
create index concurrently costs_unsettled on costs (account_id, id)
  where amount <> paid_amount and (due_date is not null or coalesce(how_paid, 0) not in (2, 3, 4));
