import { LINE_STATES } from '../../domain/bank/line-states.ts';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { boundaryDate, choice, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { listBankAccounts } from './account-store.ts';
import { findLine, type LineRow, listLines } from './line-store.ts';
import { type BankLine, bankLine } from './schema.ts';

export const getBankLines = defineList({
  name: 'get-bank-lines',
  summary: 'Lists the lines of bank statements, newest first.',
  description: 'Ask for `state=open` for what waits to be booked.',
  access: { scope: 'payment' },
  input: object({
    bank_account_guid: guid.optional().describe('Lines of this account'),
    state: choice(LINE_STATES).optional().describe('Only those that wait, are booked, or are ignored'),
    from_date: boundaryDate.optional().describe('First day'),
    to_date: boundaryDate.optional().describe('Last day'),
    search: text(100).optional().describe('Part of the text, reference, name or kennitala, or an amount'),
    ...pageFields,
  }),
  output: bankLine,
  refusals: ['bank_account_not_found'],
  async *run({ db, account }, input) {
    const { bank_account_guid: bankAccountGuid } = input;
    if (bankAccountGuid && (await listBankAccounts(db, account.id, bankAccountGuid)).length === 0)
      fail('bank_account_not_found');
    const { state, from_date: from, to_date: to, search } = input;
    const filter = { bankAccountGuid, state, from, to, search };
    const rows = batches<LineRow>(input, (take, skip, after) =>
      listLines(db, account.id, filter, take, skip, after),
    );
    yield* mapBatches(rows, toBankLine);
  },
});

export const getBankLine = defineRead({
  name: 'get-bank-line',
  summary: 'Reads one line of a bank statement.',
  description: 'It says who paid or was paid, and what became of it.',
  access: { scope: 'payment' },
  input: object({ guid: guid().describe('The line') }),
  output: bankLine,
  refusals: ['bank_line_not_found'],
  async run({ db, account }, input) {
    const row = await findLine(db, account.id, input.guid);
    return row ? toBankLine(row) : fail('bank_line_not_found');
  },
});

function toBankLine(row: LineRow): BankLine {
  return {
    guid: row.guid,
    bank_account_guid: row.bank_account_guid,
    booked_on: row.booked_on,
    value_on: row.value_on,
    amount: toWire(row.amount),
    currency: row.currency,
    text: row.text,
    reference: row.reference,
    counterparty: {
      name: row.counterparty_name,
      registration_no: row.counterparty_id,
      account_no: row.counterparty_account,
    },
    balance: row.balance === null ? null : toWire(row.balance),
    state: row.state,
    reason: row.reason,
  };
}
