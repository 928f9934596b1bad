import type { Queryable } from '../../kernel/database/queryable.ts';
import { batches } from '../../kernel/operations/paging.ts';
import { listBankAccounts } from './account-store.ts';
import { type LineRow, listLines } from './line-store.ts';
import { proposeForLines } from './proposals.ts';

/** The guids of open lines that may be booked by themselves; none where the account does not want it. */
export async function* listCertainLines(
  db: Queryable,
  accountId: number,
  bankAccountGuid: string,
): AsyncGenerator<string> {
  const [account] = await listBankAccounts(db, accountId, bankAccountGuid);
  if (!account?.auto_book) return;
  const filter = {
    bankAccountGuid,
    state: 'open' as const,
    from: undefined,
    to: undefined,
    search: undefined,
  };
  const rows = batches<LineRow>({}, (range) => listLines(db, accountId, filter, range));
  for await (const batch of rows) {
    const untouched = batch.filter(({ was_unbooked }) => !was_unbooked);
    const proposals = await proposeForLines(db, accountId, untouched);
    for (const { guid } of untouched) if (proposals.get(guid)?.[0]?.score === 1) yield guid;
  }
}
