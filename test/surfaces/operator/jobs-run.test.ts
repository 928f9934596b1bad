import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
import { changeAgent, propose } from '../../support/agents/limits.ts';
import { mailedInvoice } from '../../support/agents/proposer.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { runJobs } from '../../support/jobs.ts';
import { agentCall, authorizeClient, refreshTokens } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('jobs that the operator runs', (kvitt) => {
  test('for a later day do not change the clock of requests', async () => {
    const seller = await kvitt.account();
    const person = await signInToConsole(seller);
    const app = await authorizeClient(seller, 'dashboard_data');
    const create = () =>
      seller.ok(
        'create-item',
        { data: { description: 'Ráðgjöf', unit_price: 15_000 } },
        {
          'idempotency-key': 'order-1001',
        },
      );
    const item = await create();
    await runJobs(kvitt, '2026-07-31');
    assert.equal(await create(), item);
    assert.equal(await seller.ok('get-count-items'), 1);
    assert.equal((await person.call('find-proposals', {})).status, 200);
    assert.equal((await agentCall(kvitt.url, '/agent/status', app.access_token)).status, 200);
    assert.equal((await refreshTokens(kvitt.url, app, app.refresh_token)).status, 200);
  });

  test('for a later day do not reset the used limits of a program', async () => {
    const { seller, agent } = await createAccountWithAgent(kvitt.url);
    await changeAgent(seller, agent, { limits: { max_documents_per_day: 1 } });
    await agent.post('/invoices', mailedInvoice());
    await runJobs(kvitt, '2026-07-31');
    assert.deepEqual((await propose(agent, mailedInvoice())).reasons, ['max_documents_per_day']);
  });

  test('run only as of a valid day or time', async () => {
    for (const [fields, name] of [
      [{ today: '2026-02-30' }, 'today'],
      [{ now: '2026-02-30T12:00:00Z' }, 'now'],
      [{ now: '2025-02-29T12:00:00+01:00' }, 'now'],
      [{ now: '2026-03-17T12:00:00' }, 'now'],
      [{ now: '2026-03-17T25:00:00Z' }, 'now'],
    ] as const) {
      const { status, body } = await kvitt.operator('POST', '/jobs/run', fields);
      assert.deepEqual([status, body.error], [422, 'field_invalid'], JSON.stringify(fields));
      assert.ok(body.message.startsWith(`Field ${name} must be a `), body.message);
    }
    const leapDay = await kvitt.operator('POST', '/jobs/run', { now: '2024-02-29T12:00:00Z' });
    assert.equal(leapDay.status, 200);
  });
});
