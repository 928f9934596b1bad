import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { createCompleteCost, tryToApproveCost } from '../../support/costs.ts';
import { runJobs } from '../../support/jobs.ts';
import { addColleague } from '../../support/people.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const LIMIT = 100_000;

async function openAccount(kvitt: TestService, settings: object = { cost_second_approval_above: LIMIT }) {
  const seller = await kvitt.account();
  const owner = await signInToConsole(seller);
  const anna = await addColleague(kvitt, owner);
  const { status } = await owner.call('update-company', { settings });
  assert.equal(status, 200);
  return { seller, owner, anna };
}

const codeOf = async (person: ConsoleClient, input: object) =>
  (await person.call('approve-cost', input)).body.error ?? null;

async function stateOf(seller: Client, guid: string) {
  const { accounting_status, first_approved_at, first_approved_by, xml } = await seller.ok('get-cost', {
    guid,
  });
  return [accounting_status, first_approved_at !== null, first_approved_by !== '', xml !== null];
}
const WAITS = ['New', true, true, false];
const DONE = ['Created', true, true, true];

onBothDatabases('a cost above the sum that the company has set', (kvitt) => {
  test('is approved by two people, who are not the same', async () => {
    const { seller, owner, anna } = await openAccount(kvitt);
    const guid = await createCompleteCost(seller, { amount: LIMIT + 1, how_paid: 1 });
    await runJobs(kvitt);
    assert.deepEqual(await stateOf(seller, guid), ['New', false, false, false]);

    const shown = await owner.ok('approve-cost', { guid });
    assert.equal(shown.needs_second, true);
    assert.deepEqual(await stateOf(seller, guid), WAITS);
    assert.equal(await codeOf(owner, { guid }), 'second_approval_needed');
    assert.equal(await codeOf(owner, { guid, amount: LIMIT + 1 }), 'second_approval_needed');
    const byOperator = await tryToApproveCost(kvitt, seller, guid);
    assert.deepEqual(
      [byOperator.status, byOperator.body.error],
      [409, 'second_approval_needed'],
      JSON.stringify(byOperator.body),
    );
    assert.deepEqual(await stateOf(seller, guid), WAITS);
    assert.deepEqual(await seller.ok('get-costs', { payable: 1 }), []);

    assert.equal((await anna.ok('approve-cost', { guid })).needs_second, false);
    assert.deepEqual(await stateOf(seller, guid), DONE);
    const events = await seller.ok('get-events', { types: 'cost.*' });
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['cost.created', 'cost.first_approved', 'cost.approved'],
    );
    await seller.ok('move-cost-to-new', { guid });
    assert.deepEqual(await stateOf(seller, guid), ['New', false, false, false]);
  });

  test('waits again when the second person corrects it, so that two people approve the same figures', async () => {
    const { seller, owner, anna } = await openAccount(kvitt);
    const guid = await createCompleteCost(seller, { amount: 200_000 });
    await owner.ok('approve-cost', { guid, amount: 210_000 });
    assert.equal((await anna.ok('approve-cost', { guid, amount: 220_000 })).needs_second, true);
    assert.equal(await codeOf(anna, { guid }), 'second_approval_needed');
    assert.equal((await owner.ok('approve-cost', { guid, amount: '220000.00' })).needs_second, false);
    const { amount } = await seller.ok('get-cost', { guid });
    assert.equal(amount, 220_000);

    // Corrected to the limit, one is enough.
    const other = await createCompleteCost(seller, { amount: 200_000 });
    await owner.ok('approve-cost', { guid: other });
    assert.equal((await owner.ok('approve-cost', { guid: other, amount: LIMIT })).needs_second, false);
  });

  test('is not approved by two people at the same moment with different figures', async () => {
    const { seller, owner, anna } = await openAccount(kvitt);
    const guid = await createCompleteCost(seller, { amount: 200_000 });
    const at = [owner, anna].map((person, n) => person.ok('approve-cost', { guid, amount: 300_000 + n }));
    assert.deepEqual(
      (await Promise.all(at)).map(({ needs_second }) => needs_second),
      [true, true],
    );
    assert.deepEqual(await stateOf(seller, guid), WAITS);
  });

  test('is converted to krónur, by a rate that cannot be lowered', async () => {
    const { seller, owner } = await openAccount(kvitt);
    await kvitt.operator('PUT', '/rates/EUR/2026-03-01', { rate: 150 });
    const approve = async (fields: object) => {
      const guid = await createCompleteCost(seller, { amount: 600, currency: 'EUR', exchange_rate: 150 });
      return (await owner.ok('approve-cost', { guid, ...fields })).needs_second;
    };
    assert.deepEqual(
      [
        await approve({}),
        await approve({ amount: 700 }),
        await approve({ amount: 700, exchange_rate: 0.01 }),
        await approve({ exchange_rate: 170 }),
        // Of this currency the service knows no rate.
        await approve({ amount: 1, currency: 'PLN', exchange_rate: 35 }),
        await approve({ amount: 700, credit_note: true }),
      ],
      [false, true, true, true, true, true],
    );
  });

  test('is shown as waiting for a second approval, in the list and before many are approved at once', async () => {
    const { seller, owner, anna } = await openAccount(kvitt);
    const guids: string[] = [];
    for (const amount of [LIMIT, LIMIT + 1, LIMIT + 2])
      guids.push(await createCompleteCost(seller, { amount, description: String(amount) }));
    await owner.call('update-company', { settings: { cost_auto_approve: false } });
    const [only, first, second] = guids;
    await anna.ok('approve-cost', { guid: second });
    const needs = async () => {
      const { rows } = await owner.ok('find-costs', {});
      return Object.fromEntries(rows.map(({ guid, needs }: any) => [guid, needs]));
    };
    await runJobs(kvitt);
    // The first was complete and is within the limit, so the job has approved it.
    assert.deepEqual(await needs(), { [only ?? '']: '', [first ?? '']: 'first', [second ?? '']: 'second' });
    const many = { operation: 'approve-cost', guids: [first, second] };
    assert.deepEqual(
      (await anna.ok('preview-many', many)).refused.map(({ guid }: any) => guid),
      [second],
    );
    assert.deepEqual((await owner.ok('preview-many', many)).refused, []);
    await owner.ok('run-many', many);
    assert.deepEqual(
      [await stateOf(seller, first ?? ''), await stateOf(seller, second ?? '')],
      [WAITS, DONE],
    );
  });

  test('is approved by one person where no sum is set', async () => {
    const { seller, owner } = await openAccount(kvitt, { cost_auto_approve: false });
    const guid = await createCompleteCost(seller, { amount: 1_000_000 });
    await owner.ok('approve-cost', { guid });
    await owner.call('update-company', { settings: { cost_second_approval_above: LIMIT } });
    const next = await createCompleteCost(seller, { amount: 1_000_000 });
    await owner.ok('approve-cost', { guid: next });
    await owner.call('update-company', { settings: { cost_second_approval_above: 0 } });
    assert.equal((await owner.ok('approve-cost', { guid: next })).needs_second, false);
    for (const wrong of [-1, 1.5, 'mikið']) {
      const refused = await owner.call('update-company', { settings: { cost_second_approval_above: wrong } });
      assert.match(JSON.stringify(refused.body), /cost_second_approval_above/);
    }
  });
});

onBothDatabases('what is to be paid', (kvitt) => {
  test('is summed by due date, and filtered by it', async () => {
    const { seller, owner } = await openAccount(kvitt, {});
    const owe = async (description: string, fields: object) => {
      const guid = await createCompleteCost(seller, { description, how_paid: 1, ...fields });
      assert.equal((await tryToApproveCost(kvitt, seller, guid)).status, 200);
    };
    // Today is 17 March.
    await owe('a', { amount: 1000, due_date: '2026-03-16' });
    await owe('b', { amount: 10, due_date: '2026-03-10', credit_note: 1 });
    await owe('c', { amount: 2000, due_date: '2026-03-17' });
    await owe('d', { amount: 20, currency: 'EUR', exchange_rate: 150, due_date: '2026-03-24' });
    await owe('e', { amount: 500, due_date: '2026-03-25' });
    const { due } = await owner.ok('find-costs', { payable: 1 });
    assert.deepEqual(due, [
      { band: 'overdue', due_to: '2026-03-16', count: 2, isk: 990, without_rate: 0 },
      { band: 'soon', due_to: '2026-03-24', count: 2, isk: 5000, without_rate: 0 },
      { band: 'later', due_to: null, count: 1, isk: 500, without_rate: 0 },
    ]);
    const listed = async (due_to: string) => {
      const { rows, count } = await owner.ok('find-costs', { payable: 1, due_to });
      assert.equal(count, rows.length);
      assert.equal(await seller.ok('get-count-costs', { payable: 1, due_to }), count);
      const costs = await seller.ok('get-costs', { payable: 1, due_to });
      const names = (found: { description: string }[]) =>
        found.map(({ description }) => description).join('');
      assert.equal(names(costs), names(rows));
      return names(costs);
    };
    assert.equal(await listed('2026-03-16'), 'ba');
    assert.equal(await listed('2026-03-24'), 'bacd');
    assert.equal(await listed('2026-03-25'), 'bacde');
  });
});
