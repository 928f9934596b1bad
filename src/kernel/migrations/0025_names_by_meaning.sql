-- Names that say what they mean. A node of the previous release cannot run on this schema: stop all nodes before
-- the first new one starts. An old node that is started by mistake reports that the schema is newer and does not
-- become ready.

-- Sums are kept by VAT code. A code outlives its rate: S was 25.5 % until 2014 and is 24 % since.
alter table invoices rename column net_24 to net_s;
alter table invoices rename column net_11 to net_aa;
alter table invoices rename column net_0 to net_z;
alter table invoices rename column vat_24 to vat_s;
alter table invoices rename column vat_11 to vat_aa;
alter table costs rename column vat_24 to vat_s;
alter table costs rename column vat_11 to vat_aa;

-- Orders, drafts, quotes and templates of recurring invoices. Elsewhere a document is a PDF, an XML file or a mail.
alter table documents rename to sales_documents;
alter table document_lines rename to sales_document_lines;
alter table sales_document_lines rename column document_id to sales_document_id;
alter table recurring_schedules rename column document_id to sales_document_id;
alter table invoices rename column document_id to sales_document_id;
alter sequence documents_id_seq rename to sales_documents_id_seq;
alter index documents_by_kind rename to sales_documents_by_kind;
alter index invoices_by_document rename to invoices_by_sales_document;

-- Constraints follow the names of their tables and columns. Which of them have names depends on the server: from
-- PostgreSQL 18 on, `not null` has one too.
do $$
declare
  renamed record;
begin
  for renamed in
    select conrelid::regclass as relation, conname as name,
      replace(replace(replace(replace(replace(replace(conname, 'document', 'sales_document'),
        'net_24', 'net_s'), 'net_11', 'net_aa'), 'net_0', 'net_z'), 'vat_24', 'vat_s'), 'vat_11', 'vat_aa') as new_name
    from pg_constraint
    where connamespace = current_schema()::regnamespace and conname ~ 'document|(net|vat)_(24|11|0)'
      and conrelid in ('invoices'::regclass, 'costs'::regclass, 'recurring_schedules'::regclass,
        'sales_documents'::regclass, 'sales_document_lines'::regclass)
  loop
    execute format('alter table %s rename constraint %I to %I', renamed.relation, renamed.name, renamed.new_name);
  end loop;
end $$;
