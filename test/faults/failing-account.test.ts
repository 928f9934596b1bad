import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Client, invoice } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { openProposal } from '../support/endpoints/proposals.ts';
import { runJobs } from '../support/jobs.ts';
import { select } from '../support/select.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('an account whose cron tasks fail', (kvitt) => {
  let other: Client;
  let proposal: string;
  const script = (text: string) => kvitt.service.engine.kernel.db.transaction((tx) => tx.script(text));

  before(async () => {
    const failing = await kvitt.account();
    other = await kvitt.account();
    for (const seller of [failing, other]) proposal = await openMatters(seller);
    await script(`
      create function refuse_account() returns trigger language plpgsql as $$
        begin raise 'the writes of this account fail'; end $$;
      create trigger refuse_account before insert on audit_log for each row
        when (new.account_id = ${await idOf(failing)} and new.via = 'job') execute function refuse_account()`);
  });
  after(() => script('drop trigger refuse_account on audit_log; drop function refuse_account'));

  /** An invoice that will be late and reminded of, a proposal that expires, and a person who wants to be told. */
  const openMatters = async (seller: Client): Promise<string> => {
    const person = await signInToConsole(seller);
    await person.ok('update-myself', {
      ...{ name: 'A', email: mailOf(seller, 'owner'), current_password: 'a good password' },
    });
    await person.ok('set-preferences', { notifications: { overdue: 'now' } });
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings: { reminder_days_after: 5 } });
    const customer = { name: 'Seinn', output_select: 3, email: mailOf(seller, 'late') };
    await seller.ok('create-invoice', { data: invoice({ customer }) });
    return openProposal(seller);
  };

  const mailOf = ({ username }: Client, who: string) => `${who}.${username}@example.is`;
  const idOf = async ({ username }: Client): Promise<number> => {
    const { db } = kvitt.service.engine.kernel;
    const [row] = await select<{ id: string }>(
      db,
      sql`select account_id as id from accounts where username = ${username}`,
    );
    return Number(row?.id);
  };

  test('does not keep the tasks from the accounts after it', async () => {
    await runJobs(kvitt, '2026-04-02');
    await runJobs(kvitt, '2026-04-02');
    const subjects = async (who: string) => {
      const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${mailOf(other, who)}`);
      return body.map(({ subject }: { subject: string }) => subject);
    };
    const overdue = await other.ok('get-events', { types: 'invoice.overdue' });
    assert.equal(overdue.length, 1, 'the invoice is overdue');
    assert.equal((await subjects('late')).length, 2, 'the invoice, and its reminder');
    assert.equal((await subjects('owner')).length, 2, 'the new address, and what is overdue');
    assert.equal((await other.ok('get-proposal', { guid: proposal })).state, 'expired');
  });
});
