import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyRow } from '../../../src/kernel/database/row.ts';
import { type Sql, sql } from '../../../src/kernel/database/sql.ts';
import { propose } from '../../support/agents/limits.ts';
import { mailedInvoice, Proposer } from '../../support/agents/proposer.ts';
import { addColleague } from '../../support/people.ts';
import { waitForBlockedSessions } from '../../support/postgres-locks.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('an approval while the access of the program changes', (kvitt) => {
  /** Approves as a member, and commits a change of the grant after the approval has begun. */
  async function approveDuring(proposer: Proposer, change: Sql) {
    const member = await addColleague(kvitt, proposer.person);
    const { guid } = await propose(proposer.agent, mailedInvoice());
    const { seen } = await proposer.find(guid);
    const { status, body } = await kvitt.service.engine.kernel.db.transaction(async (tx) => {
      await tx.query(emptyRow, sql`update grants set ${change} where client_id = ${proposer.agent.clientId}`);
      const approved = member.call('approve-proposal', { guid, seen });
      await waitForBlockedSessions(kvitt.database.env.DATABASE_URL, 1);
      await tx.commit();
      return approved;
    });
    assert.equal(await proposer.countInvoices(), 0);
    assert.equal((await proposer.find(guid)).state, 'waiting');
    return [status, body.error];
  }

  const cases: [name: string, change: Sql, refusal: [status: number, code: string]][] = [
    ['it is frozen', sql`frozen_at = now()`, [403, 'owner_required']],
    ['it loses the scope', sql`scopes = array['nav']`, [403, 'scope_required']],
    ['it is disconnected', sql`revoked_at = now()`, [409, 'proposal_orphaned']],
  ];
  for (const [name, change, refusal] of cases) {
    const proposer = new Proposer(kvitt);
    test(`does nothing when ${name}`, async () => {
      // The embedded database has one session, so no two transactions are open at the same time.
      if (kvitt.service.engine.kernel.db.embedded) return;
      assert.deepEqual(await approveDuring(proposer, change), refusal);
    });
  }
});
