-- References that the buyer asks for on its invoices: purchase order, contract and its own account.
alter table invoices
  add column order_number text not null default '',
  add column contract_number text not null default '',
  add column accounting_cost text not null default '';

alter table sales_documents
  add column order_number text not null default '',
  add column contract_number text not null default '',
  add column accounting_cost text not null default '';
