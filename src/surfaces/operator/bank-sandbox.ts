import { z } from 'zod';
import { parseAccountNo, parseIban } from '../../domain/bank/account-number.ts';
import { toPlainDate } from '../../domain/values/dates.ts';
import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { parseSent } from '../../kernel/fields/field-failures.ts';
import { date, listOf, number, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { type OperatorRoute, sandboxRoute } from './route.ts';

const MAX_TRANSACTIONS = 5000;

const party = object({
  name: text(70, { examples: ['Kaupandi ehf.'] }).optional('Name'),
  registration_no: text(20, { examples: ['5501234520'] }).optional('Kennitala'),
  account_no: text(30, { examples: ['013326012345'] }).optional('Account'),
});

const transaction = object({
  amount: number({ places: 2, min: '-1000000000', max: '1000000000' })(
    'Positive for money that comes in, negative for money that goes out',
  ),
  text: text(140).optional('What the payer wrote, or what the bank calls it'),
  counterparty: z
    .union([party, text(70)()])
    .optional()
    .describe('Who paid or was paid: a name, or name, kennitala and account'),
  booked_on: date.optional('Day of booking; today when left out'),
  reference: text(140).optional('Reference of the payer'),
});

const transactions = listOf(transaction, MAX_TRANSACTIONS).meta({
  examples: [
    [
      {
        amount: 12_400,
        text: 'Reikningur 17',
        counterparty: { registration_no: '5501234520' },
        booked_on: '2026-03-16',
      },
    ],
  ],
});

/** The accounts at the embedded bank. */
export const bankRoutes: readonly OperatorRoute[] = [
  sandboxRoute('bank', {
    method: 'POST',
    path: '/:account_no/transactions',
    action: 'sandbox-bank-transactions',
    about: {
      summary: 'Creates transactions on an account at the embedded bank.',
      description:
        'For testing. The body is a list of `{amount, text, counterparty, booked_on, reference}`, of which only `amount` is required; it is negative for money that goes out. `counterparty` is a name, or `{name, registration_no, account_no}`. The account is one whose `connection` is bank. The cron task fetch-bank-lines brings the transactions into the books, at the latest after ten minutes; `POST /operator/jobs/run` does so at once.',
      input: transactions,
      output: z.object({
        account_no: out.own('The account', '013326012345'),
        added: out.integer('How many transactions were made', 1),
      }),
      refusals: ['bank_account_not_found'],
    },
    answer: async (sandbox, { params, body, list }, { kernel }) => {
      const written = params.account_no ?? '';
      const account_no = parseAccountNo(written) ?? parseIban(written) ?? written;
      const owners = await sandbox.ownersOf(account_no);
      if (owners.length === 0) fail('bank_account_not_found');
      const today = toPlainDate(kernel.clock());
      const made = parseSent(transactions, list ?? [body]).map(
        ({ amount, text: description = '', reference = '', counterparty = {}, booked_on = today }) => {
          const {
            name = '',
            registration_no = '',
            account_no: account = '',
          } = typeof counterparty === 'string' ? { name: counterparty } : counterparty;
          return {
            booked_on,
            amount: amount.toFixed(),
            text: description,
            reference,
            counterparty_name: name,
            counterparty_id: normalizeKennitala(registration_no),
            counterparty_account: account,
          };
        },
      );
      for (const owner of owners) await sandbox.add(owner, account_no, made);
      return { account_no, added: made.length };
    },
  }),
];
