import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { invoice, line } from '../../support/client.ts';
import { UNKNOWN } from '../../support/endpoints/case.ts';
import { assertRefused } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { recordStatements, tablesIn } from '../../support/statements.ts';
import {
  invoiceForTask,
  NINE_TO_HALF_PAST_ELEVEN,
  openTaskAccount,
  type TaskAccount,
} from '../../support/tasks.ts';

const nothingLeft = (number: string, instead = 'leave out its task_guid') =>
  `task_nothing_to_bill: Task ${number} has no time that is not on an invoice already; ${instead}`;

onBothDatabases('billing a task', (kvitt) => {
  let shop: TaskAccount;
  before(async () => {
    shop = await openTaskAccount(kvitt.account());
  });

  test('puts its time on the invoice, once', async () => {
    const guid = await shop.createLoggedTask();
    const made = await shop.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    const bill = await shop.seller.ok('get-invoice', { guid: made });
    assert.equal(bill.items[0].task_guid, guid);
    const task = await shop.readTask(guid);
    assert.deepEqual(
      [task.status, task.total_time, task.unbilled_time, task.logs[0].invoiced],
      ['invoiced', 2.5, 0, true],
    );
    assert.deepEqual(task.invoices, [{ guid: made, number: bill.number, amount: 31000, status: 'Sent' }]);
    await assertRefused(shop.seller, 'create-invoice', [
      ['again', { data: invoiceForTask(guid) }, nothingLeft(task.number)],
    ]);
  });

  test('may take several lines and several tasks', async () => {
    const [first, second] = [await shop.createLoggedTask(), await shop.createLoggedTask()];
    const items = [first, first, second].map((task_guid) =>
      line({ item_number: 'V', uom: 'HUR', unit_price: 1000, task_guid }),
    );
    const made = await shop.seller.ok('create-invoice', {
      data: invoiceForTask(first, { items, amount: 3720 }),
    });
    for (const guid of [first, second]) {
      const { status, invoices } = await shop.readTask(guid);
      assert.deepEqual([status, invoices.map((one: { guid: string }) => one.guid)], ['invoiced', [made]]);
    }
  });

  test('of invoices at the same moment one gets the time, and the others leave nothing', async () => {
    for (let round = 0; round < 3; round += 1) {
      const guid = await shop.createLoggedTask();
      const [count, last] = await newest(shop);
      const data = invoiceForTask(guid);
      const replies = await Promise.all([1, 2, 3, 4].map(() => shop.seller.call('create-invoice', { data })));
      const refusals = replies.filter(({ status }) => !status).map(({ error_code }) => error_code);
      assert.deepEqual(refusals, Array(3).fill('task_nothing_to_bill'));
      assert.deepEqual(await newest(shop), [count + 1, last + 1], 'a number was lost');
      assert.equal((await shop.readTask(guid)).invoices.length, 1);
    }
  });

  test('and taking the time away at the same moment leaves the invoice with its time, or no invoice', async () => {
    for (let round = 0; round < 6; round += 1) {
      const guid = await shop.createLoggedTask();
      const [log] = (await shop.readTask(guid)).logs;
      const [billed, deleted] = await Promise.all([
        shop.seller.call('create-invoice', { data: invoiceForTask(guid) }),
        shop.seller.call('task-log-delete', { guid: log.guid }),
      ]);
      assert.notEqual(billed.status, deleted.status);
      const { status, logs } = await shop.readTask(guid);
      assert.deepEqual([status, logs.length], billed.status ? ['invoiced', 1] : ['open', 0]);
    }
  });

  test('invoices that name the same tasks in another order do not hold each other up', async () => {
    const [a, b] = [await shop.createLoggedTask(), await shop.createLoggedTask()];
    const both = (guids: string[]) => ({
      data: invoiceForTask(a, {
        items: guids.map((task_guid) => line({ uom: 'HUR', task_guid })),
        amount: 2480,
      }),
    });
    const replies = await Promise.all(
      [both([a, b]), both([b, a])].map((fields) => shop.seller.call('create-invoice', fields)),
    );
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [false, true]);
  });

  test('waits with a draft until it is issued', async () => {
    const guid = await shop.createLoggedTask();
    const draft = await shop.seller.ok('create-invoice', { data: invoiceForTask(guid, { save: true }) });
    const waiting = await shop.readTask(guid);
    assert.deepEqual([waiting.status, waiting.invoices], ['open', []]);
    await shop.seller.ok('log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN });
    await shop.seller.ok('issue-invoice', { guid: draft });
    const billed = await shop.readTask(guid);
    assert.deepEqual([billed.status, billed.unbilled_time, billed.invoices.length], ['invoiced', 0, 1]);
  });

  test('a draft whose time was billed elsewhere, or whose timer runs, stays a draft', async () => {
    const guid = await shop.createLoggedTask();
    const { number } = await shop.readTask(guid);
    const draft = await shop.seller.ok('create-invoice', { data: invoiceForTask(guid, { save: true }) });
    await shop.seller.ok('start-task', { guid });
    await assertRefused(shop.seller, 'issue-invoice', [
      ['running', { guid: draft }, 'task_running: The timer of this task is running; end it first'],
    ]);
    await shop.seller.ok('end-task', { guid });
    await shop.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    const instead =
      'it is on line 1 of this draft: issue the draft with drop_tasks 1 to charge the line all the same, or make another invoice without it';
    await assertRefused(shop.seller, 'issue-invoice', [
      ['billed', { guid: draft }, nothingLeft(number, instead)],
      ['not dropped', { guid: draft, drop_tasks: 0 }, nothingLeft(number, instead)],
    ]);
    assert.equal((await shop.seller.ok('get-invoice', { guid: draft })).status, 'Draft');
  });

  test('a draft can be issued without the tasks that were billed elsewhere, and bills the others', async () => {
    const [gone, left] = [await shop.createLoggedTask(), await shop.createLoggedTask()];
    const items = [line(), ...[gone, left].map((task_guid) => line({ uom: 'HUR', task_guid }))];
    const data = invoiceForTask(gone, { items, amount: 3720, save: 1 });
    const draft = await shop.seller.ok('create-invoice', { data });
    await shop.seller.ok('create-invoice', { data: invoiceForTask(gone) });
    const { message } = await shop.seller.refused('issue-invoice', { guid: draft });
    assert.match(message, /^Task \d+ has no time .* it is on line 2 of this draft: /);
    await shop.seller.ok('issue-invoice', { guid: draft, drop_tasks: 1 });
    const issued = await shop.seller.ok('get-invoice', { guid: draft });
    assert.deepEqual([issued.status, issued.amount], ['Sent', 3720]);
    assert.deepEqual(
      issued.items.map(({ task_guid }: { task_guid?: string }) => task_guid),
      [undefined, undefined, left],
    );
    assert.deepEqual(
      (await shop.readTask(left)).invoices.map(({ guid }: { guid: string }) => guid),
      [draft],
    );
    assert.equal((await shop.readTask(gone)).invoices.length, 1);
  });

  test('is refused where it cannot be, and nothing is stored', async () => {
    const stranger = await openTaskAccount(kvitt.account());
    const foreign = await stranger.createLoggedTask();
    const [own, empty] = [await shop.createLoggedTask(), await shop.createTask()];
    const { number } = await shop.readTask(empty);
    const note = await shop.seller.ok('create-invoice', {
      data: invoiceForTask('', { items: [line()], amount: 1240 }),
    });
    const credit = { type: 'credit', amount: 1240, ref_invoice_guid: note };
    const unknown = 'task_not_found: No task found';
    await assertRefused(shop.seller, 'create-invoice', [
      ['unknown', { data: invoiceForTask(UNKNOWN) }, unknown],
      ['foreign', { data: invoiceForTask(foreign) }, unknown],
      ['no guid', { data: invoiceForTask('first') }, unknown],
      ['foreign on a draft', { data: invoiceForTask(foreign, { save: 1 }) }, unknown],
      ['without time', { data: invoiceForTask(empty) }, nothingLeft(number)],
      [
        'own beside foreign',
        {
          data: invoiceForTask(own, {
            items: [own, foreign].map((task_guid) => line({ task_guid })),
            amount: 2480,
          }),
        },
        unknown,
      ],
      [
        'with a wrong amount',
        { data: invoiceForTask(own, { amount: 1 }) },
        'amount_mismatch: Field amount must equal the lines plus VAT: send 31000.00 instead of 1',
      ],
      [
        'on a credit note',
        { data: { ...credit, items: [{ qty: 1, item_number: 'SKU-1', task_guid: own }] } },
        'flags_conflict: A credit note bills no time: leave out task_guid',
      ],
    ]);
    assert.equal((await stranger.readTask(foreign)).status, 'open');
    const { type: _, ...order } = invoiceForTask(own, { settlement_date: 14 });
    const elsewhere =
      'field_invalid: Field items[0].task_guid can be sent only with create-invoice, which bills time';
    for (const path of ['create-order-invoice', 'create-draft-invoice', 'create-quote']) {
      await assertRefused(shop.seller, path, [['time', { data: order }, elsewhere]]);
    }
  });

  test('stays when the invoice is credited', async () => {
    const guid = await shop.createLoggedTask();
    const made = await shop.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    await shop.seller.ok('create-invoice', {
      data: { type: 'credit', amount: 31000, ref_invoice_guid: made },
    });
    const { status, unbilled_time, invoices } = await shop.readTask(guid);
    assert.deepEqual([status, unbilled_time, invoices[0].status], ['invoiced', 0, 'Cancelled']);
  });

  test('of time that is on an invoice nothing can be changed or deleted', async () => {
    const guid = await shop.createLoggedTask();
    const [log] = (await shop.readTask(guid)).logs;
    await shop.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    const locked = 'task_log_billed: This time is on an invoice, so it cannot be changed or deleted';
    await assertRefused(shop.seller, 'edit-log-task', [
      ['text', { guid: log.guid, description: 'x' }, locked],
      ['time', { guid: log.guid, qty: 1 }, locked],
    ]);
    await assertRefused(shop.seller, 'task-log-delete', [['billed', { guid: log.guid }, locked]]);
  });

  test('costs an invoice that bills no task nothing', async () => {
    const recorded = recordStatements();
    try {
      const made = await shop.seller.ok('create-invoice', { data: invoice() });
      const asked = [...recorded.texts].filter((text) => tablesIn(text, ['tasks', 'task_logs']).length > 0);
      assert.deepEqual(asked, []);
      assert.ok([...recorded.texts].some((text) => tablesIn(text, ['invoices']).length > 0));
      assert.ok(!('task_guid' in (await shop.seller.ok('get-invoice', { guid: made })).items[0]));
    } finally {
      recorded.stop();
    }
  });
});

/** How many invoices there are, and the last number. */
async function newest({ seller }: TaskAccount): Promise<[count: number, number: number]> {
  const [first] = await seller.ok('get-invoices', { sort: 'created_desc', limit: 1 });
  return [await seller.ok('get-count-invoices'), Number(first?.number ?? 0)];
}
