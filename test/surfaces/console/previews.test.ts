import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { uploadFile } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

onBothDatabases('invoice previews', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  let item: string;
  before(async () => {
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
    item = await seller.ok('create-item', {
      data: { description: 'Ráðgjöf', uom: 'HUR', tax: 'S', unit_price: 15000 },
    });
  });
  const preview = async (fields: Record<string, unknown>) =>
    (await consoleClient.call('preview-invoice', { type: 'invoice', ...fields })).body;

  test('compute the amount that create-invoice accepts, and write nothing', async () => {
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
  test('print a PDF marked as a draft, and write nothing', async () => {
    const before = await seller.ok('get-count-invoices');
    const fields = {
      type: 'invoice',
      currency: 'ISK',
      suggest_days: true,
      customer: { name: 'Jón', output_select: '4' },
      items: [{ guid: item, qty: '2' }],
    };
    const { status, body } = await consoleClient.call('preview-invoice-pdf', fields);
    assert.equal(status, 200, body.message);
    assert.match(Buffer.from(body.file, 'base64').toString('latin1'), /^%PDF-1\./);
    assert.match(body.file_name, /\.pdf$/);
    const withoutLines = await consoleClient.call('preview-invoice-pdf', { ...fields, items: [] });
    assert.deepEqual(
      [withoutLines.status, withoutLines.body.error, withoutLines.body.problems[0].details],
      [422, 'field_invalid', ['items', 'must have at least one line']],
    );
    assert.equal(await seller.ok('get-count-invoices'), before);
  });
  test('add up a part of an order and its remainder, and report what exceeds it', async () => {
    const items = [line({ qty: 4, unit_price: 1000 }), line({ qty: 1, unit_price: 500, tax: 'AA' })];
    const guid = await seller.ok('create-order-invoice', {
      data: { customer: { name: 'Jón', output_select: '4' }, items },
    });
    const part = (fields: object) =>
      consoleClient.ok('preview-sales-document', { kind: 'order', guid, ...fields });
    const whole = await part({});
    assert.deepEqual([whole.net, whole.vat_24, whole.vat_11, whole.amount], [4500, 960, 55, 5515]);
    const [first] = whole.lines;
    assert.deepEqual([first.qty, first.net, first.gross], [4, 4000, 4960]);
    const some = [{ guid: first.guid, qty: 3 }];
    const { amount, problems } = await part({ items: some });
    assert.deepEqual([amount, problems], [3720, []]);
    const made = await consoleClient.ok('create-invoice-from-order', { guid, data: { items: some } });
    assert.equal((await seller.ok('get-invoice', { guid: made.guid })).amount, amount);
    assert.deepEqual(
      (await part({})).lines.map(({ qty }: { qty: number }) => qty),
      [1, 1],
    );
    assert.equal((await part({ is_whole: true })).amount, 5515);
    const [beyond] = (await part({ items: [{ guid: first.guid, qty: 2 }] })).problems;
    assert.equal(beyond.code, 'part_refused');
    await consoleClient.assertRefused('preview-sales-document', [
      [{ kind: 'quote', guid }, 'quote_not_found: No quote found'],
    ]);
  });
  test('report all missing fields at once', async () => {
    const { amount, problems } = await preview({ currency: 'EUR', is_claim: true });
    const codes = problems.map(({ code }: { code: string }) => code);
    assert.equal(amount, 0);
    assert.deepEqual(codes, ['field_required', 'field_required', 'field_required', 'exchange_rate_missing']);
  });
  test('add up the lines that can be resolved, and report the others', async () => {
    const unknown = UNKNOWN_GUID;
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
      [['item_not_found', []]],
    );
  });
  test('report items, tasks and files that create-invoice would refuse', async () => {
    const inactive = await seller.ok('create-item', {
      data: { description: 'Gamalt', uom: 'C62', tax: 'S', unit_price: 100, active: 0 },
    });
    const unknown = UNKNOWN_GUID;
    const items = [
      { guid: inactive, qty: 1 },
      { guid: item, qty: 1, task_guid: unknown },
    ];
    const customer = { name: 'Jón', output_select: '4' };
    const body = { currency: 'ISK', settlement_date: '2999-01-01', customer, items, files: unknown };
    const codes = (await preview(body)).problems.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ['item_inactive', 'file_not_found', 'task_not_found']);
  });
  test('of an order, draft or quote refuse what saving it refuses: a missing kennitala, but not a missing rate', async () => {
    const data = { customer: { name: 'Jón', output_select: '4' }, items: [line()] };
    for (const kind of ['order', 'draft', 'quote']) {
      const create = kind === 'quote' ? 'create-quote' : `create-${kind}-invoice`;
      const codesOf = async (fields: object) => {
        const input = { kind, data: { ...data, ...fields } };
        const { problems } = (await consoleClient.call('preview-document', input)).body;
        return problems.map(({ code, details }: { code: string; details: string[] }) => [code, ...details]);
      };
      const claim = { is_claim: 1 };
      const { error_code, message } = await seller.expectRefusal(create, { data: { ...data, ...claim } });
      assert.match(message, /customer\.registration_no \(is_claim needs the kennitala/);
      assert.deepEqual((await codesOf(claim))[0]?.[0], error_code);
      const abroad = { currency: 'SEK' };
      assert.deepEqual(await codesOf(abroad), []);
      await seller.ok(create, { data: { ...data, ...abroad } });
    }
  });
  test('of a changed document keep its items, files and details, and check its customer as the profile is now', async () => {
    const address = { address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' };
    const einvoice = { output_select: '2', email: 'j@jon.is', trading_partner_id: '5501234520' };
    const customer = await seller.ok('create-customer', { data: { name: 'Jón', ...einvoice, ...address } });
    const thing = await seller.ok('create-item', {
      data: { description: 'Gamalt', uom: 'C62', tax: 'S', unit_price: 100 },
    });
    const file = (await uploadFile(seller, 'a.txt', 'texti')).body.result;
    const items = [{ guid: thing, qty: 1 }];
    const data = { customer: { guid: customer }, items, files: file };
    const guid = await seller.ok('create-quote', { data });
    await seller.ok('update-item', { guid: thing, data: { active: 0 } });
    const codesOf = async (changes: object) => {
      const input = { kind: 'quote', guid, data: changes };
      const { problems } = (await consoleClient.call('preview-document', input)).body;
      return problems.map(({ code }: { code: string }) => code);
    };
    const changes = { description: 'Ný lýsing', items, files: file };
    assert.deepEqual(await codesOf(changes), []);
    await seller.ok('update-customer', { guid: customer, data: { address: '' } });
    assert.deepEqual(await codesOf(changes), ['einvoice_refused']);
    const refused = await seller.expectRefusal('update-quote', { guid, data: changes });
    assert.equal(refused.error_code, 'einvoice_refused');
    await seller.ok('update-customer', { guid: customer, data: address });
    await seller.ok('update-quote', { guid, data: changes });
    const unknown = await consoleClient.call('preview-document', { kind: 'order', guid, data: {} });
    assert.equal(unknown.body.error, 'order_not_found');
  });
  test('report what an e-invoice lacks, as create-invoice does', async () => {
    const lines = { currency: 'ISK', settlement_date: '2999-01-01', items: [{ guid: item, qty: 1 }] };
    const customer = { name: 'Jón', output_select: '2', trading_partner_id: '5501234520', email: 'j@jon.is' };
    const { amount, problems } = await preview({ ...lines, customer });
    const data = { ...lines, customer, type: 'invoice', amount };
    const { error_code, message } = await seller.expectRefusal('create-invoice', { data });
    assert.deepEqual(
      problems.map((problem: Record<string, unknown>) => [problem.code, problem.message]),
      [[error_code, message]],
    );
    assert.equal(error_code, 'einvoice_refused');
    const onPaper = { customer: { name: 'Jón', output_select: '4' }, trading_partner_id: '123' };
    const [problem] = (await preview({ ...lines, ...onPaper })).problems;
    assert.deepEqual([problem.code, problem.details[0]], ['field_invalid', 'trading_partner_id']);
  });
  test("suggest due dates from the customer's payment terms", async () => {
    const guid = await seller.ok('create-customer', {
      data: { name: 'Mánuður', output_select: '4', due_date: 30, settlement_date: 40 },
    });
    const { due_date, settlement_date } = await preview({ issue_date: '2026-01-31', customer: { guid } });
    assert.deepEqual([due_date, settlement_date], ['2026-03-02', '2026-03-12']);
  });
  test('return what remains of an invoice to credit', async () => {
    const guid = await seller.ok('create-invoice', {
      data: invoice({ amount: 3720, items: [line({ qty: 3 })] }),
    });
    const [sold] = (await preview({ type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: guid }))
      .lines;
    const one = {
      type: 'credit',
      settlement_date: '2099-12-31',
      ref_invoice_guid: guid,
      items: [{ guid: sold.guid, qty: 1 }],
    };
    const { amount } = await preview(one);
    assert.deepEqual([sold.qty, amount], [3, 1240]);
    await seller.ok('create-invoice', { data: { ...one, amount } });
    assert.equal(
      (await preview({ type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: guid })).amount,
      2480,
    );
    const foreign = await kvitt.account();
    const foreignInvoice = await foreign.ok('create-invoice', { data: invoice({}) });
    const refusal = await preview({
      type: 'credit',
      settlement_date: '2099-12-31',
      ref_invoice_guid: foreignInvoice,
    });
    assert.deepEqual([refusal.problems[0].code, refusal.lines, refusal.amount], ['credit_refused', [], 0]);
  });
});
