import { z } from 'zod';
import { defineRead } from '../../../kernel/operation.ts';
import { type ClaimRow, readClaim } from './claim-store.ts';
import { claimInput } from './schema.ts';

export const claimFacts = defineRead({
  name: 'claim-facts',
  summary: 'What the bank must be told of an invoice; null when it has no claim to make.',
  scope: null,
  input: claimInput,
  output: z.custom<ClaimRow | null>(),
  run: ({ db, account }, input) => readClaim(db, account.id, input.invoice_guid),
});
