-- When the customer was last reminded of the invoice, by hand or by itself. The previous release leaves it empty.
alter table invoices add column reminded_at timestamptz;

update invoices i set reminded_at = e.at
from (select account_id, invoice_id, max(at) as at from invoice_events where event = 'reminded' group by 1, 2) e
where i.account_id = e.account_id and i.id = e.invoice_id;
