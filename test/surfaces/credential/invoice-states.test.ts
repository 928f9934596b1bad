import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice } from '../../support/client.ts';
import { assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { timelineEntry } from '../../support/timeline.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const createInvoice = (seller: Client, fields: object = {}): Promise<string> =>
  seller.ok('create-invoice', { data: invoice({ ...fields }) });

async function readState(seller: Client, guid: string) {
  const { number, status, accounting_status } = await seller.ok('get-invoice', { guid });
  return [number, status, accounting_status];
}

/** A sequence of bookkeeping states, and the first of them that is refused. */
const BOOKKEEPING: [recorded: string[], refused: string | null][] = [
  [['Posted'], 'Posted'],
  [['Posted'], 'Skipped'],
  [['Posted'], 'Error'],
  [['Skipped', 'Skipped', 'Error', 'Error', 'Skipped', 'Posted'], 'Error'],
  [['Error', 'Posted'], 'Posted'],
];

onBothDatabases('states of an invoice', (kvitt) => {
  test('pays an invoice once with do-paid-invoice, whose result is null', async () => {
    kvitt.now = () => new Date('2026-03-05T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    const before = await seller.ok('get-invoice', { guid });
    kvitt.now = () => new Date('2026-03-06T09:00:00Z');
    assert.deepEqual(await seller.call('do-paid-invoice', { guid }), {
      httpStatus: 200,
      status: true,
      message: 'The invoice is marked as paid',
      result: null,
    });
    const at = '2026-03-06 09:00:00';
    const timeline = [...before.timeline, timelineEntry(at, 'paid')];
    const after = await seller.ok('get-invoice', { guid });
    const [{ guid: payment }] = after.payments;
    const share = { paid_on: '2026-03-06', amount: 1240, method_payment: null, source: 'manual' };
    const paid = { remaining: 0, status: 'Paid', paid_on: '2026-03-06', paid_amount: 1240 };
    const payments = [{ guid: payment, ...share }];
    assert.deepEqual(after, { ...before, ...paid, payments, updated_timestamp: at, timeline });
  });

  test('accepts one of many concurrent payments', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => seller.call('do-paid-invoice', { guid })));
    assert.equal(replies.filter(({ status }) => status).length, 1);
    for (const { status, error_code } of replies) if (!status) assert.equal(error_code, 'invoice_locked');
  });

  test('refuses to pay an invoice that is paid, cancelled, a draft or unknown', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const cancelled = await createInvoice(seller);
    await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: cancelled },
    });
    const locked = 'invoice_locked: This invoice cannot be changed';
    const unknown = 'invoice_not_found: No invoice found';
    const rows: Refusal[] = [
      [
        'paid',
        { guid: await createInvoice(seller, { mark_paid: 1 }) },
        'invoice_locked: This invoice is settled already; nothing was recorded twice',
      ],
      ['cancelled', { guid: cancelled }, locked],
      ['a draft', { guid: await createInvoice(seller, { save: 1 }) }, locked],
      ['of another account', { guid: await createInvoice(other) }, unknown],
      ['nobody’s', { guid: UNKNOWN_GUID }, unknown],
      ['no guid', { guid: 'x' }, unknown],
      ['without guid', {}, required('guid')],
    ];
    await assertRefused(seller, 'do-paid-invoice', rows);
  });

  test('creates a paid invoice with each payment method', async () => {
    const seller = await kvitt.account();
    for (const method_payment of [undefined, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const guid = await createInvoice(seller, { mark_paid: true, method_payment });
      assert.equal((await readState(seller, guid))[1], 'Paid', `method ${method_payment}`);
    }
  });

  test('follows the table of bookkeeping states, and locks a posted invoice', async () => {
    const seller = await kvitt.account();
    for (const [recorded, refusal] of BOOKKEEPING) {
      const guid = await createInvoice(seller);
      for (const accounting_status of recorded) {
        const data = { accounting_status, accounting_message: `${accounting_status} 📒` };
        assert.equal(await seller.ok('update-invoice', { guid, data }), guid);
        const read = await seller.ok('get-invoice', { guid });
        assert.deepEqual([read.accounting_status, read.accounting_message], Object.values(data));
      }
      const data = { accounting_status: refusal, accounting_message: 'never' };
      const { message, error_code } = await seller.expectRefusal('update-invoice', { guid, data });
      assert.equal(message, 'The accounting status of this invoice is Posted and cannot be changed');
      assert.equal(error_code, 'accounting_locked');
      assert.equal((await seller.ok('get-invoice', { guid })).accounting_message, 'Posted 📒');
    }
  });

  test('changes only bookkeeping fields with update-invoice, and clears a message that is not sent', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    await seller.ok('update-invoice', {
      guid,
      data: { accounting_status: 'Error', accounting_message: 'x'.repeat(500) },
    });
    const before = await seller.ok('get-invoice', { guid });
    const data = { accounting_status: 'Skipped', amount: 1, status: 'Paid', description: 'changed' };
    await seller.ok('update-invoice', { guid, data });
    const { updated_timestamp: _, ...after } = await seller.ok('get-invoice', { guid });
    const { updated_timestamp: _before, ...same } = before;
    assert.deepEqual(after, { ...same, accounting_status: 'Skipped', accounting_message: '' });
  });

  test('refuses invalid bookkeeping values', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const guid = await createInvoice(seller);
    const posted = { accounting_status: 'Posted' };
    const among = invalid('accounting_status', 'must be one of: Posted, Skipped, Error');
    const unset =
      'accounting_locked: This invoice is a draft, which bookkeeping does not have yet; issue it first';
    const rows: Refusal[] = [
      ['back to Created', { guid, data: { accounting_status: 'Created' } }, among],
      ['New', { guid, data: { accounting_status: 'New' } }, among],
      ['small letters', { guid, data: { accounting_status: 'posted' } }, among],
      ['in a list', { guid, data: { accounting_status: ['Posted'] } }, among],
      ['none', { guid, data: { accounting_message: 'x' } }, required('accounting_status')],
      [
        'a long message',
        { guid, data: { ...posted, accounting_message: 'x'.repeat(501) } },
        invalid('accounting_message', 'must be at most 500 characters'),
      ],
      [
        'a message with NUL',
        { guid, data: { ...posted, accounting_message: '\0' } },
        invalid('accounting_message', 'must be valid UTF-8 text without NUL'),
      ],
      ['no data', { guid }, required('data')],
      ['no guid', { data: posted }, required('guid')],
      [
        'of another account',
        { guid: await createInvoice(other), data: posted },
        'invoice_not_found: No invoice found',
      ],
      ['a draft', { guid: await createInvoice(seller, { save: 1 }), data: posted }, unset],
    ];
    await assertRefused(seller, 'update-invoice', rows);
  });

  test('gives a draft its number when it is issued', async () => {
    kvitt.now = () => new Date('2026-03-05T09:00:00Z');
    const seller = await kvitt.account();
    const draft = await createInvoice(seller, { save: 'true' });
    const other = await createInvoice(seller, { save: 1 });
    assert.deepEqual(await readState(seller, draft), ['', 'Draft', '']);
    assert.deepEqual(await readState(seller, await createInvoice(seller)), ['1', 'Sent', 'Created']);
    const before = await seller.ok('get-invoice', { guid: draft });
    assert.equal(await seller.ok('issue-invoice', { guid: draft }), draft);
    const timeline = [timelineEntry('2026-03-05 09:00:00', 'issued')];
    const sent = { number: '2', status: 'Sent', accounting_status: 'Created', remaining: 1240, timeline };
    const issued = { ...before, ...sent };
    assert.deepEqual(await seller.ok('get-invoice', { guid: draft }), issued);
    assert.deepEqual(await readState(seller, other), ['', 'Draft', '']);
    await seller.ok('do-paid-invoice', { guid: draft });
  });

  test('dates an overdue draft on the day of issue, and moves its due dates by the same number of days', async () => {
    const setDate = (day: string) => {
      kvitt.now = () => new Date(`${day}T23:30:00Z`);
    };
    setDate('2026-12-30');
    const seller = await kvitt.account();
    const dates = { issue_date: '2026-12-30', due_date: '2027-01-13', settlement_date: '2027-01-20' };
    const today = await createInvoice(seller, { save: 1, ...dates });
    const later = await createInvoice(seller, { save: 1, ...dates, issue_date: '2027-01-05' });
    const before = await createInvoice(seller, { save: 1, ...dates, issue_date: '2026-12-29' });
    const readDates = async (guid: string) => {
      const { issue_date, due_date, settlement_date } = await seller.ok('get-invoice', { guid });
      return [issue_date, due_date, settlement_date];
    };
    setDate('2027-01-02');
    for (const guid of [today, later, before]) await seller.ok('issue-invoice', { guid });
    assert.deepEqual(await readDates(today), ['2027-01-02', '2027-01-16', '2027-01-23']);
    assert.deepEqual(await readDates(later), ['2027-01-05', '2027-01-13', '2027-01-20'], 'still to come');
    assert.deepEqual(
      await readDates(before),
      ['2026-12-29', '2027-01-13', '2027-01-20'],
      'passed when saved',
    );
  });

  test('gives a redated draft the rate of the day, unless a rate was sent', async () => {
    const rate = (day: string, value: number) => kvitt.operator('PUT', `/rates/CHF/${day}`, { rate: value });
    await rate('2026-05-04', 150);
    await rate('2026-05-06', 160.5);
    kvitt.now = () => new Date('2026-05-04T12:00:00Z');
    const seller = await kvitt.account();
    const foreign = { save: 1, currency: 'CHF', issue_date: '', due_date: '', settlement_date: '2026-06-01' };
    const drafts = [
      await createInvoice(seller, foreign),
      await createInvoice(seller, { ...foreign, exchange_rate: 149 }),
    ];
    kvitt.now = () => new Date('2026-05-07T12:00:00Z');
    for (const guid of drafts) await seller.ok('issue-invoice', { guid });
    const rates = drafts.map(async (guid) => (await seller.ok('get-invoice', { guid })).exchange_rate);
    assert.deepEqual(await Promise.all(rates), [160.5, 149]);
  });

  test('issues a draft once, and nothing but drafts', async () => {
    const [seller, otherAccount] = [await kvitt.account(), await kvitt.account()];
    const guid = await createInvoice(seller, { save: 1 });
    const replies = await Promise.all([1, 2, 3].map(() => seller.call('issue-invoice', { guid })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [false, false, true]);
    const locked = 'invoice_locked: This invoice cannot be changed';
    await assertRefused(seller, 'issue-invoice', [
      ['issued', { guid }, locked],
      ['never a draft', { guid: await createInvoice(seller) }, locked],
      [
        'of another account',
        { guid: await createInvoice(otherAccount, { save: 1 }) },
        'invoice_not_found: No invoice found',
      ],
      ['without guid', {}, required('guid')],
    ]);
    const numbers = (await seller.ok('get-invoices')).map(({ number }: { number: string }) => number);
    assert.deepEqual(numbers.sort(), ['1', '2']);
  });
});
