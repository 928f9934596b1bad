import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MAX_ATTEMPTS } from '../../src/kernel/jobs/queue-worker.ts';
import { queryDatabase } from '../support/backlog.ts';
import { createAccount, invoice } from '../support/client.ts';
import { migratedDatabase, type TestDatabase } from '../support/databases.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { TestSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

describe('a job that kills its process', () => {
  const server = new TestSmtp();
  const nodes: NodeProcess[] = [];
  let database: TestDatabase;
  let env: Record<string, string | undefined>;
  before(async () => {
    database = await migratedDatabase('postgres');
    const mail = { KVITT_SMTP_URL: await server.start(), KVITT_MAIL_FROM: 'kvitt@kvitt.example' };
    env = { ...database.env, ...mail, KVITT_JOBS: 'on' };
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.crash()));
    await server.stop();
    await database.drop();
  });
  const start = async () => {
    const node = await startNode(env);
    nodes.push(node);
    return node;
  };

  test('is dead after its last attempt, records why, and is not run again', async () => {
    const killedNode = await start();
    const seller = await createAccount(killedNode.url);
    // The job has used up all attempts but one.
    await queryDatabase(
      database,
      `create function wear() returns trigger language plpgsql as $$ begin new.attempts = ${MAX_ATTEMPTS - 1}; return new; end $$;
       create trigger wear before insert on jobs for each row execute function wear()`,
    );
    server.onArrival = () => killedNode.signal('SIGKILL');
    const customer = { name: 'Kaupandi ehf.', output_select: 3, email: 'buyer@kaupandi.example' };
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    await killedNode.exited;
    await queryDatabase(
      database,
      "update jobs set leased_until = now() - interval '1 second'; update cron_tasks set next_at = now()",
    );
    const next = await start();
    type Row = { attempts: number; dead: boolean; last_error: string };
    const job = await until('the job is dead', async () => {
      const [row] = await queryDatabase<Row>(
        database,
        'select attempts, dead_at is not null as dead, last_error from jobs',
      );
      return row?.dead ? row : undefined;
    });
    assert.deepEqual(job, {
      attempts: MAX_ATTEMPTS,
      dead: true,
      last_error: `The process ended during attempt ${MAX_ATTEMPTS}, the last one`,
    });
    assert.equal(server.received.length, 1, 'it was not run again');
    const line = await until('the log names the job', () =>
      next.output.split('\n').find((one) => one.includes('"job failed"')),
    );
    const { job: kind, account, records, dead } = JSON.parse(line);
    assert.deepEqual(
      { kind, account, records, dead },
      { kind: 'send-mail', account: seller.username, records: { invoice_guid: guid }, dead: true },
    );
  });
});
