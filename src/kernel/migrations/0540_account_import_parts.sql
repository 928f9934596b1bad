-- Imports from other accounts bring orders, drafts, quotes, templates and tasks as well.
alter table account_imports drop constraint account_imports_part_check;
alter table account_imports add constraint account_imports_part_check check (part in ('account', 'customers', 'items', 'invoices',
  'credits', 'orders', 'drafts', 'quotes', 'recurring', 'tasks', 'closed_tasks', 'costs'));
alter table account_import_records drop constraint account_import_records_part_check;
alter table account_import_records add constraint account_import_records_part_check check (part in ('account', 'customers', 'items',
  'invoices', 'credits', 'orders', 'drafts', 'quotes', 'recurring', 'tasks', 'closed_tasks', 'costs'));
