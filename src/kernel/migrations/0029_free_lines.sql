-- A free line has its own text and price and belongs to no item of the catalogue.
alter table invoice_lines alter column item_guid drop not null;
alter table sales_document_lines alter column item_guid drop not null;
