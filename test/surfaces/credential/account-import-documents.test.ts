import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, freshOtherService, importsOf, sourceOf } from '../../support/account-imports.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { guidOf } from '../../support/other-service.ts';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../../support/service.ts';

const OF_DOCUMENTS = [
  ...['amount', 'currency', 'description', 'due_date', 'settlement_date', 'is_discount', 'discount_value'],
  ...['status', 'valid_until', 'accept_as', 'remind'],
];
const OF_TEMPLATES = [
  ...['recurring_name', 'recurring_interval', 'recurring_period', 'recurring_start_date', 'amount'],
  ...['recurring_max_invoice', 'recurring_link_national', 'settlement_date'],
];
const OF_LINES = ['guid', 'item_number', 'description', 'qty', 'unit_price', 'tax', 'discount'];
const pick = (names: readonly string[]) => (record: any) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

const remarksOf = ({ remarks }: any) =>
  remarks.map(({ part, is_refused, message }: any) => [part, is_refused, message]);

onBothDatabases(
  'what goes on in another account',
  (kvitt) => {
    const other = freshOtherService();
    const { bring } = importsOf(kvitt);
    const create = (seller: Client, what: string, data: object) => seller.ok(`create-${what}`, { data });
    const isItemHere = async (seller: Client, lines: any[]) => {
      const items = new Map((await seller.ok('get-items')).map((one: any) => [one.item_number, one.guid]));
      return lines.every(({ guid, item_number }) => guid === (items.get(item_number) ?? null));
    };

    test('is imported as orders, drafts and quotes, partly invoiced ones with their remainder', async () => {
      const from = await kvitt.account();
      const customer = { guid: await create(from, 'customer', { name: 'Kaupandi ehf.', output_select: 4 }) };
      const data = invoice({ customer });
      const discount = { is_discount: 1, discount_type: 1, discount_value: 10 };
      await create(from, 'draft-invoice', {
        ...data,
        ...discount,
        amount: 1116,
        due_date: 5,
        settlement_date: 9,
      });
      const inPart = await create(from, 'order-invoice', {
        ...data,
        amount: 4960,
        items: [
          line({ qty: 3 }),
          line({ guid: undefined, add_new: 0, item_number: 'X', unit_price: 1000, qty: 1 }),
        ],
      });
      const [first] = (await from.ok('get-order-invoice', { guid: inPart })).items;
      await from.ok('create-invoice-from-order', {
        guid: inPart,
        data: { items: [{ guid: first.line_guid, qty: 1 }] },
      });
      const cut = await create(from, 'order-invoice', {
        ...data,
        ...{ items: [line({ qty: 2, discount: 100 })], amount: 2356 },
      });
      const [whole] = (await from.ok('get-order-invoice', { guid: cut })).items;
      await from.ok('create-invoice-from-order', {
        guid: cut,
        data: { items: [{ guid: whole.line_guid, qty: 1 }] },
      });
      const quote = {
        ...data,
        valid_until: '2026-04-30',
        accept_as: 'draft',
        remind: 1,
        description: 'Tilboð',
      };
      await create(from, 'quote', quote);
      const declined = await create(from, 'quote', data);
      await from.ok('decline-quote', { guid: declined });

      const seller = await kvitt.account();
      const done = await bring(seller, sourceOf(kvitt, from));
      const { orders, drafts, quotes } = countsOf(done);
      assert.deepEqual(drafts, [null, 1, 1, 0, 0, 0]);
      assert.deepEqual(orders, [null, 2, 1, 0, 0, 1]);
      assert.deepEqual(quotes, [null, 2, 1, 0, 1, 0]);
      assert.deepEqual(remarksOf(done).sort(), [
        ['orders', false, 'It has come with what is left to invoice'],
        ['orders', true, 'It is invoiced in part and has a discount in an amount; make it here by hand'],
      ]);
      for (const [call, isOpen] of [
        ['get-draft-invoices', () => true],
        ['get-quotes', ({ status }: any) => status === 'open'],
      ] as const) {
        const [there] = (await from.ok(call)).filter(isOpen);
        const [here, ...more] = await seller.ok(call);
        assert.equal(more.length, 0);
        assert.deepEqual(pick(OF_DOCUMENTS)(here), pick(OF_DOCUMENTS)(there), call);
        assert.deepEqual(here.items.map(pick(OF_LINES.slice(1))), there.items.map(pick(OF_LINES.slice(1))));
        assert.equal(here.customer.name, 'Kaupandi ehf.');
        assert.ok(await isItemHere(seller, here.items));
      }
      const [order] = await seller.ok('get-order-invoices');
      assert.deepEqual([order.amount, order.items.map(({ qty }: any) => qty)], [3720, [2, 1]]);
      const again = countsOf(await bring(seller, sourceOf(kvitt, from)));
      assert.deepEqual(
        [again.orders, again.quotes],
        [
          [null, 2, 0, 1, 0, 1],
          [null, 2, 0, 1, 1, 0],
        ],
      );
      assert.equal((await seller.ok('get-customers')).length, 1);
    });

    test('is imported as templates that are paused until a person resumes them', async () => {
      const from = await kvitt.account();
      const template = (name: string, more: object = {}) =>
        create(from, 'recurring-invoice', {
          ...invoice({ customer: { name: 'Áskrifandi', output_select: 4 }, issue_date: undefined }),
          ...{
            due_date: undefined,
            settlement_date: 14,
            recurring_name: name,
            recurring_interval: 'monthly',
          },
          ...{ recurring_start_date: '2026-03-31', recurring_period: 'ahead', ...more },
        });
      await template('Hýsing', { recurring_max_invoice: 12 });
      await from.ok('stop-recurring-invoice', { guid: await template('Hætt') });
      const seller = await kvitt.account();
      const done = await bring(seller, sourceOf(kvitt, from));
      assert.deepEqual(countsOf(done).recurring, [null, 2, 1, 0, 1, 0]);
      const [here, ...more] = await seller.ok('get-recurring-invoices');
      const there = (await from.ok('get-recurring-invoices')).find((one: any) => one.status === 'active');
      assert.equal(more.length, 0);
      assert.deepEqual(pick(OF_TEMPLATES)(here), pick(OF_TEMPLATES)(there));
      assert.deepEqual([here.status, here.invoice_count], ['paused', 0]);
      assert.match(here.status_reason, /stop it there/);
      await seller.ok('resume-recurring-invoice', { guid: here.guid });
      const resumed = await seller.ok('get-recurring-invoice', { guid: here.guid });
      assert.deepEqual([resumed.status, resumed.next_date], ['active', '2026-03-31']);
      assert.deepEqual(countsOf(await bring(seller, sourceOf(kvitt, from))).recurring, [null, 2, 0, 1, 1, 0]);
    });

    test('is imported as tasks with their unbilled time, each once', async () => {
      const from = await kvitt.account();
      const customer_guid = await create(from, 'customer', { name: 'Verkkaupi ehf.', output_select: 4 });
      const item = { description: 'Hönnun', uom: 'HUR', tax: 'S', unit_price: 10_000 };
      const task = (name: string) =>
        create(from, 'task', { customer_guid, name, item, project_name: 'Vefur' });
      const log = (guid: string, qty: number, more: object = {}) =>
        from.ok('log-task', { guid, date: '2026-03-02', qty, description: `${qty} klst.`, ...more });
      const [open, billed, closed, done] = [
        await task('Opið'),
        await task('Gert'),
        await task('Lokað'),
        await task('Búið'),
      ];
      await log(open, 2.5);
      await log(open, 3, { adv: 1, end_date: '2026-03-04' });
      await log(billed, 1);
      const sold = {
        task_guid: billed,
        qty: 1,
        description: 'Hönnun',
        unit_price: 10_000,
        tax: 'S',
        uom: 'HUR',
      };
      await create(
        from,
        'invoice',
        invoice({ customer: { guid: customer_guid }, items: [sold], amount: 12_400 }),
      );
      await log(billed, 4);
      await log(closed, 5);
      await from.ok('deactivate-task', { guid: closed });
      await from.ok('deactivate-task', { guid: done });
      const seller = await kvitt.account();
      const found = await bring(seller, sourceOf(kvitt, from));
      assert.deepEqual(countsOf(found).tasks, [2, 2, 2, 0, 0, 0]);
      assert.deepEqual(countsOf(found).closed_tasks, [2, 2, 1, 0, 1, 0]);
      assert.deepEqual(remarksOf(found), [
        ['tasks', false, 'What is billed of its time is left there (1 entries)'],
      ]);
      const tasks = [...(await seller.ok('get-tasks')), ...(await seller.ok('get-tasks', { type: 'older' }))];
      const shown = tasks.map(
        ({ name, status, project_name, unbilled_time, item: of, customer, logs }: any) => [
          ...[name, status, project_name, unbilled_time, of.unit_price, customer.name],
          logs.map(({ quantity, description, from_date, to_date }: any) => [
            quantity,
            description,
            from_date,
            to_date,
          ]),
        ],
      );
      const same = ['Vefur', 10_000, 'Verkkaupi ehf.'] as const;
      const expected = (name: string, status: string, hours: number, ...logs: unknown[]) => [
        ...[name, status, same[0], hours, same[1], same[2]],
        logs,
      ];
      assert.deepEqual(shown.sort(), [
        expected('Gert', 'open', 4, [4, '4 klst.', '2026-03-02', '2026-03-02']),
        expected('Lokað', 'closed', 5, [5, '5 klst.', '2026-03-02', '2026-03-02']),
        expected(
          ...(['Opið', 'open', 11.5] as const),
          [2.5, '2.5 klst.', '2026-03-02', '2026-03-02'],
          [9, '3 klst.', '2026-03-02', '2026-03-04'],
        ),
      ]);
      await from.ok('deactivate-task', { guid: open });
      const again = countsOf(await bring(seller, sourceOf(kvitt, from)));
      assert.deepEqual(
        [again.tasks, again.closed_tasks],
        [
          [1, 1, 0, 1, 0, 0],
          [3, 3, 0, 2, 1, 0],
        ],
      );
    });

    test('is refused with a reason where the plan or a record is missing, or the service does not provide it', async () => {
      const task = {
        guid: guidOf(6, 1),
        name: 'Verk',
        status: 'open',
        customer: { guid: guidOf(1, 1) },
        logs: [],
      };
      other.lists['get-tasks'] = [task];
      other.lists['get-draft-invoices'] = [
        { guid: guidOf(5, 1), status: 'open', items: 'none', customer: null },
        { guid: guidOf(5, 2), status: 'open', currency: 'XXX', items: [{ qty: 1, description: 'A' }] },
      ];
      const done = await bring(await kvitt.account(), other.source);
      assert.equal(done.state, 'done');
      assert.deepEqual(
        remarksOf(done).map(([part, isRefused]: unknown[]) => [part, isRefused]),
        [
          ['drafts', true],
          ['drafts', true],
          ['tasks', true],
          ['closed_tasks', true],
        ],
      );
      const quotes = done.parts.find(({ part }: any) => part === 'quotes');
      assert.deepEqual([quotes.state, quotes.message], ['not_given', 'No such endpoint']);
    });
  },
  LOCAL_WEBHOOKS,
);
