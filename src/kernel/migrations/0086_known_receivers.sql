-- A profile that was confirmed while another customer had its kennitala: documents that name the kennitala go on to that one.
alter table customers add column secondary boolean not null default false;

-- Who receives what the account's own key makes is known as well, as whoever receives something from a person.
insert into known_recipients (account_id, receiver, address, known_at)
  select account_id, receiver, address, max(known_at) from (
    select i.account_id, i.created_at as known_at,
      case when i.buyer ->> 'registration_no' <> '' then i.buyer ->> 'registration_no'
        else 'customer:' || (i.buyer ->> 'guid') end as receiver,
      case i.buyer ->> 'output_select' when '3' then 'email:' || lower(i.buyer ->> 'email')
        when '2' then 'einvoice:' || lower(coalesce(nullif(i.trading_partner_id, ''), i.buyer ->> 'registration_no'))
        else '' end as sent_to
    from invoices i
    join audit_log a on a.account_id = i.account_id and a.target = i.guid::text and a.outcome = 'ok'
      and a.via in ('credential', 'agent') and a.agent_id is null and a.person_id is null
      and a.action in ('create-invoice', 'issue-invoice', 'issue-draft-invoice', 'create-invoice-from-order', 'accept-quote')
    where i.status <> 'Draft') made
  cross join lateral (select distinct address from (values (''), (made.sent_to)) both_ways (address)) addresses
  where receiver is not null and address is not null
  group by account_id, receiver, address
  on conflict (account_id, receiver, address)
    do update set known_at = greatest(known_recipients.known_at, excluded.known_at);
