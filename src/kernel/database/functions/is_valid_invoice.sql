-- What must hold for every invoice and credit note, whichever statement writes it: the check constraint of the table. Like any
-- check constraint it may leave open (null) what it cannot decide.
create or replace function is_valid_invoice(kind text, status text, accounting_status text, claim_status text, number bigint, issue_date date,
  due_date date, settlement_date date, period_start date, period_end date, amount numeric, paid_amount numeric, refund_amount numeric)
returns boolean language plpgsql immutable as $$
begin
  return kind in ('invoice', 'credit')
    and status in ('Draft', 'Sent', 'Cancelled', 'Paid', 'Collection')
    and accounting_status in ('', 'Created', 'Posted', 'Skipped', 'Error')
    and claim_status in ('', 'sent', 'paid', 'cancel')
    and (status = 'Draft') = (number is null)
    and issue_date <= due_date and due_date <= settlement_date
    and (period_start is null) = (period_end is null) and (period_start <= period_end) is not false
    and amount >= 0 and paid_amount >= 0 and refund_amount >= 0;
end $$;
