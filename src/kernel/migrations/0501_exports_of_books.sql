-- What an accountant needs of some days is an export like that of the whole account, in the same parts.
alter table account_exports
  add column kind text not null default 'account' check (kind in ('account', 'books')),
  add column from_date date,
  add column to_date date,
  add column lang text check (lang in ('is', 'en'));
-- Of one kind and the same days one is written at a time; a call that begins one waits for the others, see lockRunning.
drop index account_exports_running;
create unique index account_exports_running on account_exports (account_id) where state = 'running' and kind = 'account';
