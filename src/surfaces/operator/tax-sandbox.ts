import { z } from 'zod';
import { NEXT_TAX_ANSWERS } from '../../domain/vat/tax-sandbox.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { toFailure } from '../../kernel/fields/field-failures.ts';
import { choice, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { OperationDescription, OperatorAnswer, OperatorCall, OperatorDeps } from './deps.ts';

const PATH = '/operator/sandbox/tax';

export const aboutTaxReturns: OperationDescription = {
  summary: 'Lists the VAT returns of an account at the embedded tax office.',
  description: 'For testing. `code` is what the tax office calls the period: four times its last month.',
  input: object({ account: text(100, { examples: ['demo'] })().describe('Username of the account') }),
  output: z.array(
    z.object({
      year: out.own('Year of the period', '2026'),
      code: out.own('Code of the period', '40'),
      entries: z.array(z.record(z.string(), z.unknown())).describe('The rows of its form'),
      submitted: out.integer('Number of returns and corrections of the period that were accepted', 1),
    }),
  ),
  refusals: ['account_not_found'],
};

export async function listTaxReturns(
  { tax, accounts }: OperatorDeps,
  { query }: OperatorCall,
): Promise<OperatorAnswer> {
  const office = tax ?? fail('path_not_found', PATH);
  const account = await accounts.byUsername(query.account ?? fail('field_required', 'account'));
  return { body: await office.list(account.id) };
}

const nextAnswer = object({
  next: choice(NEXT_TAX_ANSWERS)().describe(
    'refuse: it refuses the return with the message; hang: it does not answer and has taken nothing; fail_after: it has taken the return and does not answer; duplicate: it has taken the return and says that it has one already',
  ),
  message: text(300, { examples: ['Ekki samræmi milli veltu og útskatts'] })
    .optional()
    .describe('Message of the refusal'),
  account: text(100, { examples: ['demo'] })
    .optional()
    .describe('Username of the account whose return it is; whoever files first when left out'),
});

export const aboutTaxAnswer: OperationDescription = {
  summary: 'Sets what the embedded tax office does with the next VAT return.',
  description: 'For testing. Each call counts for one return, in the order of the calls.',
  input: nextAnswer,
  output: z.object({ next: out.code(NEXT_TAX_ANSWERS, 'What it will do') }),
  refusals: ['account_not_found'],
};

export async function playTaxOffice(
  { tax, accounts }: OperatorDeps,
  { body }: OperatorCall,
): Promise<OperatorAnswer> {
  const office = tax ?? fail('path_not_found', PATH);
  const parsed = nextAnswer.safeParse(body);
  if (!parsed.success) throw toFailure(parsed.error);
  const { next, message = 'Skýrslunni er hafnað', account } = parsed.data;
  const accountId = account ? (await accounts.byUsername(account)).id : undefined;
  await office.play(next, message, accountId);
  return { body: { next } };
}
