import { z } from 'zod';
import { JOURNAL_ACCOUNTS } from '../../domain/journal/accounts.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { col, row } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { readChart, updateAccountsStatement } from './journal-store.ts';
import { accountChanges } from './schema.ts';

export const updateJournalAccounts = defineWrite({
  name: 'update-journal-accounts',
  summary: 'Changes the ledger accounts that the journal is posted to.',
  description:
    'Send only those that change; get-journal-accounts lists all. Files that were exported do not change, and their entries are not posted again.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: accountChanges,
  output: z.object({ changed: out.integer('How many were sent', 1) }),
  refusals: ['field_invalid'],
  async run(ctx, { accounts }) {
    const keys = new Set(accounts.map(({ key }) => key));
    if (keys.size < accounts.length) fail('field_invalid', 'accounts', violation('accounts_repeated'));
    const chart = await readChart(ctx.tx, ctx.account.id);
    const changed = accounts.flatMap(({ key, account = chart[key].account, name = chart[key].name }) =>
      account === '' ? [] : [{ key, account, name: name || JOURNAL_ACCOUNTS[key].name }],
    );
    const restored = accounts.filter(({ account }) => account === '').map(({ key }) => key);
    return ctx.finish({
      target: ctx.account.guid,
      row: row({ changed: col.integer() }),
      ...updateAccountsStatement(ctx.account.id, changed, restored),
    });
  },
});
