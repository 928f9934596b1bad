-- The days whose work or service an invoice is for: those of the billed time, or of an occurrence of a template.
alter table invoices
  add column period_start date,
  add column period_end date,
  add constraint invoices_period check (period_start <= period_end and (period_start is null) = (period_end is null));

-- Whether an occurrence is for the time after it ('ahead') or before it ('behind'); empty where nothing is said of it.
alter table recurring_schedules
  add column period text not null default '' check (period in ('', 'ahead', 'behind'));
