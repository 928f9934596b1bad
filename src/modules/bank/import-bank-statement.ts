import { z } from 'zod';
import { isNumberOf } from '../../domain/bank/account-number.ts';
import { type OwnAccount, refuseStatement, type Statement } from '../../domain/bank/statement.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { listReadAccounts, lockBankAccount } from './account-store.ts';
import { statement, statementInput } from './schema.ts';
import { selectStatement, statementAnswer } from './statement-store.ts';
import { checkAccount, storeStatement } from './store-statement.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;

interface StatementOf {
  bank_account_guid: string;
  statement: Statement;
}

export const importBankStatement = defineWrite({
  name: 'import-bank-statement',
  summary: 'Imports the statement of a bank: camt.053, CSV or XLSX.',
  description:
    'The file names its account; send `bank_account_guid` where it does not. Only transactions that are new are added, so the same file or an overlapping one can be imported again. A dry run shows how the columns are understood. A file with a wrong row or balance is refused as a whole.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: ['bank.imported'],
  input: statementInput,
  output: z.object({ statement }),
  refusals: [
    'bank_account_not_found',
    'wrong_account',
    'balance_mismatch',
    'statement_refused',
    'file_refused',
  ],
  async prepare(ctx, { bank_account_guid, file, format, mapping }): Promise<StatementOf> {
    const { bytes } = file;
    if (bytes.length === 0) fail('file_refused', violation('file_empty'));
    if (bytes.length > MAX_FILE_BYTES) fail('file_refused', violation('file_large'));
    const own = await listReadAccounts(ctx.db, ctx.account.id, bank_account_guid);
    if (own.length === 0) fail('bank_account_not_found');
    const read = await ctx.ports.documents.readStatement(ctx.account.id, {
      bytes,
      format: format ?? null,
      mapping: mapping ?? null,
      own,
    });
    if ('statement' in read)
      return { bank_account_guid: accountOf(own, read.statement).guid, statement: read.statement };
    return fail(read.problem.kind === 'balance' ? 'balance_mismatch' : 'statement_refused', read.problem);
  },
  async run(ctx, { file, file_name }, { bank_account_guid, statement: read }: StatementOf) {
    const account =
      (await lockBankAccount(ctx.tx, ctx.account.id, bank_account_guid)) ?? fail('bank_account_not_found');
    checkAccount(account, read);
    const source = { fileName: file_name || file.name, sha256: file.sha256 };
    const { imported, ctes } = await storeStatement(ctx, account, read, source);
    if (ctes)
      ctx.emit('bank.imported', { guid: imported.guid, bank_account_guid, lines_new: imported.lines_new });
    if (account.auto_book && imported.lines_new > 0) ctx.enqueue('book-bank-lines', { bank_account_guid });
    return ctx.finish({
      target: imported.guid,
      row: statementAnswer,
      ...(ctes && { ctes }),
      result: selectStatement(imported),
    });
  },
});

/** The one of these accounts that a statement is of. One that names none is of the only account. */
function accountOf<A extends OwnAccount>(own: readonly A[], { accounts }: Statement): A {
  const [foreign] = accounts;
  if (foreign === undefined) {
    const [only, ...others] = own;
    if (!only || others.length > 0)
      fail('statement_refused', refuseStatement('statement_no_account').problem);
    return only;
  }
  const [found, ...others] = own.filter((one) => accounts.some((written) => isNumberOf(one, written)));
  if (!found) fail('wrong_account', foreign, own.map(numberOf).join(', '));
  if (others.length > 0) {
    const numbers = [found, ...others].map(numberOf).join(', ');
    fail('statement_refused', refuseStatement('statement_accounts', numbers).problem);
  }
  return found;
}

function numberOf({ account_no, iban }: OwnAccount): string {
  return account_no || iban;
}
