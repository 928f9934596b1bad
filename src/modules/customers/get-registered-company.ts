import { z } from 'zod';
import { checkKennitala, isCompany, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { type RegisteredCompany, RegisterUnavailable } from '../../kernel/ports/ports.ts';

/** Of one account; the register itself allows its clients a limited number. */
const MAX_REQUESTS = 300;
const SECONDS = 3600;

export const getRegisteredCompany = defineRead({
  name: 'get-registered-company',
  summary: 'Looks up name and address of a company by its kennitala in the register of companies.',
  description:
    'Use it before create-customer, so that the name is written as it is registered. The register has companies and other legal entities, and no people.',
  access: { scope: 'manage_customers' },
  input: object({
    kennitala: text(20, { examples: ['5801010110'] })('Kennitala of the company'),
  }),
  output: z.object({
    kennitala: out.own('Kennitala of the company', '5801010110'),
    name: out.outside('Its name as registered', 'Sýnishorn ehf.'),
    address: out.outside('Street and house number; empty where it is not known', 'Laugavegur 26'),
    zip: out.outside('Postal code', '101'),
    city: out.outside('Town', 'Reykjavík'),
  }),
  refusals: ['field_invalid', 'registered_company_not_found', 'register_unavailable'],
  async run(ctx, input) {
    const kennitala = normalizeKennitala(input.kennitala);
    if (!checkKennitala(kennitala, ctx.policy.kennitala))
      fail('field_invalid', 'kennitala', violation('kennitala'));
    const subject = `companies looked up by ${ctx.account.id}`;
    await ctx.rateLimiter.record([{ subject, max: MAX_REQUESTS, seconds: SECONDS }]);
    return (await findCompany(ctx, kennitala)) ?? fail('registered_company_not_found');
  },
});

/** A kennitala of a person is not sent anywhere. */
export async function findCompany(
  { ports }: Pick<ReadContext, 'ports'>,
  kennitala: string,
): Promise<RegisteredCompany | null> {
  if (!isCompany(kennitala)) return null;
  try {
    return await ports.register.find(kennitala);
  } catch (error) {
    if (error instanceof RegisterUnavailable) return fail('register_unavailable');
    throw error;
  }
}
