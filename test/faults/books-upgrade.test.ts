import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { restore } from '../../src/commands/restore.ts';
import { SerializationFailure } from '../../src/kernel/database/database.ts';
import { emptyRow } from '../../src/kernel/database/row.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Service, startService } from '../../src/service.ts';
import { captureOutput } from '../support/backups.ts';
import { Client } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { databases, freshDatabase, type TestDatabase, testConfig } from '../support/databases.ts';
import { comparable, missingIn, paidInAll, readBooks } from '../support/read-books.ts';
import { select } from '../support/select.ts';
import { PASSWORD_COST } from '../support/shared-nodes.ts';

/**
 * A year of books that the second release has made (schema version 69), as its `kvitt backup` wrote them, and what its API
 * answered: claims paid late, payment links with too much, too little and too late, counter sales, gifts, credit notes before
 * and after the payment, refunds, and invoices in EUR. `KVITT_UPGRADE_BOOKS` names a folder with other ones.
 */
const folder = process.env.KVITT_UPGRADE_BOOKS ?? new URL('second-release', import.meta.url).pathname;
const file = `${folder}/books.backup`;
const { username, api_key, at, read } = JSON.parse(
  gunzipSync(readFileSync(`${folder}/answers.json.gz`)).toString(),
) as { username: string; api_key: string; at: string; read: Record<string, object> };

for (const kind of databases()) {
  describe(`the books of the release before (${kind})`, () => {
    let database: TestDatabase;
    let service: Service;
    before(async () => {
      database = await freshDatabase(kind);
      await captureOutput(restore, [file, '--unauthenticated'], database.env);
      const clock = () => new Date(at);
      service = await startService(testConfig(database.env), { clock, passwordCost: PASSWORD_COST });
    });
    after(async () => {
      await service.stop();
      await database.drop();
    });

    test('have the same documents, lists, statements and reports after the upgrade', async () => {
      const seller = new Client(service.address, username, api_key);
      const now = await readBooks(seller, await signInToConsole(seller), Number(at.slice(0, 4)));
      assert.deepEqual(Object.keys(now), Object.keys(read));
      const missing = Object.entries(read).flatMap(([call, answer]) =>
        missingIn(comparable(call, now[call]), comparable(call, answer), call),
      );
      assert.deepEqual(missing.slice(0, 20), [], `${missing.length} values differ`);
      const documents = Object.keys(read).filter((call) => call.startsWith('key get-invoice {')).length;
      const difference = Math.abs(paidInAll(now) - paidInAll(read));
      assert.ok(difference <= documents / 2, `what was paid in all differs by ${difference}`);
    });

    test('cannot be marked as paid without a payment, as a node of that release would do', async () => {
      const { db } = service.engine.kernel;
      const mark = (kindOf: string) =>
        db.query(
          emptyRow,
          sql`update invoices set status = 'Paid', paid_on = '2026-12-31' where id = (
            select min(id) from invoices where kind = ${kindOf} and status = 'Sent' and paid_amount < amount
              and (kind = 'invoice' or refund_amount > 0))`,
        );
      for (const kindOf of ['invoice', 'credit']) await assert.rejects(mark(kindOf), SerializationFailure);
    });

    test('keep the column of refunds for nodes of that release, which always store an amount in it', async () => {
      const { db } = service.engine.kernel;
      const refunds = await select<{ marked: number; paid_back: number }>(
        db,
        sql`select count(*) filter (where is_refund)::int as marked,
          count(*) filter (where is_refund and kind = 'credit' and refund_amount > 0)::int as paid_back from invoices`,
      );
      const [{ marked = 0, paid_back = -1 } = {}] = refunds;
      assert.ok(marked > 0 && marked === paid_back, JSON.stringify(refunds));
      const insert = db.query(
        emptyRow,
        sql`insert into invoices overriding system value
          select (jsonb_populate_record(i, '{"id": 999999999, "status": "Sent", "is_refund": true, "refund_amount": 0}')).*
          from invoices i where kind = 'credit' limit 1`,
      );
      await assert.rejects(insert, SerializationFailure);
    });
  });
}
