-- The customer that a profile was merged into. Programs keep guids, so new documents that name the merged profile are
-- made for that customer. The index serves the foreign key, and a later merge of that customer into another one.
alter table customers add column merged_into bigint;
alter table customers add foreign key (account_id, merged_into) references customers (account_id, id);
create index customers_merged on customers (account_id, merged_into) where merged_into is not null;

-- Earlier merges left one trace: documents of one customer whose snapshot of the buyer names another, inactive one.
update customers c set merged_into = moved.customer_id
from (
  select distinct on (k.account_id, k.id) k.account_id, k.id, d.customer_id
  from customers k
  join (
    select account_id, id, customer_id, buyer ->> 'guid' as guid from invoices
    union all
    select account_id, id, customer_id, buyer ->> 'guid' from sales_documents
  ) d on d.account_id = k.account_id and d.guid = k.guid::text and d.customer_id <> k.id
  where not k.active
  order by k.account_id, k.id, d.id desc) moved
where c.account_id = moved.account_id and c.id = moved.id;

-- Documents that are not issued name the customer that they belong to. Issued invoices stay as they are.
update sales_documents d set buyer = jsonb_set(d.buyer, '{guid}', to_jsonb(c.guid))
from customers c
where c.account_id = d.account_id and c.id = d.customer_id and d.buyer ->> 'guid' <> c.guid::text;
