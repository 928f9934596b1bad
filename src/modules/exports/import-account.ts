import { toOneLine } from '../../domain/strings/one-line.ts';
import { toError } from '../../domain/values/errors.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { digest } from '../../kernel/node/digest.ts';
import { newGuid } from '../../kernel/node/ids.ts';
import { OperatorError } from '../../kernel/node/operator-error.ts';
import { newKey, type Secrets } from '../../kernel/security/secrets.ts';
import { checkUsername } from '../accounts/rules.ts';
import { followImported } from '../bank/gaps.ts';
import { bankAccounts } from '../bank/tables.ts';
import type { AccountFile } from './account-file.ts';
import { EXPORTED, type ExportedTable } from './exported-tables-store.ts';
import {
  beginImport,
  collectFile,
  collectRows,
  insertImportedAccount,
  insertImportedRows,
  isUsernameTaken,
  type NewAccount,
  recordImport,
  reserveIds,
} from './import-store.ts';

const BATCH_BYTES = 2 * 1024 * 1024;
/** SQLSTATEs of values that do not fit the schema; others are about the database itself. */
const DATA_ERROR = /^(22|23)/;

export interface ImportOrder {
  username: string;
  password: string;
  now: Date;
  /** Told of each kind before its rows are inserted. */
  onTable?: (kind: string, rows: number) => void;
}

export interface ImportedAccount {
  username: string;
  api_key: string;
  rows: number;
}

/** Makes a new account of an export, all of it or nothing. */
export async function importAccount(
  db: Database,
  secrets: Secrets,
  file: AccountFile,
  { username, password, now, onTable }: ImportOrder,
): Promise<ImportedAccount> {
  checkUsername(username);
  if (await isUsernameTaken(db, username))
    throw new OperatorError(
      `The username ${username} is taken: name another one by --username. Nothing was changed.`,
    );
  const apiKey = newKey();
  const passwordHash = await secrets.passwords.hash(password);
  const account = { guid: newGuid(), username, apiKeyDigest: digest(apiKey), passwordHash, now };
  for (const [table, highest] of file.highestIds) if (highest > 0) await reserveIds(db, table, highest);
  try {
    await db.transaction((tx) => insertAll(tx, file, account, onTable));
  } catch (error) {
    const { code = '', message } = toError(error);
    if (!DATA_ERROR.test(code)) throw error;
    throw new OperatorError(
      `The export does not fit the schema: ${toOneLine(message).slice(0, 300)}. Nothing was changed.`,
    );
  }
  const rows = Object.values(file.manifest.counts).reduce((sum, count) => sum + count, 0);
  return { username, api_key: apiKey, rows };
}

async function insertAll(
  tx: Transaction,
  file: AccountFile,
  account: NewAccount,
  onTable: ImportOrder['onTable'],
): Promise<void> {
  await beginImport(tx);
  const [accountTable, ...others] = EXPORTED;
  if (!accountTable) return;
  await collect(tx, file, accountTable);
  const accountId = await insertImportedAccount(tx, accountTable, file.columnsOf(accountTable), account);
  for (const exported of others) {
    const { kind } = exported;
    const rows = file.manifest.counts[kind];
    if (!rows) continue;
    onTable?.(kind, rows);
    await collect(tx, file, exported);
    await insertImportedRows(tx, exported, file.columnsOf(exported), { accountId, account });
  }
  if (!others.some((one) => one.table === bankAccounts && file.columnsOf(one).includes('opening_balance')))
    await followImported(tx, accountId);
  await recordImport(tx, accountId, account);
}

async function collect(tx: Transaction, file: AccountFile, exported: ExportedTable): Promise<void> {
  const { file: stored } = exported;
  let [batch, size]: [string[], number] = [[], 0];
  const flush = async () => {
    if (batch.length > 0) await collectRows(tx, batch);
    [batch, size] = [[], 0];
  };
  for await (const lines of file.rows(exported))
    for (const line of lines) {
      if (stored) {
        await collectFile(tx, line, await file.bytes(JSON.parse(line)[stored.column]));
        continue;
      }
      batch.push(line);
      size += line.length;
      if (size >= BATCH_BYTES) await flush();
    }
  await flush();
}
