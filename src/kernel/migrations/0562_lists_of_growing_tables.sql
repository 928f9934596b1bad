-- no-transaction
-- An index for each filter and order by which few rows are found among many that are settled.
drop index concurrently if exists invoice_lines_by_item;
create index concurrently invoice_lines_by_item on invoice_lines (account_id, item_guid, invoice_id);
drop index concurrently if exists customers_by_name;
create index concurrently customers_by_name on customers (account_id, (translate(name, 'aAáÁbBcCdDðÐeEéÉfFgGhHiIíÍjJkKlLmMnNoOóÓpPqQrRsStTuUúÚvVwWxXyYýÝzZþÞæÆöÖàÀâÂäÄãÃåÅçÇèÈêÊëËñÑòÒôÔõÕøØùÙûÛüÜłŁ', 'AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZ[[\\]]^^__``aabbccddAAAAccAAAADDGGGGGGRRSSSSSSddZZZZZZPP') collate "C"), id);
drop index concurrently if exists payments_by_accounting;
create index concurrently payments_by_accounting on payments (account_id, accounting_status, paid_on desc, id desc);
drop index concurrently if exists payments_by_source;
create index concurrently payments_by_source on payments (account_id, source, paid_on desc, id desc);
drop index concurrently if exists payments_paid_back;
create index concurrently payments_paid_back on payments (account_id, paid_on desc, id desc) where direction = 'out';
drop index concurrently if exists payments_by_amount;
create index concurrently payments_by_amount on payments (account_id, amount);
drop index concurrently if exists bank_lines_by_amount;
create index concurrently bank_lines_by_amount on bank_lines (account_id, abs(amount));
drop index concurrently if exists bank_lines_ignored;
create index concurrently bank_lines_ignored on bank_lines (account_id, booked_on desc, id desc) where state = 'ignored';
drop index concurrently if exists tasks_running;
create index concurrently tasks_running on tasks (account_id) where running_since is not null;
