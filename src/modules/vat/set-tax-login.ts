import { z } from 'zod';
import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { FILING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { setTaxLoginStatement } from './tax-login-store.ts';

export const setTaxLogin = defineWrite({
  name: 'set-tax-login',
  summary: 'Stores the password of the tax office (veflykill), with which VAT returns are submitted.',
  description:
    'The password is stored encrypted and never shown. An accountant who files for the company sends their own kennitala beside it.',
  access: { scope: null, roles: FILING_ROLES, needsOwnKey: true },
  events: [],
  input: object({
    key: text(100, { examples: ['veflykill'] })('The password'),
    kennitala: text(20, { examples: ['5501234520'] }).optional(
      'Whose password it is; that of the company when left out',
    ),
  }),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['own_key_required', 'field_invalid'],
  async run(ctx, { key, kennitala: sent }) {
    const { account, now, secrets } = ctx;
    const kennitala = sent ? normalizeKennitala(sent) : account.registrationNo;
    if (!/^\d{10}$/.test(kennitala)) fail('field_invalid', 'kennitala', violation('kennitala'));
    const login = { kennitala, sealed_key: secrets.seal(key), changed_at: now };
    return ctx.finish({ target: account.guid, ...setTaxLoginStatement(account, login) });
  },
});
