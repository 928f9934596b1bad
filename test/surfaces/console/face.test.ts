import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { operations } from '../../../src/surfaces/console/routes.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { onBothDatabases } from '../../support/service.ts';

test('every operation stands under its own name', () => {
  assert.deepEqual(
    Object.entries(operations).filter(([name, operation]) => name !== operation.name),
    [],
  );
});

onBothDatabases('the face of the console', (kvitt) => {
  let seller: Client;
  let other: Client;
  let desk: ConsoleClient;
  before(async () => {
    seller = await kvitt.account();
    other = await kvitt.account();
    desk = await signInToConsole(seller);
  });

  test('is for who is signed in, and sends others to sign in', async () => {
    const stranger = new ConsoleClient(kvitt.url);
    for (const name of Object.keys(operations)) {
      const { status, body } = await stranger.call(name);
      assert.deepEqual([status, body.error], [401, 'session_required'], name);
    }
    assert.equal((await stranger.send('GET', 'session')).status, 401);
    const page = await stranger.person.get('/console/invoices?tab=overdue');
    assert.equal(page.location, '/sign-in?next=%2Fconsole%2Finvoices%3Ftab%3Doverdue');
    assert.equal((await desk.call('get-accounts')).status, 404);
  });

  test('takes calls only from pages of its own', async () => {
    const fields = { name: 'Nobody', output_select: '4' };
    const wrong: Record<string, string>[] = [
      { 'x-form-key': '' },
      { 'x-form-key': 'made up' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of wrong) {
      const { body } = await desk.call('create-customer', fields, headers);
      assert.equal(body.error, 'form_stale', JSON.stringify(headers));
    }
    const thief = await signInToConsole(other);
    assert.equal(
      (await desk.call('create-customer', fields, { 'x-form-key': thief.formKey })).body.error,
      'form_stale',
    );
    assert.equal(await seller.ok('get-count-customers'), 0);
  });

  test('refuses with a status, a code and what the message is made of', async () => {
    const { status, body } = await desk.call('create-customer', { name: 'A', email: 'x' });
    assert.deepEqual(
      [status, body.error, body.details],
      [422, 'field_invalid', ['email', 'must be an e-mail address']],
    );
    assert.equal((await desk.call('get-customer', { guid: seller.username })).status, 404);
  });

  test('tells the reason of a refusal apart, so that it can be said in another language', async () => {
    const reasons = async (name: string, fields: unknown) => (await desk.call(name, fields)).body.reasons;
    assert.deepEqual(await reasons('create-customer', { name: 'A', email: 'x' }), [
      { code: 'email', values: [] },
    ]);
    assert.deepEqual(await reasons('create-customer', { name: 'A'.repeat(500), output_select: '4' }), [
      { code: 'long', values: ['200'] },
    ]);
    const unknown = { type: 'credit', ref_invoice_guid: seller.username };
    const original = [{ code: 'original_unknown', values: [] }];
    assert.deepEqual(await reasons('create-invoice', { ...unknown, amount: 1 }), original);
    const { problems } = (await desk.call('preview-invoice', unknown)).body;
    assert.deepEqual(
      problems.map((problem: Record<string, unknown>) => [problem.code, problem.reasons]),
      [['credit_refused', original]],
    );
    assert.deepEqual(await reasons('get-customer', { guid: seller.username }), []);
  });

  test('does a write that is sent twice once', async () => {
    const fields = { name: 'Einu sinni', output_select: '4' };
    const headers = { 'idempotency-key': 'the-same' };
    const answers = [
      await desk.call('create-customer', fields, headers),
      await desk.call('create-customer', fields, headers),
    ];
    assert.equal(answers[0]?.body.guid, answers[1]?.body.guid);
    assert.equal((await desk.call('find-customers', { search: 'einu SINNI' })).body.count, 1);
  });

  test('lets nobody give themselves a larger plan', async () => {
    const before = (await desk.call('show-account')).body;
    const { status } = await desk.call('update-company', {
      city: 'Húsavík',
      subscriptions: ['cost_ai'],
      disabled: true,
      password: 'another one',
    });
    assert.equal(status, 200);
    const after = (await desk.call('show-account')).body;
    assert.deepEqual({ ...after, city: '' }, { ...before, city: '' });
    assert.equal(after.city, 'Húsavík');
  });

  test('lists customers in Icelandic order', async () => {
    const names = ['Öspin', 'Ævar', 'Þór', 'Ása', 'anna', 'Bára', 'Ðóra', 'Dísa', 'Éva'];
    for (const name of names) await desk.call('create-customer', { name, output_select: '4' });
    const { body } = await desk.call('find-customers', { sort: 'name', limit: 200 });
    const found = body.rows
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => names.includes(name));
    assert.deepEqual(found, ['anna', 'Ása', 'Bára', 'Dísa', 'Ðóra', 'Éva', 'Þór', 'Ævar', 'Öspin']);
  });
});

onBothDatabases('a dry run', (kvitt) => {
  let seller: Client;
  let desk: ConsoleClient;
  let item: string;
  before(async () => {
    seller = await kvitt.account();
    desk = await signInToConsole(seller);
    item = await seller.ok('create-item', {
      data: { description: 'Ráðgjöf', uom: 'HUR', tax: 'S', unit_price: 15000 },
    });
  });
  const preview = async (fields: Record<string, unknown>) =>
    (await desk.call('preview-invoice', { type: 'invoice', ...fields })).body;

  test('adds up what create-invoice then takes, and writes nothing', async () => {
    const lines = {
      currency: 'ISK',
      settlement_date: '2999-01-01',
      items: [{ guid: item, qty: '2.333', discount: 10, discount_type: 1 }],
    };
    const customer = { name: 'Jón', output_select: '4' };
    const { amount, problems } = await preview({ ...lines, customer });
    assert.deepEqual(problems, []);
    assert.equal(await seller.ok('get-count-invoices'), 0);
    assert.equal(await seller.ok('get-count-customers'), 0);
    await seller.ok('create-invoice', { data: { ...lines, customer, type: 'invoice', amount } });
  });
  test('prints what is not made yet, marked as a draft, and writes nothing', async () => {
    const before = await seller.ok('get-count-invoices');
    const fields = {
      type: 'invoice',
      currency: 'ISK',
      suggest_days: true,
      customer: { name: 'Jón', output_select: '4' },
      items: [{ guid: item, qty: '2' }],
    };
    const { status, body } = await desk.call('preview-invoice-pdf', fields);
    assert.equal(status, 200, body.message);
    assert.match(Buffer.from(body.file, 'base64').toString('latin1'), /^%PDF-1\./);
    assert.match(body.file_name, /\.pdf$/);
    const bare = await desk.call('preview-invoice-pdf', { ...fields, items: [] });
    assert.deepEqual(
      [bare.status, bare.body.error, bare.body.details],
      [422, 'field_invalid', ['items', 'must have at least one line']],
    );
    assert.equal(await seller.ok('get-count-invoices'), before);
  });
  test('says all that is missing at once', async () => {
    const { amount, problems } = await preview({ currency: 'EUR', is_claim: true });
    const codes = problems.map(({ code }: { code: string }) => code);
    assert.equal(amount, 0);
    assert.deepEqual(codes, [
      'flags_conflict',
      'field_required',
      'field_required',
      'field_required',
      'exchange_rate_missing',
    ]);
  });
  test('adds up the lines that it can resolve, and names the others', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000';
    const items = [{ guid: unknown, qty: 1 }, { guid: item, qty: 2 }, line({ qty: 0.5 })];
    const customer = { name: 'Jón', output_select: '4' };
    const body = { currency: 'ISK', settlement_date: '2999-01-01', customer, items, amount: 1 };
    const { amount, lines, may_save, problems } = await preview(body);
    assert.deepEqual([amount, may_save], [37_820, false]);
    assert.deepEqual(
      lines.map(({ position, net }: Record<string, unknown>) => [position, net]),
      [
        [2, 30_000],
        [3, 500],
      ],
    );
    // The amount is not compared while a line is missing from the sum.
    assert.deepEqual(
      problems.map(({ code, details }: Record<string, unknown>) => [code, details]),
      [
        ['item_not_found', []],
        ['field_invalid', ['items[2].qty', 'must be a whole number of pieces (C62)']],
      ],
    );
  });
  test('names items, tasks and files that create-invoice would refuse; a changed document keeps its items', async () => {
    const inactive = await seller.ok('create-item', {
      data: { description: 'Gamalt', uom: 'C62', tax: 'S', unit_price: 100, active: 0 },
    });
    const unknown = '01890000-0000-7000-8000-000000000000';
    const items = [
      { guid: inactive, qty: 1 },
      { guid: item, qty: 1, task_guid: unknown },
    ];
    const customer = { name: 'Jón', output_select: '4' };
    const body = { currency: 'ISK', settlement_date: '2999-01-01', customer, items, files: unknown };
    const codesOf = async (fields: object) =>
      (await preview({ ...body, ...fields })).problems.map(({ code }: { code: string }) => code);
    assert.deepEqual(await codesOf({}), ['item_inactive', 'file_not_found', 'task_not_found']);
    assert.deepEqual(await codesOf({ kept_items: [inactive] }), ['file_not_found', 'task_not_found']);
  });
  test('says what the e-invoice would lack, as create-invoice does', async () => {
    const lines = { currency: 'ISK', settlement_date: '2999-01-01', items: [{ guid: item, qty: 1 }] };
    const customer = { name: 'Jón', output_select: '2', trading_partner_id: '5501234520', email: 'j@jon.is' };
    const { amount, problems } = await preview({ ...lines, customer });
    const data = { ...lines, customer, type: 'invoice', amount };
    const { error_code, message } = await seller.refused('create-invoice', { data });
    assert.deepEqual(
      problems.map((problem: Record<string, unknown>) => [problem.code, problem.message]),
      [[error_code, message]],
    );
    assert.equal(error_code, 'einvoice_refused');
    const paper = { customer: { name: 'Jón', output_select: '4' }, trading_partner_id: '123' };
    const [problem] = (await preview({ ...lines, ...paper })).problems;
    assert.deepEqual([problem.code, problem.details[0]], ['field_invalid', 'trading_partner_id']);
  });
  test('suggests the days of the customer', async () => {
    const guid = await seller.ok('create-customer', {
      data: { name: 'Mánuður', output_select: '4', due_date: 30, settlement_date: 40 },
    });
    const { due_date, settlement_date } = await preview({ issue_date: '2026-01-31', customer: { guid } });
    assert.deepEqual([due_date, settlement_date], ['2026-03-02', '2026-03-12']);
  });
  test('tells what is left of an invoice to credit', async () => {
    const guid = await seller.ok('create-invoice', {
      data: invoice({ amount: 3720, items: [line({ qty: 3 })] }),
    });
    const [sold] = (await preview({ type: 'credit', ref_invoice_guid: guid })).lines;
    const one = { type: 'credit', ref_invoice_guid: guid, items: [{ guid: sold.guid, qty: 1 }] };
    const { amount } = await preview(one);
    assert.deepEqual([sold.qty, amount], [3, 1240]);
    await seller.ok('create-invoice', { data: { ...one, amount } });
    assert.equal((await preview({ type: 'credit', ref_invoice_guid: guid })).amount, 2480);
    const foreign = await kvitt.account();
    const theirs = await foreign.ok('create-invoice', { data: invoice({}) });
    const refused = await preview({ type: 'credit', ref_invoice_guid: theirs });
    assert.deepEqual([refused.problems[0].code, refused.lines, refused.amount], ['credit_refused', [], 0]);
  });
});

onBothDatabases('what a person is shown beside a record', (kvitt) => {
  let seller: Client;
  let desk: ConsoleClient;
  before(async () => {
    seller = await kvitt.account();
    desk = await signInToConsole(seller);
  });

  test('an invoice stands in the sheet where it stands in the list, with its sums and what can be done', async () => {
    const unpaid = await seller.ok('create-invoice', { data: invoice({}) });
    await seller.ok('create-invoice', { data: invoice({ mark_paid: true }) });
    await seller.ok('create-invoice', { data: invoice({ save: true }) });
    await seller.ok('create-invoice', {
      data: { type: 'credit', ref_invoice_guid: unpaid, amount: invoice({}).amount },
    });
    const { rows, counts, total } = (await desk.call('find-invoices')).body;
    assert.equal(rows.length, total);
    assert.equal(
      counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      total,
    );
    const tabs: string[] = [];
    for (const row of rows) {
      const { body } = await desk.call('get-invoice', { guid: row.guid });
      assert.deepEqual(
        [body.tab, body.partly_credited, body.remaining],
        [row.tab, row.partly_credited, row.remaining],
      );
      assert.equal(body.net + body.vat, body.amount);
      assert.equal(row.effect, row.type === 'credit' ? -row.amount : row.amount);
      tabs.push(body.tab);
      for (const [deed, name] of [
        ['issue', 'issue-invoice'],
        ['pay', 'do-paid-invoice'],
      ] as const) {
        if (!body.may[deed])
          assert.ok((await desk.call(name, { guid: row.guid })).status >= 400, `${name} of ${body.tab}`);
      }
    }
    assert.deepEqual(tabs.sort(), ['cancelled', 'credit', 'draft', 'paid']);
  });

  test('programs are promised nothing of it', async () => {
    const [row] = await seller.ok('get-invoices');
    const read = await seller.ok('get-invoice', { guid: row.guid });
    for (const more of ['tab', 'may', 'net', 'vat', 'partly_credited'])
      assert.ok(!(more in read), `${more} is told to programs`);
  });

  test('a quote can be changed until something was invoiced from it', async () => {
    const { body: quote } = await desk.call('create-quote', {
      customer: { name: 'Jón', output_select: '4' },
      items: [line({})],
    });
    const mayOf = async () => (await desk.call('get-quotes')).body[0].may;
    assert.deepEqual(await mayOf(), { invoice: true, change: true });
    await desk.call('accept-quote', { guid: quote.guid });
    assert.deepEqual(await mayOf(), { invoice: false, change: false });
  });

  test('what is unpaid and what is late is added up', async () => {
    const { body } = await desk.call('get-overview');
    assert.deepEqual(Object.keys(body.unpaid), ['count', 'total']);
    assert.ok(body.overdue.count + body.collection.count <= body.unpaid.count);
  });

  test('what was done last is told by name; what was refused, and who came and went, is not', async () => {
    await desk.call('create-customer', { name: 'Síðastur', output_select: '4' });
    await desk.call('create-customer', { name: '' });
    await desk.call('set-language', { lang: 'en' });
    const [last] = (await desk.call('get-overview')).body.activity;
    assert.deepEqual([last.action, last.about], ['create-customer', 'Síðastur']);
  });

  test('what came in is less what was refunded, and a cancelled invoice changes nothing', async () => {
    const paid = async () => (await desk.call('get-overview')).body.months.at(-1).paid;
    const before = await paid();
    const [settled, cancelled] = [invoice({ mark_paid: 1 }), invoice()];
    for (const data of [settled, cancelled]) {
      const guid = await seller.ok('create-invoice', { data });
      const note = { type: 'credit', amount: 1240, ref_invoice_guid: guid };
      if (data === settled) assert.equal(await paid(), before + 1240);
      await seller.ok('create-invoice', { data: { ...note, ...(data === settled && { mark_paid: 1 }) } });
      assert.equal(await paid(), before);
    }
  });
});

describe('the application', () => {
  onBothDatabases('as files', (kvitt) => {
    test('is served whole under a strict policy, and kept for a year by its hash', async () => {
      const seller = await kvitt.account();
      const { person } = await signInToConsole(seller);
      const page = await person.get('/console/invoices');
      // Only where it has been built; the browser tests build it.
      if (page.status === 503) return;
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
      assert.doesNotMatch(policy, /unsafe/);
      const [script = ''] = /\/console\/assets\/[^"]+\.js/.exec(page.text) ?? [];
      const asset = await fetch(kvitt.url + script, { headers: { 'accept-encoding': 'br' } });
      assert.equal(asset.headers.get('content-encoding'), 'br');
      assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
      assert.equal((await fetch(`${kvitt.url}/console/assets/none.js`)).status, 404);
    });
  });
});
