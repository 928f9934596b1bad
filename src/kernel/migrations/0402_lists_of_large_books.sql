-- no-transaction
-- An index for every order of the list of invoices. The translated name is the sort key of icelandicSortKey (search-sql.ts).
drop index concurrently if exists invoices_by_amount;
create index concurrently invoices_by_amount on invoices (account_id, amount desc, id desc);
drop index concurrently if exists invoices_by_due_day;
create index concurrently invoices_by_due_day on invoices (account_id, due_date desc, id desc);
drop index concurrently if exists invoices_by_buyer;
create index concurrently invoices_by_buyer on invoices (account_id, (translate(buyer ->> 'name', 'aAáÁbBcCdDðÐeEéÉfFgGhHiIíÍjJkKlLmMnNoOóÓpPqQrRsStTuUúÚvVwWxXyYýÝzZþÞæÆöÖàÀâÂäÄãÃåÅçÇèÈêÊëËñÑòÒôÔõÕøØùÙûÛüÜłŁ', 'AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZ[[\\]]^^__``aabbccddAAAAccAAAADDGGGGGGRRSSSSSSddZZZZZZPP') collate "C") desc, id desc);
-- The tabs of which there are few documents among many.
drop index concurrently if exists invoices_credit_notes;
create index concurrently invoices_credit_notes on invoices (account_id, issue_date desc, (coalesce(number, 9223372036854775807)) desc, id desc)
  where kind = 'credit';
drop index concurrently if exists invoices_drafts_and_cancelled;
create index concurrently invoices_drafts_and_cancelled
  on invoices (account_id, status, issue_date desc, (coalesce(number, 9223372036854775807)) desc, id desc)
  where status in ('Draft', 'Cancelled');
-- One index by day of issue in the place of two, which differed in the order within a day.
drop index concurrently if exists invoices_by_day;
create index concurrently invoices_by_day on invoices (account_id, issue_date desc, (coalesce(number, 9223372036854775807)) desc, id desc)
  include (kind, status, currency, due_date, amount, credited_amount, paid_amount, written_off_on, exchange_rate, is_imported);
drop index concurrently if exists invoices_by_day_of_sale;
drop index concurrently if exists invoices_by_issue_and_number;
-- The sums of what is open among the documents of some days are read from the index alone.
drop index concurrently if exists invoices_open_sums;
create index concurrently invoices_open_sums on invoices (account_id, due_date, id)
  include (kind, status, amount, credited_amount, paid_amount, written_off_on, exchange_rate, customer_id, currency, issue_date, is_imported)
  where status in ('Draft', 'Sent', 'Collection');
drop index concurrently if exists invoices_owed_sums;
