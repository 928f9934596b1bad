-- An e-invoice finds its account by the kennitala of the receiver, and an earlier cost by the supplier's number.
create index accounts_by_kennitala on accounts (registration_no);
create index costs_by_number on costs (account_id, invoice_number, id) where invoice_number <> '';
