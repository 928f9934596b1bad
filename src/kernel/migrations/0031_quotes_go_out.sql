-- Quotes are mailed to the customer, who accepts or declines them on a public page. Orders, drafts and templates leave
-- these columns as they are.
alter table sales_documents
  add column valid_until    date,
  -- What an acceptance makes.
  add column accept_as      text not null default 'invoice' check (accept_as in ('invoice', 'draft')),
  -- Whether the customer is reminded before the quote expires.
  add column remind         boolean not null default false,
  add column reminded_at    timestamptz,
  add column sent_at        timestamptz,
  add column sent_to        text not null default '',
  -- Why the last mail could not be sent.
  add column send_error     text not null default '',
  add column answered_at    timestamptz,
  add column answered_by    text not null default '',
  add column decline_reason text not null default '';

alter table sales_documents drop constraint if exists documents_status_check;
alter table sales_documents drop constraint if exists sales_documents_status_check;
alter table sales_documents
  add constraint sales_documents_status_check check (status in ('open', 'invoiced', 'declined')),
  add constraint sales_documents_declined_check check (status <> 'declined' or kind = 'quote');

-- Finds the quotes that expire soon.
create index sales_documents_quote_reminders on sales_documents (account_id, valid_until)
  where kind = 'quote' and status = 'open' and remind and reminded_at is null and sent_at is not null;
