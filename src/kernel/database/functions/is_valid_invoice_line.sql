-- What must hold for every line of an invoice: the check constraint of the table.
create or replace function is_valid_invoice_line(qty numeric, credited_qty numeric, tax text, vat_kind text)
returns boolean language plpgsql immutable as $$
begin
  return qty > 0 and credited_qty <= qty and tax in ('S', 'AA', 'Z')
    and (vat_kind is null or vat_kind in ('zero_rated', 'outside'));
end $$;
