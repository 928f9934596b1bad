-- Where 0220 has dropped the column before it learned that nodes of the release before it still name it.
alter table invoices add column if not exists is_refund boolean not null default false;
update invoices set is_refund = true where kind = 'credit' and refund_amount > 0 and not is_refund;

create or replace function refuse_paid_without_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.kind = 'credit' and new.is_refund and new.refund_amount = 0 or new.status = 'Paid' and
      round(case new.kind when 'credit' then new.refund_amount else new.amount - new.credited_amount end - new.paid_amount,
      case when new.currency in ('ISK', 'JPY', 'KRW', 'VND') then 0 else 2 end) > 0 then
    raise exception using errcode = 'serialization_failure',
      message = format('Document %s of account %s would be paid without a payment; replace the nodes of the previous release',
        new.number, new.account_id);
  end if;
  new.is_refund := new.kind = 'credit' and new.refund_amount > 0;
  return new;
end $$;
create or replace trigger invoices_paid_by_payments before insert or update of status, refund_amount on invoices
  for each row when (new.status = 'Paid' or new.kind = 'credit')
  execute function refuse_paid_without_payment();
