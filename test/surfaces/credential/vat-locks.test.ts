import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createInvoiceWithClaim, fetchBankClaims } from '../../support/claims.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { createCompleteCost, sendCost, tryToApproveCost } from '../../support/costs.ts';
import { completeCost, PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const JANUARY = { issue_date: '2026-01-20', due_date: '2026-01-20', settlement_date: '2026-01-20' };
const LOCKED = { issue_date: '2026-02-28', due_date: '2026-05-20', settlement_date: '2026-05-20' };

onBothDatabases('locked VAT periods', (kvitt) => {
  let seller: Client;
  const today = (day: string) => {
    kvitt.now = () => new Date(`${day}T12:00:00Z`);
  };
  const create = (more: Record<string, unknown> = {}) =>
    seller.call('create-invoice', { data: invoice(more) });
  const state = async (period: string) => (await seller.ok('get-vat-return', { period })).state;

  /** The call must be refused, and name the first open date; `open` is the same call outside of the locked period. */
  async function refused(
    name: string,
    call: () => Promise<{ status: boolean; error_code?: string; message: string }>,
  ) {
    const { error_code, message } = await call();
    assert.equal(error_code, 'period_locked', `${name}: ${message}`);
    assert.match(message, /first open date is 2026-05-01/, name);
  }

  before(async () => {
    today('2026-05-10');
    seller = await kvitt.account();
  });

  test('locks a period that is over, and unlocks it with a reason on record', async () => {
    const running = await seller.expectRefusal('lock-vat-period', { period: '2026-06' });
    assert.deepEqual(
      [running.error_code, running.message],
      ['period_running', 'The period 2026-06 is not over yet; it can be locked from 2026-07-01 on'],
    );
    assert.equal(
      (await seller.expectRefusal('lock-vat-period', { period: '2026-05' })).error_code,
      'field_invalid',
    );
    assert.equal(
      (await seller.expectRefusal('unlock-vat-period', { period: '2026-02', reason: 'x' })).error_code,
      'period_not_locked',
    );
    assert.deepEqual(await seller.ok('lock-vat-period', { period: '2026-02' }), {
      period: '2026-02',
      state: 'locked',
    });
    await seller.ok('lock-vat-period', { period: '2026-02' });
    assert.equal(await state('2026-02'), 'locked');
    assert.equal((await create(JANUARY)).error_code, 'period_locked');
    assert.match(
      (await seller.expectRefusal('unlock-vat-period', { period: '2026-02' })).message,
      /reason is required/,
    );
    await seller.ok('unlock-vat-period', { period: '2026-02', reason: 'Reikningur barst seint' });
    assert.equal((await create(JANUARY)).status, true);
    await seller.ok('lock-vat-period', { period: '2026-02' });
    const { locks } = await seller.ok('get-vat-return', { period: '2026-02' });
    assert.deepEqual(
      locks.map(({ unlocked_at, reason }: Record<string, unknown>) => [unlocked_at, reason]),
      [
        ['2026-05-10 12:00:00', 'Reikningur barst seint'],
        [null, ''],
      ],
    );
    await seller.ok('unlock-vat-period', { period: '2026-02', data: { reason: 'Meira' } });
    await seller.ok('lock-vat-period', { data: { period: '2026-02' } });
    await seller.ok('unlock-vat-period', { data: { period: '2026-02', reason: 'Enn meira' } });
  });

  test('leaves unlocking to owners', async () => {
    await seller.ok('lock-vat-period', { period: '2025-12' });
    const owner = await signInToConsole(seller);
    const { body } = await owner.call('unlock-vat-period', { period: '2025-12', reason: 'Leiðrétting' });
    assert.equal(body.state, 'open', JSON.stringify(body));
  });

  test('refuses every way into a locked period, with the first open date', async () => {
    const [guid, other, writtenOff] = [
      await seller.ok('create-invoice', { data: invoice(JANUARY) }),
      await seller.ok('create-invoice', { data: invoice(JANUARY) }),
      await seller.ok('create-invoice', { data: invoice(JANUARY) }),
    ];
    const draft = await seller.ok('create-invoice', { data: invoice({ ...JANUARY, save: 1 }) });
    const { guid: paid } = await seller.ok('record-payment', {
      data: { amount: 100, paid_on: '2026-02-03', allocations: [{ invoice_guid: other }] },
    });
    await seller.ok('write-off-invoice', {
      guid: writtenOff,
      data: { reason: 'x', written_off_on: '2026-02-28' },
    });
    const approved = await createCompleteCost(seller, { date: '2026-02-10' });
    await runJobsWithoutFailure(kvitt);
    const { body: waiting } = await sendCost(
      seller,
      'create-cost',
      { date: '2026-02-11' },
      { name: 'a.pdf', bytes: PDF },
    );
    // April follows at once, so that the first open date is not the day after the refused period.
    await seller.ok('lock-vat-period', { period: '2026-04' });
    await seller.ok('lock-vat-period', { period: '2026-02' });
    const before = await seller.ok('get-vat-return', { period: '2026-02' });

    const note = { type: 'credit', ref_invoice_guid: guid, amount: 1240, ...LOCKED };
    await refused('invoice', () => create(LOCKED));
    await refused('dry run', () =>
      seller.call('create-invoice', { data: invoice(LOCKED) }, { 'kvitt-dry-run': '1' }),
    );
    await refused('note', () => seller.call('create-invoice', { data: note }));
    const desk = await signInToConsole(seller);
    const problemsOf = async (body: object) =>
      (await desk.ok('preview-invoice', { ...body })).problems.map(({ code }: { code: string }) => code);
    assert.deepEqual(await problemsOf(invoice(LOCKED)), ['period_locked']);
    assert.deepEqual(await problemsOf(note), ['period_locked']);
    assert.deepEqual(await problemsOf(invoice({ ...LOCKED, save: 1 })), []);
    assert.deepEqual(await problemsOf(invoice({ ...LOCKED, issue_date: '2026-05-01' })), []);
    await refused('issue', () => seller.call('issue-invoice', { guid: draft }));
    await refused('record', () =>
      seller.call('record-payment', {
        data: { amount: 5, paid_on: '2026-03-02', allocations: [{ invoice_guid: guid }] },
      }),
    );
    await refused('pay', () => seller.call('do-paid-invoice', { guid, paid_on: '2026-02-20' }));
    await refused('reverse', () =>
      seller.call('reverse-payment', { guid: paid, data: { reason: 'x', reversed_on: '2026-02-20' } }),
    );
    await refused('write off', () =>
      seller.call('write-off-invoice', { guid, data: { reason: 'x', written_off_on: '2026-02-20' } }),
    );
    await refused('undo write-off', () => seller.call('undo-write-off', { guid: writtenOff }));
    const cost = { ...completeCost, date: '2026-02-12' };
    await refused('complete cost', async () => (await sendCost(seller, 'create-cost-adv', cost)).body);
    await refused(
      'cost',
      async () => (await sendCost(seller, 'create-cost', cost, { name: 'a.pdf', bytes: PDF })).body,
    );
    await refused('move', () => seller.call('move-cost-to-new', { guid: approved }));
    await refused('delete', () => seller.call('delete-cost', { guid: approved }));
    await refused('skip', () =>
      seller.call('update-cost', { guid: approved, data: { accounting_status: 'Skipped' } }),
    );
    const figures = { amount: 500, supplier_name: 'A', allow_missing: 1 };
    const approval = await tryToApproveCost(kvitt, seller, waiting.result, figures);
    assert.equal(approval.status, 409);
    assert.match(approval.body.message, /first open date is 2026-05-01/);

    assert.deepEqual(await seller.ok('get-vat-return', { period: '2026-02' }), before);
    // What does not change the books of the period is possible.
    await seller.ok('update-cost', { guid: approved, data: { accounting_status: 'Posted' } });
    await seller.ok('do-paid-invoice', { guid });
    await seller.ok('reverse-payment', { guid: paid, data: { reason: 'x' } });
    assert.equal((await create({ ...LOCKED, issue_date: '2026-05-01' })).status, true);
    assert.equal(
      (await tryToApproveCost(kvitt, seller, waiting.result, { ...figures, date: '2026-05-01' })).status,
      200,
    );
  });

  test('sends no request to the bank when it refuses a payment', async () => {
    const guid = await createInvoiceWithClaim(seller, {
      issue_date: '2026-05-02',
      due_date: '2026-05-02',
      settlement_date: '2026-05-20',
    });
    await runJobsWithoutFailure(kvitt);
    await refused('pay', () => seller.call('do-paid-invoice', { guid, paid_on: '2026-04-30' }));
    const claims = await fetchBankClaims(kvitt, seller);
    assert.deepEqual(
      claims.map(({ status }) => status),
      ['unpaid'],
    );
  });

  test('records money that the bank reports for a locked day, and marks it', async () => {
    const [{ claim_id }] = await fetchBankClaims(kvitt, seller);
    await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, { date: '2026-04-30' });
    await runJobsWithoutFailure(kvitt);
    const [payment] = await seller.ok('get-payments', { source: 'claim' });
    assert.deepEqual([payment.paid_on, payment.late], ['2026-04-30', true]);
    const [manual] = await seller.ok('get-payments', { source: 'manual', limit: 1 });
    assert.equal(manual.late, false);
  });

  test('applies a new length of periods from next January where a period of the year is locked', async () => {
    await seller.ok('update-company', { data: { vat_periods: 'year' } });
    assert.equal((await seller.ok('get-vat-periods', { year: 2026 })).length, 6);
    assert.equal((await seller.ok('get-vat-periods', { year: 2027 })).length, 1);
    for (const period of ['2026-02', '2026-04'])
      await seller.ok('unlock-vat-period', { period, reason: 'x' });
    await seller.ok('update-company', { data: { vat_periods: 'half_year' } });
    assert.equal((await seller.ok('get-vat-periods', { year: 2026 })).length, 2);
    assert.equal((await seller.ok('get-vat-periods', { year: 2027 })).length, 2);
  });

  test('counts all that was accepted before the period was locked', async () => {
    const busy = await kvitt.account();
    const items = [line({ unit_price: 1000 })];
    const calls = Array.from({ length: 24 }, () =>
      busy.call('create-invoice', { data: invoice({ ...JANUARY, items, amount: 1240 }) }),
    );
    await busy.ok('lock-vat-period', { period: '2026-02' });
    const { boxes } = await busy.ok('get-vat-return', { period: '2026-02' });
    const replies = await Promise.all(calls);
    const accepted = replies.filter(({ status }) => status);
    assert.equal(boxes.turnover_24, accepted.length * 1000);
    for (const { status, error_code } of replies)
      assert.ok(status || error_code === 'period_locked', error_code);
  });
});
