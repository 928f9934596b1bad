import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { invoice, line } from '../../support/client.ts';
import { assertRefused } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { recordStatements, tablesIn } from '../../support/statements.ts';
import {
  invoiceForTask,
  NINE_TO_HALF_PAST_ELEVEN,
  openTaskAccount,
  type TaskAccount,
} from '../../support/tasks.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const noTimeMessage = (number: string, instead = 'leave out its task_guid') =>
  `task_nothing_to_bill: Task ${number} has no time that is not on an invoice already; ${instead}`;

onBothDatabases('billing of tasks', (kvitt) => {
  let account: TaskAccount;
  before(async () => {
    account = await openTaskAccount(kvitt.account());
  });

  test('bills the time of a task once', async () => {
    const guid = await account.createLoggedTask();
    const created = await account.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    const bill = await account.seller.ok('get-invoice', { guid: created });
    assert.equal(bill.items[0].task_guid, guid);
    const task = await account.readTask(guid);
    assert.deepEqual(
      [task.status, task.total_time, task.unbilled_time, task.logs[0].invoiced],
      ['invoiced', 2.5, 0, true],
    );
    assert.deepEqual(task.invoices, [{ guid: created, number: bill.number, amount: 31000, status: 'Sent' }]);
    await assertRefused(account.seller, 'create-invoice', [
      ['again', { data: invoiceForTask(guid) }, noTimeMessage(task.number)],
    ]);
  });

  test('states the days of the billed time on the e-invoice, also of an issued draft', async () => {
    const guid = await account.createLoggedTask();
    await account.seller.ok('log-task', { guid, date: '2026-03-05', h: '9', p: '10' });
    const other = await account.createLoggedTask();
    await kvitt.operator('PATCH', `/accounts/${account.seller.username}`, {
      address: 'Hafnarstræti 12',
      zip: '600',
      settings: { company_contact: 'Anna' },
    });
    const address = { address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' };
    const customer = { name: 'Kaupandi ehf.', output_select: 4, registration_no: '5501234520', ...address };
    const billed = await account.seller.ok('create-invoice', { data: invoiceForTask(guid, { customer }) });
    const draft = await account.seller.ok('create-invoice', {
      data: invoiceForTask(other, { customer, save: 1 }),
    });
    await account.seller.ok('issue-invoice', { guid: draft });
    for (const [invoiced, end] of [
      [billed, '2026-03-05'],
      [draft, '2026-03-02'],
    ]) {
      const { file } = await account.seller.ok('get-invoice-xml', { guid: invoiced });
      const xml = Buffer.from(file, 'base64').toString();
      assert.match(
        xml,
        new RegExp(`<cbc:StartDate>2026-03-02</cbc:StartDate>\\s*<cbc:EndDate>${end}</cbc:EndDate>`),
      );
      if (invoiced === billed) assert.match(xml, /<cac:Contact>\s*<cbc:Name>Anna<\/cbc:Name>/);
    }
  });

  test('bills several tasks on several lines', async () => {
    const [first, second] = [await account.createLoggedTask(), await account.createLoggedTask()];
    const items = [first, first, second].map((task_guid) =>
      line({ item_number: 'V', uom: 'HUR', unit_price: 1000, task_guid }),
    );
    const created = await account.seller.ok('create-invoice', {
      data: invoiceForTask(first, { items, amount: 3720 }),
    });
    for (const guid of [first, second]) {
      const { status, invoices } = await account.readTask(guid);
      assert.deepEqual([status, invoices.map((one: { guid: string }) => one.guid)], ['invoiced', [created]]);
    }
  });

  test('bills the time on one of several concurrent invoices, and stores nothing of the others', async () => {
    for (let round = 0; round < 3; round += 1) {
      const guid = await account.createLoggedTask();
      const [count, last] = await readNewest(account);
      const data = invoiceForTask(guid);
      const replies = await Promise.all(
        [1, 2, 3, 4].map(() => account.seller.call('create-invoice', { data })),
      );
      const refusals = replies.filter(({ status }) => !status).map(({ error_code }) => error_code);
      assert.deepEqual(refusals, Array(3).fill('task_nothing_to_bill'));
      assert.deepEqual(await readNewest(account), [count + 1, last + 1], 'a number was lost');
      assert.equal((await account.readTask(guid)).invoices.length, 1);
    }
  });

  test('either bills or deletes a log when both happen concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      const guid = await account.createLoggedTask();
      const [log] = (await account.readTask(guid)).logs;
      const [billed, deleted] = await Promise.all([
        account.seller.call('create-invoice', { data: invoiceForTask(guid) }),
        account.seller.call('task-log-delete', { guid: log.guid }),
      ]);
      assert.notEqual(billed.status, deleted.status);
      const { status, logs } = await account.readTask(guid);
      assert.deepEqual([status, logs.length], billed.status ? ['invoiced', 1] : ['open', 0]);
    }
  });

  test('does not deadlock when invoices name the same tasks in different order', async () => {
    const [a, b] = [await account.createLoggedTask(), await account.createLoggedTask()];
    const both = (guids: string[]) => ({
      data: invoiceForTask(a, {
        items: guids.map((task_guid) => line({ uom: 'HUR', task_guid })),
        amount: 2480,
      }),
    });
    const replies = await Promise.all(
      [both([a, b]), both([b, a])].map((fields) => account.seller.call('create-invoice', fields)),
    );
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [false, true]);
  });

  test('bills a draft when it is issued', async () => {
    const guid = await account.createLoggedTask();
    const draft = await account.seller.ok('create-invoice', { data: invoiceForTask(guid, { save: true }) });
    const waiting = await account.readTask(guid);
    assert.deepEqual([waiting.status, waiting.invoices], ['open', []]);
    await account.seller.ok('log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN });
    await account.seller.ok('issue-invoice', { guid: draft });
    const billed = await account.readTask(guid);
    assert.deepEqual([billed.status, billed.unbilled_time, billed.invoices.length], ['invoiced', 0, 1]);
  });

  test('does not issue a draft whose time was billed elsewhere, or whose timer is running', async () => {
    const guid = await account.createLoggedTask();
    const { number } = await account.readTask(guid);
    const draft = await account.seller.ok('create-invoice', { data: invoiceForTask(guid, { save: true }) });
    await account.seller.ok('start-task', { guid });
    await assertRefused(account.seller, 'issue-invoice', [
      ['running', { guid: draft }, 'task_running: The timer of this task is running; end it first'],
    ]);
    await account.seller.ok('end-task', { guid });
    await account.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    const instead =
      'it is on line 1 of this draft: issue the draft with drop_tasks 1 to charge the line all the same, or make another invoice without it';
    await assertRefused(account.seller, 'issue-invoice', [
      ['billed', { guid: draft }, noTimeMessage(number, instead)],
      ['not dropped', { guid: draft, drop_tasks: 0 }, noTimeMessage(number, instead)],
    ]);
    assert.equal((await account.seller.ok('get-invoice', { guid: draft })).status, 'Draft');
  });

  test('issues a draft without the tasks that were billed elsewhere, and bills the others', async () => {
    const [billedTask, left] = [await account.createLoggedTask(), await account.createLoggedTask()];
    const items = [line(), ...[billedTask, left].map((task_guid) => line({ uom: 'HUR', task_guid }))];
    const data = invoiceForTask(billedTask, { items, amount: 3720, save: 1 });
    const draft = await account.seller.ok('create-invoice', { data });
    await account.seller.ok('create-invoice', { data: invoiceForTask(billedTask) });
    const { message } = await account.seller.expectRefusal('issue-invoice', { guid: draft });
    assert.match(message, /^Task \d+ has no time .* it is on line 2 of this draft: /);
    await account.seller.ok('issue-invoice', { guid: draft, drop_tasks: 1 });
    const issued = await account.seller.ok('get-invoice', { guid: draft });
    assert.deepEqual([issued.status, issued.amount], ['Sent', 3720]);
    assert.deepEqual(
      issued.items.map(({ task_guid }: { task_guid?: string }) => task_guid),
      [undefined, undefined, left],
    );
    assert.deepEqual(
      (await account.readTask(left)).invoices.map(({ guid }: { guid: string }) => guid),
      [draft],
    );
    assert.equal((await account.readTask(billedTask)).invoices.length, 1);
  });

  test('refuses tasks that cannot be billed, and stores nothing', async () => {
    const otherAccount = await openTaskAccount(kvitt.account());
    const foreign = await otherAccount.createLoggedTask();
    const [own, empty] = [await account.createLoggedTask(), await account.createTask()];
    const { number } = await account.readTask(empty);
    const note = await account.seller.ok('create-invoice', {
      data: invoiceForTask('', { items: [line()], amount: 1240 }),
    });
    const credit = { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: note };
    const unknown = 'task_not_found: No task found';
    await assertRefused(account.seller, 'create-invoice', [
      ['unknown', { data: invoiceForTask(UNKNOWN_GUID) }, unknown],
      ['foreign', { data: invoiceForTask(foreign) }, unknown],
      ['no guid', { data: invoiceForTask('first') }, unknown],
      ['foreign on a draft', { data: invoiceForTask(foreign, { save: 1 }) }, unknown],
      ['without time', { data: invoiceForTask(empty) }, noTimeMessage(number)],
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
    assert.equal((await otherAccount.readTask(foreign)).status, 'open');
    const { type: _, ...order } = invoiceForTask(own, { settlement_date: 14 });
    const elsewhere =
      'field_invalid: Field items[0].task_guid can be sent only with create-invoice, which bills time';
    for (const path of ['create-order-invoice', 'create-draft-invoice', 'create-quote']) {
      await assertRefused(account.seller, path, [['time', { data: order }, elsewhere]]);
    }
  });

  test('keeps the time billed when the invoice is credited', async () => {
    const guid = await account.createLoggedTask();
    const created = await account.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    await account.seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 31000, ref_invoice_guid: created },
    });
    const { status, unbilled_time, invoices } = await account.readTask(guid);
    assert.deepEqual([status, unbilled_time, invoices[0].status], ['invoiced', 0, 'Cancelled']);
  });

  test('refuses changes and deletions of billed time', async () => {
    const guid = await account.createLoggedTask();
    const [log] = (await account.readTask(guid)).logs;
    await account.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    const locked = 'task_log_billed: This time is on an invoice, so it cannot be changed or deleted';
    await assertRefused(account.seller, 'edit-log-task', [
      ['text', { guid: log.guid, description: 'x' }, locked],
      ['time', { guid: log.guid, qty: 1 }, locked],
    ]);
    await assertRefused(account.seller, 'task-log-delete', [['billed', { guid: log.guid }, locked]]);
  });

  test('executes no task statements for an invoice without tasks', async () => {
    const recorded = recordStatements();
    try {
      const created = await account.seller.ok('create-invoice', { data: invoice() });
      const taskStatements = [...recorded.texts].filter(
        (text) => tablesIn(text, ['tasks', 'task_logs']).length > 0,
      );
      assert.deepEqual(taskStatements, []);
      assert.ok([...recorded.texts].some((text) => tablesIn(text, ['invoices']).length > 0));
      assert.ok(!('task_guid' in (await account.seller.ok('get-invoice', { guid: created })).items[0]));
    } finally {
      recorded.stop();
    }
  });
});

/** The number of invoices, and the last number. */
async function readNewest({ seller }: TaskAccount): Promise<[count: number, number: number]> {
  const [first] = await seller.ok('get-invoices', { sort: 'created_desc', limit: 1 });
  return [await seller.ok('get-count-invoices'), Number(first?.number ?? 0)];
}
