-- The payments of an invoice as JSON. Most invoices have none, and a statement that named the tables would open them
-- and their indexes for every invoice that it reads. The function stands in `functions/payments_of_invoice.sql`.
create function payments_of_invoice(of_account bigint, of_invoice bigint) returns json stable language plpgsql
  as 'begin return ''[]''; end';
