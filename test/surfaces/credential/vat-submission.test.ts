import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { TaxOfficeRefused } from '../../../src/kernel/ports/tax-office.ts';
import { type Client, invoice } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { addColleague } from '../../support/people.ts';
import { onBothDatabases } from '../../support/service.ts';

const JANUARY = { issue_date: '2026-01-20', due_date: '2026-01-20', settlement_date: '2026-01-20' };
const FEBRUARY = '2026-02';
const REFUSAL = 'Ekki samræmi milli veltu og útskatts';

onBothDatabases('submitting a VAT return', (kvitt) => {
  const now = { at: '2026-03-17T12:00:00Z' };
  before(() => {
    kvitt.now = () => new Date(now.at);
  });

  /** An account with one invoice in January and February: 1,000 and 240 of VAT. */
  async function seller(): Promise<Client> {
    const client = await kvitt.account();
    await client.ok('create-invoice', { data: invoice(JANUARY) });
    return client;
  }
  const play = (client: Client, next: string, message?: string) =>
    kvitt.operator('POST', '/sandbox/tax', { next, account: client.username, ...(message && { message }) });
  const atOffice = async (client: Client) =>
    (await kvitt.operator('GET', `/sandbox/tax?account=${client.username}`)).body;
  const read = (client: Client) => client.ok('get-vat-return', { period: FEBRUARY });
  const submit = (client: Client, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    client.call('submit-vat-return', { period: FEBRUARY, ...more }, headers);
  const jobsAt = (at: string) => kvitt.operator('POST', '/jobs/run', { now: at });

  test('locks the period, submits the return, and keeps the receipt', async () => {
    const client = await seller();
    const { boxes } = await read(client);
    const rehearsed = await submit(client, {}, { 'kvitt-dry-run': '1' });
    assert.equal(rehearsed.result.submission.to_pay, boxes.to_pay);
    assert.deepEqual(await atOffice(client), []);
    assert.equal((await read(client)).state, 'open');

    const { submission } = await client.ok('submit-vat-return', { period: FEBRUARY });
    const { guid, ocr, claim_no, ...rest } = submission;
    assert.deepEqual(rest, {
      at: '2026-03-17 12:00:00',
      kind: 'first',
      assessment: boxes.to_pay,
      to_pay: boxes.to_pay,
      due_on: '2026-04-07',
    });
    assert.ok(ocr && claim_no);
    const filed = await read(client);
    assert.deepEqual(
      [filed.state, filed.submissions, filed.is_submitting],
      ['submitted', [submission], false],
    );
    const [{ state }] = await client.ok('get-vat-periods', { year: 2026 });
    assert.equal(state, 'submitted');
    const receipt = await client.ok('get-vat-receipt', { guid });
    assert.match(Buffer.from(receipt.file, 'base64').toString('latin1'), /^%PDF-/);
    const [{ year, code, submitted, entries }] = await atOffice(client);
    assert.deepEqual([year, code, submitted], ['2026', '08', 1]);
    assert.deepEqual(
      entries
        .filter(({ amount }: { amount: number }) => amount !== 0)
        .map(({ category, rate, amount }: Record<string, { title?: string; value?: string }>) => [
          category?.title,
          rate?.value,
          amount,
        ]),
      [
        ['Samtals velta', '24', boxes.turnover_24],
        ['Samtals útskattur', '24', boxes.output_24],
      ],
    );
    assert.equal(
      (await client.call('create-invoice', { data: invoice(JANUARY) })).error_code,
      'period_locked',
    );
    const events = await client.ok('get-events', { types: 'vat.*' });
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['vat.period_locked', 'vat.return_submitted'],
    );
  });

  test('submits a return once, and a correction after the period was unlocked', async () => {
    const client = await seller();
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => submit(client)));
    for (const one of [first, ...others])
      assert.ok(one?.status || one?.error_code === 'submission_running', one?.message);
    const again = await client.ok('submit-vat-return', { data: { period: FEBRUARY } });
    assert.deepEqual((await read(client)).submissions, [again.submission]);
    assert.equal((await atOffice(client))[0].submitted, 1);

    await client.ok('unlock-vat-period', { period: FEBRUARY, reason: 'Reikningur barst seint' });
    assert.equal((await read(client)).state, 'open');
    await client.ok('create-invoice', { data: invoice(JANUARY) });
    await client.ok('lock-vat-period', { period: FEBRUARY });
    assert.equal((await read(client)).state, 'locked');
    const { submission } = await client.ok('submit-vat-return', { period: FEBRUARY });
    assert.deepEqual([submission.kind, submission.to_pay], ['correction', 2 * again.submission.to_pay]);
    const { state, submissions } = await read(client);
    assert.deepEqual([state, submissions.length], ['submitted', 2]);
    assert.equal((await atOffice(client))[0].submitted, 2);
  });

  test('passes the message of a refusal on, and leaves the period as it was', async () => {
    const client = await seller();
    await play(client, 'refuse', REFUSAL);
    const refused = await client.expectRefusal('submit-vat-return', { period: FEBRUARY });
    assert.deepEqual(
      [refused.error_code, refused.message],
      ['tax_office_refused', `The tax office has refused the return: ${REFUSAL}`],
    );
    const open = await read(client);
    assert.deepEqual([open.state, open.submissions, open.is_submitting], ['open', [], false]);
    assert.deepEqual(open.locks[0].reason, REFUSAL);
    assert.equal((await client.call('create-invoice', { data: invoice(JANUARY) })).status, true);

    await client.ok('lock-vat-period', { period: FEBRUARY });
    await play(client, 'refuse', REFUSAL);
    await client.expectRefusal('submit-vat-return', { period: FEBRUARY });
    assert.equal((await read(client)).state, 'locked');
    assert.deepEqual(await atOffice(client), []);
    await client.ok('submit-vat-return', { period: FEBRUARY });
  });

  test('asks the tax office after a lost answer, and sends nothing twice', async () => {
    const client = await seller();
    await play(client, 'fail_after');
    const lost = await submit(client);
    assert.equal(lost.error_code, 'tax_office_silent');
    const waiting = await read(client);
    assert.deepEqual([waiting.state, waiting.submissions, waiting.is_submitting], ['locked', [], true]);
    const unlock = { period: FEBRUARY, reason: 'x' };
    assert.equal((await client.expectRefusal('unlock-vat-period', unlock)).error_code, 'submission_running');
    const { submission } = await client.ok('submit-vat-return', { period: FEBRUARY });
    assert.deepEqual([submission.to_pay, submission.claim_no], [waiting.boxes.to_pay, null]);
    assert.equal((await atOffice(client))[0].submitted, 1);
    assert.equal((await read(client)).state, 'submitted');
    assert.equal(
      (await client.expectRefusal('get-vat-receipt', { guid: submission.guid })).error_code,
      'submission_not_found',
    );
  });

  test('holds the period while the tax office refuses to say what it has', async (t) => {
    const client = await seller();
    await play(client, 'fail_after');
    await submit(client);
    const question = t.mock.method(kvitt.service.engine.kernel.ports.tax, 'hasReturn', async () => {
      throw new TaxOfficeRefused('Kerfi ekki skráð eða ekki virkt');
    });
    assert.equal((await submit(client)).error_code, 'tax_office_silent');
    const held = await read(client);
    assert.deepEqual([held.state, held.is_submitting], ['locked', true]);
    question.mock.restore();
    await client.ok('submit-vat-return', { period: FEBRUARY });
    assert.equal((await atOffice(client))[0].submitted, 1);
  });

  test('finds out automatically whether a return arrived whose answer was lost', async () => {
    const [taken, lost] = [await seller(), await seller()];
    await play(taken, 'fail_after');
    await submit(taken);
    await play(lost, 'hang');
    await submit(lost);
    await jobsAt('2026-03-17T12:02:00Z');
    const found = await read(taken);
    assert.deepEqual([found.state, found.submissions.length, found.is_submitting], ['submitted', 1, false]);
    const events = await taken.ok('get-events', { types: 'vat.return_submitted' });
    assert.equal(events.length, 1);
    // The office may still be at it, so the period is held for some minutes.
    assert.deepEqual([(await read(lost)).state, (await read(lost)).is_submitting], ['locked', true]);
    await jobsAt('2026-03-17T12:20:00Z');
    const open = await read(lost);
    assert.deepEqual([open.state, open.is_submitting, open.submissions], ['open', false, []]);
    await lost.ok('submit-vat-return', { period: FEBRUARY });
    assert.equal((await atOffice(lost))[0].submitted, 1);
  });

  test('counts a return that the tax office has already as submitted only where the figures are equal', async () => {
    const client = await seller();
    await play(client, 'duplicate');
    assert.equal((await client.ok('submit-vat-return', { period: FEBRUARY })).submission.kind, 'first');
    assert.equal((await atOffice(client))[0].submitted, 1);

    // The office has a return that was typed in there, and these books know nothing of it.
    const other = await seller();
    await other.ok('submit-vat-return', { period: FEBRUARY });
    await kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(`delete from vat_submissions where account_id =
        (select account_id from accounts where username = '${other.username}')`),
    );
    await other.ok('unlock-vat-period', { period: FEBRUARY, reason: 'x' });
    await other.ok('create-invoice', { data: invoice(JANUARY) });
    const { error_code, message } = await submit(other);
    assert.equal(error_code, 'tax_office_refused');
    assert.match(message, /Skýrsla hefur þegar verið skráð/);
    const { submission } = await other.ok('submit-vat-return', { period: FEBRUARY, correction: 1 });
    assert.equal(submission.kind, 'correction');
    assert.equal((await atOffice(other))[0].submitted, 2);
  });

  test('refuses a period that is running, and a member; a period without turnover has a return too', async () => {
    const client = await seller();
    assert.equal(
      (await client.expectRefusal('submit-vat-return', { period: '2026-04' })).error_code,
      'period_running',
    );
    assert.equal((await client.ok('submit-vat-return', { period: '2025-12' })).submission.to_pay, 0);
    const owner = await signInToConsole(client);
    const member = await addColleague(kvitt, owner);
    const { status, body } = await member.call('submit-vat-return', { period: FEBRUARY });
    assert.deepEqual([status, body.error_code], [403, 'role_refused']);
    await client.ok('set-tax-login', { data: { key: 'veflykill' } });
    assert.equal(
      (await client.expectRefusal('set-tax-login', { data: { key: 'x', kennitala: '12' } })).error_code,
      'field_invalid',
    );
  });
});
