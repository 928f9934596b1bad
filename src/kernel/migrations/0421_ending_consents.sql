-- Whether people were notified that the consent ends soon.
alter table bank_consents add column is_announced boolean not null default false;
create index bank_consents_ending on bank_consents (account_id, valid_to) where state = 'given' and not is_announced;

-- The company has withdrawn its consent at the embedded bank.
alter table sandbox_consents drop constraint sandbox_consents_status_check;
alter table sandbox_consents add constraint sandbox_consents_status_check
  check (status in ('received', 'rejected', 'valid', 'revokedByPsu', 'expired', 'terminatedByTpp'));
