-- The files that an invoice was issued with. They belong to the invoice: a later change of the template, order, draft or
-- quote that it was made from neither adds to them nor takes from them, and no file is deleted that an invoice has.
create table invoice_files (
  account_id bigint not null,
  invoice_id bigint not null,
  file_guid  uuid not null,
  primary key (account_id, invoice_id, file_guid),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, file_guid) references files (account_id, guid)
);
create index invoice_files_by_file on invoice_files (account_id, file_guid);

-- Triggers fill it in the statement that makes the invoice, also for a node of the release before. Where such a node would
-- delete a file that an invoice has, the foreign key refuses it.
create function link_files_of_document() returns trigger language plpgsql as $$
begin
  insert into invoice_files (account_id, invoice_id, file_guid)
  select f.account_id, new.id, f.guid from files f
  where f.account_id = new.account_id and f.sales_document_id = new.sales_document_id
  on conflict do nothing;
  return null;
end $$;
create trigger invoices_link_files after insert on invoices
  for each row when (new.sales_document_id is not null) execute function link_files_of_document();
create function link_attached_file() returns trigger language plpgsql as $$
begin
  insert into invoice_files (account_id, invoice_id, file_guid)
  values (new.account_id, new.invoice_id, new.guid)
  on conflict do nothing;
  return null;
end $$;
create trigger files_link_invoice after update of invoice_id on files
  for each row when (new.invoice_id is not null) execute function link_attached_file();

-- Of earlier invoices, the files that they show now.
insert into invoice_files (account_id, invoice_id, file_guid)
select account_id, invoice_id, guid from files where invoice_id is not null
union
select f.account_id, i.id, f.guid
from files f join invoices i on i.account_id = f.account_id and i.sales_document_id = f.sales_document_id;
