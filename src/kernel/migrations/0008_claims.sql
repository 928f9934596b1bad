-- The embedded bank is one bank for all accounts: a claim's id is nobody else's.
create unique index sandbox_claims_by_id on sandbox_claims (claim_id);
