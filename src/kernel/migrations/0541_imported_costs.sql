-- Approved costs of another account. That account has reported them, so they are in no report of VAT or profit here and are never
-- handed to bookkeeping; what is left to pay of them is paid here.
alter table costs add column is_imported boolean not null default false;
alter table costs add constraint costs_imported_check check (not is_imported or accounting_status = 'Skipped');

drop index costs_payable;
create index costs_payable on costs (account_id, coalesce(due_date, listed_on), id)
  where show_api and (accounting_status in ('Created', 'Posted') or is_imported) and amount > paid_amount
    and (due_date is not null or coalesce(how_paid, 0) not in (2, 3, 4));
