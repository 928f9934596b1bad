import { z } from 'zod';
import { EVERYBODY } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { newRecoveryCodes, recoveryCodeDigest } from './rules.ts';
import { replaceCodes } from './second-factor-store.ts';

export const replaceRecoveryCodes = defineWrite({
  name: 'replace-recovery-codes',
  summary: 'Creates new recovery codes for the person who is signed in; the old ones stop working.',
  access: { scope: null, confirm: 'password-and-code', roles: EVERYBODY },
  events: [],
  input: object({}),
  output: z.object({ recovery_codes: z.array(z.string()).describe('Shown only now') }),
  refusals: ['person_not_found', 'password_wrong', 'code_wrong'],
  async run(ctx) {
    const personId = ctx.caller.person?.id ?? fail('person_not_found');
    const recovery_codes = newRecoveryCodes();
    const replacement = replaceCodes(ctx.account.id, personId, recovery_codes.map(recoveryCodeDigest));
    const replaced = await ctx.finishIf({
      target: ctx.account.guid,
      ...replacement,
      secret: { recovery_codes },
    });
    if (!replaced) fail('person_not_found');
    return { recovery_codes: replaced.recovery_codes };
  },
});
