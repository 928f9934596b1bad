-- The payments that settle an invoice, each with the share of the invoice as its amount.
create or replace function payments_of_invoice(of_account bigint, of_invoice bigint) returns json stable language plpgsql as $$
begin
  return (
    select coalesce(json_agg(json_build_object('guid', p.guid, 'paid_on', p.paid_on, 'method_payment', p.method_payment,
      'source', p.source, 'amount', a.amount::text) order by p.paid_on, p.id), '[]')
    from allocations a join payments p on p.account_id = of_account and p.id = a.payment_id
    where a.account_id = of_account and a.invoice_id = of_invoice and p.reversed_on is null);
end $$;
