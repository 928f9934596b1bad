import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { McpClient } from '../../support/mcp.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const NAMES = [
  ...['company_get', 'overview_get', 'invoice_list', 'invoice_get', 'invoice_create', 'invoice_credit'],
  ...[
    'invoice_send',
    'invoice_remind',
    'invoice_mark_paid',
    'payment_record',
    'payment_list',
    'customer_list',
    'customer_get',
    'customer_create',
    'customer_update',
  ],
  ...['item_list', 'item_create', 'quote_list', 'quote_create', 'recurring_list', 'recurring_create'],
  ...[
    'cost_list',
    'cost_get',
    'cost_create',
    'task_list',
    'task_create',
    'task_log',
    'sale_list',
    'report_sales',
  ],
  ...['event_list', 'proposal_list', 'operation_search', 'operation_call'],
];

/** What is looked for, and the operation or tool that is found first. */
const FOUND: readonly [query: string, first: string][] = [
  ['extend due date', 'An issued invoice keeps its dates'],
  ['fresta eindaga á reikningi 1042', 'An issued invoice keeps its dates'],
  ['change due date of order', 'update-order-invoice'],
  ['undo payment', 'reverse-payment'],
  ['bakfæra greiðslu', 'reverse-payment'],
  ['delete a payment', 'A payment is never deleted'],
  ['customer paid twice', 'payment_record'],
  ['payment on another day', 'invoice_mark_paid records'],
  ['hlutagreiðsla', 'invoice_mark_paid records'],
  ['record payment', 'payment_record'],
  ['merkja reikning greiddan', 'invoice_mark_paid'],
  ['move payment to another invoice', 'allocate-payment'],
  ['afskrifa reikning', 'write-off-invoice'],
  ['nota inneign', 'apply-credit'],
  ['cancel claim', 'A claim follows its invoice'],
  ['eyða kröfu', 'A claim follows its invoice'],
  ['payroll', 'Nothing that you may call fits'],
  ['VAT return', 'get-vat-return'],
  ['expense account codes', 'cost_create'],
  ['expense account for petrol', 'cost_create'],
  ['hvaða lykill fyrir bensín', 'cost_create'],
  ['enter a receipt', 'cost_create'],
  ['attach a contract', 'upload-file'],
  ['new price of a recurring invoice', 'update-recurring-invoice'],
  ['send statement', 'send-customer-statement'],
  ['samþykkja tilboð', 'accept-quote'],
  ['senda yfirlit', 'send-customer-statement'],
  ['pause-recurring-invoice', 'pause-recurring-invoice'],
];

onBothDatabases('MCP: tools', (kvitt) => {
  let seller: Client;
  let client: McpClient;
  before(async () => {
    const made = await createAccountWithAgent(kvitt.url);
    seller = made.seller;
    client = new McpClient(kvitt.url, { authorization: `Bearer ${made.agent.token}` });
  });

  test('lists every tool in a fixed order, fully described and within the budget', async () => {
    const result = await client.ok('tools/list');
    assert.deepEqual(
      result.tools.map(({ name }: any) => name),
      NAMES,
    );
    for (const { name, title, description, annotations, inputSchema, outputSchema } of result.tools) {
      assert.ok(title && description, name);
      assert.ok(description.split(/(?<=[.!?])\s+/).length <= 3, `${name} has more than three sentences`);
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
      for (const hint of hints) assert.equal(typeof annotations[hint], 'boolean', `${name} ${hint}`);
      assert.deepEqual([inputSchema.type, outputSchema.type], ['object', 'object'], name);
      if (!annotations.readOnlyHint)
        assert.ok(inputSchema.properties.dry_run && inputSchema.properties.idempotency_key, name);
      if (name.endsWith('_list'))
        for (const field of ['limit', 'cursor', 'detail'])
          assert.ok(inputSchema.properties[field], `${name} ${field}`);
    }
    const size = JSON.stringify(result).length;
    assert.ok(size <= 46_000, `tools/list has ${size} characters`);
  });

  test('creates, reads, credits and settles an invoice', async () => {
    const customer = await client.call('customer_create', { name: 'Kaupandi ehf.', output_select: '4' });
    const items = [{ description: 'Ráðgjöf', qty: 2, unit_price: 10_000 }];
    const created = await client.call('invoice_create', { customer: { guid: customer.result.guid }, items });
    const { guid, number } = created.result;
    const { result: found } = await client.call('invoice_get', { number });
    assert.deepEqual([found.guid, found.amount, found.customer.name], [guid, 24_800, 'Kaupandi ehf.']);
    const [{ line_guid }] = found.items;
    await client.call('invoice_credit', { guid, items: [{ guid: line_guid, qty: 1 }] });
    await client.call('invoice_credit', { number, amount: 2400 });
    const { result: left } = await client.call('invoice_get', { guid });
    assert.deepEqual([left.remaining, left.total_24vat, left.vat_24], [10_000, 20_000, 4800]);
    await client.call('invoice_mark_paid', { number });
    assert.equal((await client.call('invoice_get', { guid })).result.status, 'paid');
    const refusal = await client.refused('invoice_mark_paid', { guid });
    assert.equal(refusal.code, 'invoice_locked');
    assert.match(refusal.message, /settled already/);
    assert.match(refusal.next, /invoice_get/);
  });

  test('records part payments, a transfer for several invoices, and a surplus', async () => {
    const customer = await client.call('customer_create', { name: 'Greiðandi ehf.', output_select: '4' });
    const { guid: customer_guid } = customer.result;
    const issue = async () => {
      const items = [{ description: 'Ráðgjöf', qty: 1, unit_price: 10_000 }];
      const made = await client.call('invoice_create', { customer: { guid: customer_guid }, items });
      return made.result.guid as string;
    };
    const [first, second] = [await issue(), await issue()];
    const standing = async (guid: string) => {
      const { result } = await client.call('invoice_get', { guid });
      return [result.status, result.paid_amount, result.remaining];
    };
    const part = { amount: 2400, paid_on: '2026-03-10', method_payment: 3, reference: 'RF18' };
    await client.call('invoice_mark_paid', { guid: first, ...part });
    assert.deepEqual(await standing(first), ['open', 2400, 10_000]);
    const allocations = [{ invoice_guid: first }, { invoice_guid: second, amount: 2400 }];
    const transfer = { amount: 17_400, customer_guid, allocations };
    const tried = await client.call('payment_record', { ...transfer, dry_run: true });
    assert.equal(tried.result.payment.unallocated, 5000);
    const { payment } = (await client.call('payment_record', transfer)).result;
    assert.deepEqual(
      [await standing(first), await standing(second)],
      [
        ['paid', 12_400, 0],
        ['open', 2400, 10_000],
      ],
    );
    const listed = (await client.call('payment_list', { customer_guid })).result;
    assert.deepEqual(
      listed.map(({ amount, paid_on, unallocated }: any) => [amount, paid_on, unallocated]),
      [
        [17_400, '2026-03-17', 5000],
        [2400, '2026-03-10', 0],
      ],
    );
    const reversal = { guid: payment.guid, reason: 'Röng greiðsla' };
    await client.call('operation_call', { operation: 'reverse-payment', input: reversal });
    assert.deepEqual(
      [await standing(first), await standing(second)],
      [
        ['open', 2400, 10_000],
        ['open', 0, 12_400],
      ],
    );
    const booked = (await client.call('payment_list', { invoice_guid: first, state: 'booked' })).result;
    assert.deepEqual(
      booked.map(({ guid }: any) => guid),
      [listed[1].guid],
    );
    const refusal = await client.refused('payment_record', { amount: 100 });
    assert.match(refusal.message, /customer_guid/);
  });

  test('has the same status of an invoice in list, record and resource', async () => {
    const dates = { issue_date: '2026-03-02', due_date: '2026-03-16', settlement_date: '2026-03-30' };
    const { result } = await client.call('invoice_create', { ...invoice(dates) });
    const { guid, number } = result;
    const [row] = (await client.call('invoice_list', { search: number })).result;
    const [full] = (await client.call('invoice_list', { search: number, detail: 'full' })).result;
    const read = (await client.call('invoice_get', { guid })).result;
    const { contents } = await client.ok('resources/read', { uri: `kvitt://invoices/${number}` });
    const statuses = [row, full, read, JSON.parse(contents[0].text)].map(({ status }: any) => status);
    assert.deepEqual(statuses, ['overdue', 'overdue', 'overdue', 'overdue']);
    await seller.ok('write-off-invoice', { guid, data: { reason: 'Gjaldþrot' } });
    const [lost] = (await client.call('invoice_list', { search: number })).result;
    const { status } = (await client.call('invoice_get', { guid })).result;
    assert.deepEqual([lost.status, status], ['written_off', 'written_off']);
  });

  test('sorts and filters by sums', async () => {
    const other = await createAccountWithAgent(kvitt.url);
    const books = new McpClient(kvitt.url, { authorization: `Bearer ${other.agent.token}` });
    for (const [name, unit_price] of [
      ['Anna', 1000],
      ['Birta', 5000],
      ['Dagur', 3000],
    ])
      await books.call('invoice_create', {
        customer: { name, output_select: '4' },
        items: [{ description: 'Ráðgjöf', qty: 1, unit_price }],
      });
    const names = async (tool: string, args: object) =>
      (await books.call(tool, { ...args })).result.map((row: any) => row.customer_name ?? row.name);
    assert.deepEqual(await names('customer_list', { sort: 'owed', limit: 1 }), ['Birta']);
    const owing = await books.call('customer_list', { min_owed: 3720 });
    assert.deepEqual([owing.total, owing.result.map(({ owed }: any) => owed)], [2, [6200, 3720]]);
    assert.deepEqual(await names('invoice_list', { sort: 'amount' }), ['Birta', 'Dagur', 'Anna']);
    assert.deepEqual(await names('invoice_list', { sort: 'amount', ascending: true, limit: 1 }), ['Anna']);
    assert.deepEqual(await names('invoice_list', { min_amount: 2000, max_amount: 4000 }), ['Dagur']);
    assert.deepEqual(await names('invoice_list', { search: '6.200' }), ['Birta']);
  });

  test('reminds, mails statements and attaches files under their names', async () => {
    const customer = { name: 'Skuldari ehf.', output_select: '3', email: 'bokhald@skuldari.example' };
    const found = await client.call('operation_search', { query: 'upload-file' });
    assert.match(found.result[0].input.properties.file.description, /^In base64\. At most 5 MB: pdf/);
    const upload = {
      operation: 'upload-file',
      input: { file: Buffer.from('Samningur '.repeat(4000)).toString('base64'), name: 'samningur.txt' },
    };
    const { result: file } = await client.call('operation_call', upload);
    const sale = { ...invoice({ customer }), files: file.guid };
    const { result } = await client.call('invoice_create', sale);
    const read = (await client.call('invoice_get', { guid: result.guid })).result;
    assert.deepEqual(
      read.files.map(({ name }: any) => name),
      ['samningur.txt'],
    );
    await client.call('invoice_remind', { number: result.number });
    const again = await client.refused('invoice_remind', { number: result.number });
    assert.match(again.message, /again/);
    await client.call('invoice_remind', { number: result.number, again: true });
    const [{ reminded_at }] = (await client.call('invoice_list', { search: result.number })).result;
    assert.match(reminded_at, /^2026-03-17/);
    const statement = { operation: 'send-customer-statement', input: { guid: read.customer.guid } };
    const would = (await client.call('operation_call', { ...statement, dry_run: true })).would;
    assert.deepEqual(would.deliver, [{ channel: 'email', to: customer.email }]);
    await client.call('operation_call', statement);
  });

  test('refuses a new customer only for its own violations', async () => {
    const items = [{ description: 'Ráðgjöf', qty: 1, unit_price: 1000 }];
    const { message } = await client.refused('invoice_create', { customer: { name: 'Anna' }, items });
    assert.match(message, /email/);
    assert.doesNotMatch(message, /settlement_date/);
  });

  test('takes the whole record of the API as plain fields', async () => {
    const { result } = await client.call('invoice_create', invoice());
    assert.match(result.number, /^\d+$/);
    const wrong = await client.refused('invoice_create', invoice({ amount: 1 }));
    assert.equal(wrong.code, 'amount_mismatch');
    assert.match(wrong.message, /send 1240/);
  });

  test('repeats a write with the same key without writing twice', async () => {
    const args = { ...invoice(), idempotency_key: 'mcp-1' };
    const first = await client.call('invoice_create', args);
    const second = await client.call('invoice_create', args);
    assert.deepEqual(second, first);
    assert.equal(
      (await client.refused('invoice_create', { ...args, description: 'x' })).code,
      'idempotency_key_reused',
    );
  });

  test('repeats a write with the same key although its computed amount has changed', async () => {
    const item = { item_number: 'KEY-1', description: 'Hlutur', unit_price: 1000, tax: 'S' };
    const made = await client.call('item_create', item);
    const customer = { name: 'Kaupandi ehf.', output_select: '4' };
    const lines = { customer, items: [{ item_number: 'KEY-1', qty: 1 }], idempotency_key: 'mcp-sale' };
    const sale = await client.call('invoice_create', lines);
    await seller.ok('update-item', { guid: made.result.guid, data: { unit_price: 2000 } });
    assert.deepEqual(await client.call('invoice_create', lines), sale);
    const other = { ...lines, description: 'x' };
    assert.equal((await client.refused('invoice_create', other)).code, 'idempotency_key_reused');
    // Nothing is left to credit when the call comes again.
    const all = { guid: sale.result.guid, idempotency_key: 'mcp-credit' };
    const notes = await Promise.all([1, 2, 3].map(() => client.call('invoice_credit', all)));
    for (const note of notes) assert.deepEqual(note, notes[0]);
    const rehearsed = await client.call('invoice_credit', { ...all, dry_run: true });
    assert.deepEqual([rehearsed.dry_run, rehearsed.would], [true, { events: [] }]);
    assert.equal((await client.refused('invoice_credit', { guid: sale.result.guid })).status, false);
  });

  test('refuses wrong arguments with what to send instead', async () => {
    const rows: [name: string, args: Record<string, unknown>, message: RegExp][] = [
      ['invoice_get', {}, /guid, or number/],
      ['invoice_get', { guid: 5 }, /guid must be text/],
      ['invoice_list', { limit: 0 }, /limit must be a whole number from 1 to 100/],
      ['invoice_list', { limit: '5' }, /limit must be/],
      ['invoice_list', { cursor: 'x' }, /cursor must be/],
      ['invoice_list', { detail: 'all' }, /detail must be one of: short, full/],
      ['invoice_list', { status: 'late' }, /Field status must be one of/],
      ['invoice_list', { from: 'yesterday' }, /Field from must be/],
      ['invoice_list', { page: 2 }, /has no argument page/],
      ['customer_create', {}, /Field name is required/],
      ['invoice_create', {}, /Field items is required; Field customer is required/],
      ['quote_create', { customer: { name: 'A' }, items: null }, /Field items is required/],
      ['customer_create', { name: 'A', dry_run: 'yes' }, /dry_run must be true or false/],
      ['customer_create', { name: 'A', dry_run: '' }, /dry_run must be true or false/],
      ['customer_create', { name: 'A', idempotency_key: 'a b' }, /idempotency_key/],
      ['customer_update', { name: 'A' }, /Field guid is required/],
      [
        'customer_create',
        { name: 'A', nme: 'A' },
        /has no argument nme; send name instead; its arguments are: (?!.*\bcity\b.*\bcity\b)/,
      ],
      ['report_sales', { from: '2026-01-01' }, /Field to is required/],
      ['cost_create', { date: '2026-03-01', supplier_name: 'A' }, /Field supplier_id is required/],
      ['operation_call', { operation: 'nothing' }, /operation_search/],
      ['operation_call', { operation: 'get-items', input: [] }, /input must be an object/],
      ['operation_call', { operation: 'get-items', dry_run: true }, /only reads/],
      ['operation_call', { operation: 'create-item', input: { dry_run: true } }, /beside input/],
      ['operation_search', { query: '' }, /query is required/],
    ];
    for (const [name, args, message] of rows)
      assert.match(await client.wrong(name, args), message, JSON.stringify(args));
    const { body } = await client.rpc('tools/call', { name: 'nothing', arguments: {} });
    assert.equal(body.error.code, -32_602);
  });

  test('names the argument of the tool where a rule of the operation refuses it', async () => {
    const rows: [name: string, args: Record<string, unknown>, message: RegExp][] = [
      ['event_list', { cursor: 'nonsense' }, /^Field cursor must be the next of/],
      ['event_list', { cursor: '999999' }, /^Field cursor must be the next of/],
      [
        'report_sales',
        { from: '2026-03-02', to: '2026-03-01' },
        /^Field to must be on or after from \(2026-03-02\)/,
      ],
    ];
    for (const [name, args, message] of rows)
      assert.match((await client.refused(name, args)).message, message, JSON.stringify(args));
  });

  test('pages through a list by cursors, as many records as fit into an answer', async () => {
    const many = await createAccountWithAgent(kvitt.url);
    const other = new McpClient(kvitt.url, { authorization: `Bearer ${many.agent.token}` });
    const items = Array.from({ length: 40 }, (_, n) =>
      line({ item_number: `SKU-${n}`, description: 'A thing '.repeat(12) }),
    );
    for (let n = 0; n < 5; n++)
      await many.seller.ok('create-invoice', { data: invoice({ items, amount: 40 * 1240 }) });
    for (const args of [{ limit: 2 }, { limit: 5, detail: 'full' }, { limit: 3, detail: 'full' }]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page: any = await other.call('invoice_list', { ...args, ...(cursor && { cursor }) });
        seen.push(...page.result.map(({ number }: any) => number));
        cursor = page.next_cursor;
        assert.equal(cursor !== null, page.message !== undefined);
      } while (cursor);
      assert.deepEqual(seen, ['5', '4', '3', '2', '1'], JSON.stringify(args));
    }
    const { next_cursor } = await other.call('invoice_list', { limit: 2 });
    await other.wrong('customer_list', { cursor: next_cursor });
    const huge = await other.call('operation_call', { operation: 'get-invoices', input: {} });
    assert.match(huge.message, /limit \d+ in input, and page 2/);
    const costs = await other.call('quote_list', { limit: 1 });
    assert.deepEqual([costs.result, costs.next_cursor], [[], null]);
  });

  test('filters invoices and costs by day and status', async () => {
    const before = await client.call('invoice_list', { from: '2026-02-01', to: '2026-02-28' });
    assert.deepEqual(before.result, []);
    const paid = await client.call('invoice_list', { status: 'paid' });
    assert.ok(paid.result.length > 0 && paid.result.every(({ status }: any) => status === 'paid'));
    const cost = await client.call('cost_create', { date: '2026-03-05', amount: 1240, description: 'Kaffi' });
    const found = await client.call('cost_list', { status: 'New', from: '2026-03-05', to: '2026-03-05' });
    assert.deepEqual(
      found.result.map(({ guid }: any) => guid),
      [cost.result.guid],
    );
    assert.deepEqual((await client.call('cost_list', { status: 'Posted' })).result, []);
  });

  test('has the same records in all other tools as the API', async () => {
    const { result: item } = await client.call('item_create', {
      description: 'Hönnun',
      unit_price: 10_000,
      uom: 'HUR',
      tax: 'S',
    });
    const { result: customer } = await client.call('customer_create', {
      name: 'Verk ehf.',
      output_select: '4',
    });
    await client.call('customer_update', { guid: customer.guid, city: 'Höfn', due_date: 14 });
    assert.equal((await client.call('customer_get', { guid: customer.guid })).result.city, 'Höfn');
    const sale = { customer: { guid: customer.guid }, items: [{ guid: item.guid, qty: 1 }] };
    const quote = await client.call('quote_create', sale);
    assert.equal((await client.call('quote_list')).result[0].guid, quote.result.guid);
    const accepted = await client.call('operation_call', {
      operation: 'accept-quote',
      input: { guid: quote.result.guid },
    });
    assert.match(accepted.result.number, /^\d+$/);
    const schedule = {
      recurring_name: 'Hýsing',
      recurring_interval: 'monthly',
      recurring_start_date: '2026-04-01',
    };
    const recurring = await client.call('recurring_create', { ...sale, ...schedule });
    assert.equal((await client.call('recurring_list')).result[0].guid, recurring.result.guid);
    const task = await client.call('task_create', {
      name: 'Vefur',
      customer_guid: customer.guid,
      item: { guid: item.guid },
    });
    await client.call('task_log', { guid: task.result.guid, qty: 2.5 });
    assert.equal((await client.call('task_list')).result[0].unbilled_time, 2.5);
    const hours = (qty: number) => ({
      customer: { guid: customer.guid },
      items: [{ qty, task_guid: task.result.guid }],
    });
    const beyond = await client.call('invoice_create', { ...hours(20), dry_run: true });
    assert.match(beyond.result.warnings[0].message, /20 hours of task .* which has 2\.5 hours/);
    const billed = await client.call('invoice_create', hours(2.5));
    assert.deepEqual(billed.result.warnings, []);
    const read = (await client.call('invoice_get', { guid: billed.result.guid })).result;
    assert.deepEqual([read.amount, read.items[0].guid], [31_000, item.guid]);
    assert.deepEqual((await client.call('sale_list')).result, []);
    const sales = await client.call('report_sales', { from: '2026-01-01', to: '2026-12-31', by: 'vat' });
    assert.ok(sales.result.total.vat_24 > 0);
    assert.equal(sales.result.total.to_pay, sales.result.total.output_vat - sales.result.total.input_vat);
    const period = { from: '2026-01-01', to: '2026-12-31' };
    await client.call('cost_create', {
      ...{ date: '2026-03-05', amount: 1240, vat_24: 240, how_paid: 3, type: '2153' },
      ...{ supplier_name: 'Efnissalan ehf.', supplier_id: '5501234520' },
    });
    await kvitt.operator('POST', '/jobs/run', {});
    const costs = (await client.call('report_sales', { ...period, by: 'cost_account' })).result;
    assert.deepEqual([costs.rows[0].key, costs.rows[0].label, costs.rows[0].net], ['2153', 'Goods', 1000]);
    const profit = (await client.call('report_sales', { ...period, by: 'profit' })).result.total;
    assert.equal(profit.profit, profit.sales - 1000);
    assert.ok((await client.call('overview_get')).result.unpaid.count > 0);
  });

  test('finds operations by words, and accepts their input with or without data', async () => {
    const { result, message } = await client.call('operation_search', {
      query: 'stop a recurring invoice',
      limit: 3,
    });
    assert.equal(result.length, 3);
    assert.match(message, /more fit/);
    assert.equal(result[0].operation, 'stop-recurring-invoice');
    assert.deepEqual(result[0].input.required, ['guid']);
    const call = (operation: string, input: object) => client.call('operation_call', { operation, input });
    const plain = await call('create-customer', { name: 'A', output_select: 4 });
    const wrapped = await call('create-customer', { data: { name: 'B', output_select: 4 } });
    await call('update-customer', { guid: plain.result.guid, name: 'A2' });
    await call('update-customer', { guid: wrapped.result.guid, data: { name: 'B2' } });
    assert.equal((await call('get-customer', { guid: wrapped.result.guid })).result.name, 'B2');
    for (const [query, first] of FOUND) {
      const found = await client.call('operation_search', { query });
      const [best] = found.result;
      const answer = best?.operation ?? best?.tool ?? found.message;
      assert.ok(answer.startsWith(first), `${query}: ${answer}`);
      assert.ok(JSON.stringify(found).length < 5000, query);
    }
    const { result: nobody } = await client.call('operation_search', { query: 'grant bookkeeper key' });
    assert.ok(
      nobody.every(({ operation }: any) => operation !== 'grant-bookkeeper-key'),
      'closed to programs',
    );
  });

  test('refuses the records of another account as unknown', async () => {
    const stranger = await createAccountWithAgent(kvitt.url);
    const { result } = await new McpClient(kvitt.url, {
      authorization: `Bearer ${stranger.agent.token}`,
    }).call('invoice_create', invoice());
    assert.equal((await client.refused('invoice_get', { guid: result.guid })).code, 'invoice_not_found');
    assert.equal((await client.refused('invoice_send', { guid: result.guid })).code, 'invoice_not_found');
  });

  test('records every call in the audit log', async () => {
    await client.call('item_list', { limit: 1 });
    await client.refused('customer_get', { guid: UNKNOWN_GUID });
    const audit = await client.call('operation_call', { operation: 'get-items', input: { limit: 1 } });
    assert.equal(audit.status, true);
    const response = await fetch(`${kvitt.url}/api/v1/agent/audit?limit=3`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${seller.username}:${seller.apiKey}`).toString('base64')}`,
      },
    });
    const { data } = (await response.json()) as any;
    assert.deepEqual(
      data.map(({ action, outcome }: any) => [action, outcome]),
      [
        ['get-items', 'ok'],
        ['get-customer', 'customer_not_found'],
        ['find-items', 'ok'],
      ],
    );
  });

  test('records a call of an operation whose name no database stores, and those beside it', async () => {
    const names = ['x\udfff', '\0', 'get-items', 'get-items'];
    const outcomes = await Promise.all(
      names.map((operation) =>
        client.rpc('tools/call', { name: 'operation_call', arguments: { operation } }),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ body }) => body.result?.isError ?? body.error?.code ?? false),
      [true, true, false, false],
    );
  });

  test('serves resources and prompts', async () => {
    const { result } = await client.call('invoice_create', invoice());
    const { resources } = await client.ok('resources/list');
    assert.deepEqual(
      resources.map(({ uri }: any) => uri),
      ['kvitt://company'],
    );
    const { resourceTemplates } = await client.ok('resources/templates/list');
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }: any) => uriTemplate),
      [
        'kvitt://invoices/{number}',
        'kvitt://invoices/{number}/pdf',
        'kvitt://invoices/{number}/xml',
        'kvitt://costs/{guid}/file',
      ],
    );
    const read = async (uri: string) => (await client.ok('resources/read', { uri })).contents[0];
    assert.equal(JSON.parse((await read(`kvitt://invoices/${result.number}`)).text).guid, result.guid);
    assert.match(
      Buffer.from((await read(`kvitt://invoices/${result.number}/pdf`)).blob, 'base64').toString('latin1'),
      /^%PDF-/,
    );
    assert.equal((await read('kvitt://company')).mimeType, 'application/json');
    for (const uri of ['kvitt://invoices/999999', 'kvitt://nothing', `kvitt://costs/${result.guid}/file`]) {
      const { body } = await client.rpc('resources/read', { uri });
      assert.deepEqual([body.error.code, body.error.data.uri], [-32_602, uri]);
    }
    const { prompts } = await client.ok('prompts/list');
    assert.deepEqual(
      prompts.map(({ name }: any) => name),
      ['close_month', 'follow_up_overdue', 'prepare_vat'],
    );
    const { messages } = await client.ok('prompts/get', { name: 'close_month', arguments: {} });
    assert.match(messages[0].content.text, /^Close the month 2026-02 /);
    const { body } = await client.rpc('prompts/get', { name: 'prepare_vat', arguments: { from: 'March' } });
    assert.equal(body.error.code, -32_602);
  });
});
