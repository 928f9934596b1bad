-- The address to which a mail of a quote is on its way, until it has gone or was given up.
alter table sales_documents add column sending_to text not null default '';
