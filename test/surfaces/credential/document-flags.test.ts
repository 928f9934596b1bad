import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { uploadFile } from '../../support/requests.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const customer = { name: 'Kaupandi ehf.', output_select: 3, email: 'files@example.is' };
const SALE = { amount: 1240, currency: 'ISK', customer, items: [line()] };
const TEMPLATE = {
  ...SALE,
  recurring_name: 'Hýsing',
  recurring_interval: 'monthly',
  recurring_start_date: '2026-03-01',
};

async function upload(seller: Client, name: string): Promise<string> {
  return (await uploadFile(seller, name, PDF)).body.result;
}

async function attachedNames(kvitt: TestService): Promise<string[][]> {
  await runJobsWithoutFailure(kvitt);
  const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${customer.email}`);
  return body.map(({ attachments }: any) => attachments.map(({ filename }: any) => filename));
}

onBothDatabases('flags that a document remembers', (kvitt) => {
  test('a draft that was saved as paid is paid when it is issued', async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const seller = await kvitt.account();
    const sent = invoice({ is_claim: false, mark_paid: true, method_payment: 2, save: true });
    const guid = await seller.ok('create-invoice', { data: sent });
    const draft = await seller.ok('get-invoice', { guid });
    assert.deepEqual(
      [draft.status, draft.mark_paid, draft.method_payment, draft.remaining],
      ['Draft', true, 2, 0],
    );
    kvitt.now = () => new Date('2026-03-04T10:00:00Z');
    assert.equal(await seller.ok('issue-invoice', { guid }), guid);
    const issued = await seller.ok('get-invoice', { guid });
    assert.deepEqual(
      [issued.status, issued.number, issued.mark_paid, issued.remaining],
      ['Paid', '1', true, 0],
    );
    assert.deepEqual(
      issued.timeline.map(({ event }: any) => event),
      ['issued', 'paid'],
    );
    assert.equal((await seller.expectRefusal('issue-invoice', { guid })).error_code, 'invoice_locked');
  });

  test('a draft has no payment link before it is issued', async () => {
    const seller = await kvitt.account();
    const saved = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1, save: 1 }) });
    const guid = saved.result;
    assert.equal('payment_link' in saved, false);
    assert.equal('payment_link' in (await seller.ok('get-invoice', { guid })), false);
    const issued = await seller.call('issue-invoice', { guid });
    assert.equal((await fetch(issued.payment_link)).status, 200);
    const read = await seller.ok('get-invoice', { guid });
    assert.deepEqual([read.payment_link, read.remaining], [issued.payment_link, 1240]);
  });

  test('default_payment_fee is the usual fee of the account, on documents in ISK', async () => {
    const seller = await kvitt.account();
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings: { payment_fee: 190 } });
    const feeOf = async (fields: object, account = seller) => {
      const data = invoice({ default_payment_fee: true, is_payment_link: 1, ...fields });
      const guid = await account.ok('create-invoice', { data });
      const order = await account.ok('create-order-invoice', { data });
      const { payment_fee } = await account.ok('get-order-invoice', { guid: order });
      assert.equal((await account.ok('get-invoice', { guid })).payment_fee, payment_fee);
      return payment_fee;
    };
    assert.equal(await feeOf({}), 190);
    assert.equal(await feeOf({ payment_fee: 50 }), 50);
    assert.equal(await feeOf({ default_payment_fee: 0 }), 0);
    assert.equal(await feeOf({ currency: 'EUR', exchange_rate: 150 }), 0);
    assert.equal(await feeOf({}, await kvitt.account()), 0);
  });

  test('files are attached to every invoice of an order, draft, quote or template', async () => {
    kvitt.now = () => new Date('2026-02-27T10:00:00Z');
    const seller = await kvitt.account();
    const [own, ordered, drafted, quoted, repeated] = await Promise.all(
      ['own', 'ordered', 'drafted', 'quoted', 'repeated'].map((name) => upload(seller, `${name}.pdf`)),
    );
    const paid = await seller.ok('create-invoice', { data: invoice({ customer, files: own }) });
    const sha256 = createHash('sha256').update(PDF).digest('hex');
    assert.deepEqual((await seller.ok('get-invoice', { guid: paid })).files, [
      { id: own, name: 'own.pdf', size: PDF.length, sha256 },
    ]);
    const two = { ...SALE, amount: 2480, items: [line({ qty: 2 })], files: ordered };
    const order = await seller.ok('create-order-invoice', { data: two });
    const [{ line_guid }] = (await seller.ok('get-order-invoice', { guid: order })).items;
    const part = { items: [{ guid: line_guid, qty: 1 }] };
    await seller.ok('create-invoice-from-order', { guid: order, data: part });
    await seller.ok('create-invoice-from-order', { guid: order });
    const draft = await seller.ok('create-draft-invoice', { data: { ...SALE, files: drafted } });
    assert.deepEqual(
      (await seller.ok('get-draft-invoice', { guid: draft })).files.map(({ name }: any) => name),
      ['drafted.pdf'],
    );
    await seller.ok('issue-draft-invoice', { guid: draft });
    await seller.ok('accept-quote', {
      guid: await seller.ok('create-quote', { data: { ...SALE, files: quoted } }),
    });
    await seller.ok('create-recurring-invoice', {
      data: { ...TEMPLATE, recurring_max_invoice: 2, files: repeated },
    });
    for (const today of ['2026-03-01', '2026-04-01']) await kvitt.operator('POST', '/jobs/run', { today });
    const names = (await attachedNames(kvitt)).map(([_invoice, ...files]) => files.join());
    const each = ['drafted', 'ordered', 'ordered', 'own', 'quoted', 'repeated', 'repeated'];
    assert.deepEqual(
      names.sort(),
      each.map((name) => `${name}.pdf`),
    );
  });

  test('an unknown file, one of another account and one in use are refused everywhere', async () => {
    const seller = await kvitt.account();
    const used = await upload(seller, 'used.pdf');
    const order = await seller.ok('create-order-invoice', { data: { ...SALE, files: used } });
    const foreign = await upload(await kvitt.account(), 'foreign.pdf');
    const endpoints: [string, object][] = [
      ['create-invoice', invoice()],
      ['create-order-invoice', SALE],
      ['create-draft-invoice', SALE],
      ['create-quote', SALE],
      ['create-recurring-invoice', TEMPLATE],
    ];
    for (const [endpoint, data] of endpoints)
      for (const [files, code] of [
        ['no-such-file', 'file_not_found'],
        [foreign, 'file_not_found'],
        [used, 'file_in_use'],
      ]) {
        const reply = await seller.expectRefusal(endpoint, { data: { ...data, files } });
        assert.equal(reply.error_code, code, `${endpoint} ${files}`);
      }
    const other = await upload(seller, 'other.pdf');
    await seller.ok('update-order-invoice', { guid: order, data: { files: `${other},${used}` } });
    await seller.ok('update-order-invoice', { guid: order, data: { booking: 'b' } });
    assert.equal((await seller.ok('get-order-invoice', { guid: order })).files.length, 2);
    await seller.ok('update-order-invoice', { guid: order, data: { files: other } });
    await seller.ok('create-invoice', { data: invoice({ files: used }) });
    await seller.ok('delete-order-invoice', { guid: order });
    await seller.ok('create-invoice', { data: invoice({ files: other }) });
  });

  test('a template needs amount and currency, and is never a draft; a quote is no credit note', async () => {
    const seller = await kvitt.account();
    const refusal = async (endpoint: string, data: object) =>
      (await seller.expectRefusal(endpoint, { data })).message;
    const { amount: _amount, ...noAmount } = TEMPLATE;
    const { currency: _currency, ...noCurrency } = TEMPLATE;
    assert.equal(await refusal('create-recurring-invoice', noAmount), 'Field amount is required');
    assert.equal(await refusal('create-recurring-invoice', noCurrency), 'Field currency is required');
    assert.match(
      await refusal('create-recurring-invoice', { ...TEMPLATE, amount: 1 }),
      /send 1240\.00 instead of 1$/,
    );
    assert.match(await refusal('create-recurring-invoice', { ...TEMPLATE, save: 1 }), /leave out save/);
    await seller.ok('create-recurring-invoice', { data: { ...TEMPLATE, save: 0 } });
    assert.match(await refusal('create-quote', { ...SALE, type: 'credit' }), /not credit$/);
    await seller.ok('create-quote', { data: { ...SALE, type: 'invoice' } });
  });

  test('a list of the newest invoices misses none of 50 that are issued at the same time', async () => {
    const seller = await kvitt.account();
    const sorts = ['date_desc', 'created_desc'];
    const seen = sorts.map(() => new Set<string>());
    let isDone = false;
    /** Reads the newest until one that was known before. New invoices move the pages, so rows may come twice. */
    const poll = async (sort: string, known: Set<string>) => {
      const before = new Set(known);
      for (let page = 1; ; page += 1) {
        const rows: { guid: string }[] = await seller.ok('get-invoices', { sort, limit: 3, page });
        for (const { guid } of rows) known.add(guid);
        if (rows.length < 3 || rows.some(({ guid }) => before.has(guid))) return;
      }
    };
    const readers = sorts.map(async (sort, n) => {
      while (!isDone) await poll(sort, seen[n] as Set<string>);
      await poll(sort, seen[n] as Set<string>);
    });
    const created = await Promise.all(
      Array.from({ length: 50 }, () => seller.ok('create-invoice', { data: invoice() })),
    ).finally(() => {
      isDone = true;
    });
    await Promise.all(readers);
    for (const known of seen) assert.deepEqual([...known].sort(), created.sort());
    for (const [sort, isDescending] of [
      ['date_desc', true],
      ['created_desc', true],
      ['created_asc', false],
    ]) {
      const rows = await seller.ok('get-invoices', { sort, limit: 100 });
      const numbers = rows.map(({ number }: any) => Number(number));
      assert.deepEqual(
        numbers,
        numbers.toSorted((a: number, b: number) => (isDescending ? b - a : a - b)),
      );
    }
  });
});
