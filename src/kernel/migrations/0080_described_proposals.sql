-- A proposal is shown by the description of all that it does. Earlier ones said less; what they said is kept.
update proposals set preview = jsonb_build_object(
  'kind', case
    when operation in ('create-invoice', 'issue-invoice', 'issue-draft-invoice', 'accept-quote', 'create-invoice-from-order')
      then 'invoice'
    when operation = 'do-paid-invoice' then 'payment'
    when operation in ('resend-invoice', 'send-quote') then 'delivery'
    when operation like '%delete%' then 'deletion'
    else 'change' end,
  'name', '', 'record', null, 'receiver', preview -> 'receiver', 'amount', preview -> 'amount', 'fee', preview -> 'fee',
  'currency', preview -> 'currency', 'exchange_rate', null, 'lines', preview -> 'lines', 'vat', '[]'::jsonb,
  'dates', '{}'::jsonb, 'deliver', preview -> 'deliver', 'claim', preview -> 'claim', 'payment', null,
  'files', '[]'::jsonb, 'defaults', '[]'::jsonb,
  'fields', coalesce(
    (select jsonb_agg(jsonb_build_object('name', key, 'to', value)) from jsonb_each(
      case jsonb_typeof(preview -> 'fields') when 'object' then preview -> 'fields' else '{}'::jsonb end)), '[]'::jsonb))
where not preview ? 'kind';
