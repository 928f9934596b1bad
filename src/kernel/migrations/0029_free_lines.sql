-- A free line has its own text and price and belongs to no item of the catalogue.
alter table invoice_lines alter column item_guid drop not null;
alter table sales_document_lines alter column item_guid drop not null;

-- A draft remembers that it is paid as soon as it is issued. Invoices from before were paid when they were made if
-- nothing paid them afterwards.
alter table invoices add column mark_paid boolean not null default false;
update invoices i set mark_paid = true
where i.status = 'Paid' and i.kind = 'invoice' and i.claim_status = '' and i.paid_on = (i.created_at at time zone 'UTC')::date
  and not exists (
    select from invoice_events e where e.account_id = i.account_id and e.invoice_id = i.id and e.event = 'paid');

-- Details of the customer that were sent with a document. They take the place of the profile's on its invoices.
alter table sales_documents add column buyer_changes jsonb not null default '{}';

-- The files of an order, draft, quote or template go out with each of its invoices.
alter table files add column sales_document_id bigint;
alter table files add foreign key (account_id, sales_document_id) references sales_documents (account_id, id)
  on delete set null (sales_document_id);
create index files_by_sales_document on files (account_id, sales_document_id) where sales_document_id is not null;
