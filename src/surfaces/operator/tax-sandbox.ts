import { z } from 'zod';
import { NEXT_TAX_ANSWERS } from '../../domain/vat/tax-sandbox.ts';
import { parseSent } from '../../kernel/fields/field-failures.ts';
import { choice, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { byAccount, type OperatorRoute, sandboxRoute } from './route.ts';

const nextAnswer = object({
  next: choice(NEXT_TAX_ANSWERS)(
    'refuse: it refuses the return with the message; hang: it does not answer and has taken nothing; fail_after: it has taken the return and does not answer; duplicate: it has taken the return and says that it has one already',
  ),
  message: text(300, { examples: ['Ekki samræmi milli veltu og útskatts'] }).optional(
    'Message of the refusal',
  ),
  account: text(100, { examples: ['demo'] }).optional(
    'Username of the account whose return it is; whoever files first when left out',
  ),
});

/** The embedded tax office. */
export const taxRoutes: readonly OperatorRoute[] = [
  sandboxRoute('tax', {
    method: 'GET',
    path: '',
    action: 'sandbox-tax-returns',
    about: {
      summary: 'Lists the VAT returns of an account at the embedded tax office.',
      description: 'For testing. `code` is what the tax office calls the period: four times its last month.',
      input: byAccount,
      output: z.array(
        z.object({
          year: out.own('Year of the period', '2026'),
          code: out.own('Code of the period', '40'),
          entries: z.array(z.record(z.string(), z.unknown())).describe('The rows of its form'),
          submitted: out.integer('Number of returns and corrections of the period that were accepted', 1),
        }),
      ),
      refusals: ['account_not_found'],
    },
    answer: async (office, call) => office.list((await call.account()).id),
  }),
  sandboxRoute('tax', {
    method: 'POST',
    path: '',
    action: 'sandbox-answer-tax-return',
    about: {
      summary: 'Sets what the embedded tax office does with the next VAT return.',
      description: 'For testing. Each call counts for one return, in the order of the calls.',
      input: nextAnswer,
      output: z.object({ next: out.code(NEXT_TAX_ANSWERS, 'What it will do') }),
      refusals: ['account_not_found'],
    },
    answer: async (office, { body }, { accounts }) => {
      const { next, message = 'Skýrslunni er hafnað', account } = parseSent(nextAnswer, body);
      const accountId = account ? (await accounts.byUsername(account)).id : undefined;
      await office.play(next, message, accountId);
      return { next };
    },
  }),
];
