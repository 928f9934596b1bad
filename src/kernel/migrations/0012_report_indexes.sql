-- Invoices by day of issue, with what the sums of a period need: a year is summed from the index alone.
create index invoices_by_issue_day on invoices (account_id, issue_date desc, id desc)
  include (kind, status, currency, due_date, amount);
drop index invoices_by_issue;
