-- Gives an invoice a file that was attached to it by name.
create or replace function link_attached_file() returns trigger language plpgsql as $$
begin
  insert into invoice_files (account_id, invoice_id, file_guid)
  values (new.account_id, new.invoice_id, new.guid)
  on conflict do nothing;
  return null;
end $$;
