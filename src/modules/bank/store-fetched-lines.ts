import type { Statement } from '../../domain/bank/statement.ts';
import { EMPTY } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { lockBankAccount } from './account-store.ts';
import { selectStatement, statementAnswer } from './statement-store.ts';
import { checkAccount, storeStatement } from './store-statement.ts';

interface FetchedLines {
  bank_account_guid: string;
  statement: Statement;
}

/** Adds what is new of the transactions that the bank has reported. */
export const storeFetchedLines = defineTransaction({
  name: 'fetch-bank-lines',
  events: ['bank.imported'],
  async run(ctx, { bank_account_guid, statement }: FetchedLines) {
    const account =
      (await lockBankAccount(ctx.tx, ctx.account.id, bank_account_guid)) ?? fail('bank_account_not_found');
    checkAccount(account, statement);
    const source = { fileName: '', sha256: null };
    const { imported, ctes } = await storeStatement(ctx, account, statement, source);
    const { guid, lines_new } = imported;
    if (lines_new > 0) ctx.emit('bank.imported', { guid, bank_account_guid, lines_new });
    if (account.auto_book && lines_new > 0) ctx.enqueue('book-bank-lines', { bank_account_guid });
    return ctx.finish({
      target: guid,
      row: statementAnswer,
      ctes: ctes ?? EMPTY,
      result: selectStatement(imported),
    });
  },
});
