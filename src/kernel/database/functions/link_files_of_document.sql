-- Gives an invoice the files that its order, draft, quote or template has at this moment. The document is locked by whoever
-- makes an invoice of it or changes it, so its files stay the same until the commit.
create or replace function link_files_of_document() returns trigger language plpgsql as $$
begin
  insert into invoice_files (account_id, invoice_id, file_guid)
  select f.account_id, new.id, f.guid from files f
  where f.account_id = new.account_id and f.sales_document_id = new.sales_document_id
  on conflict do nothing;
  return null;
end $$;
