-- A revocation declines what the program has proposed. Proposals of programs that were revoked before could only be declined.
update proposals p set state = 'declined', reason = 'The program was disconnected', ended_at = now()
  where p.state = 'waiting' and not exists (
    select from grants g
    where g.account_id = p.account_id and g.client_id = p.client_id and g.revoked_at is null);
