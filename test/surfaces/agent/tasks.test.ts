import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Agent, createAccountWithAgent } from '../../support/agents/agent.ts';
import { onBothDatabases } from '../../support/service.ts';
import { workItem } from '../../support/tasks.ts';

onBothDatabases('agent API: tasks', (kvitt) => {
  let agent: Agent;
  let customer: string;
  before(async () => {
    ({ agent } = await createAccountWithAgent(kvitt.url));
    customer = (
      await agent.post('/customers', {
        kennitala: '5501234520',
        name: 'Kaupandi ehf.',
        customer_number: 'K-1',
        output_select: 4,
        lang: 'is',
        currency: 'ISK',
      })
    ).result.guid;
    await agent.post('/items', { data: { ...workItem, guid: undefined, item_number: 'VINNA' } });
  });

  const open = async () =>
    (await agent.post('/tasks', { name: 'Verk', customer_no: 'K-1', item_no: 'VINNA' })).result as string;
  const read = async (guid: string) => (await agent.get(`/tasks/${guid}`)).result;
  const readLogs = async (guid: string) =>
    (await read(guid)).logs.map(({ quantity, from_date, to_date, unit_price }: any) => [
      quantity,
      from_date,
      to_date,
      unit_price,
    ]);
  const today = () => kvitt.now().toISOString().slice(0, 10);
  before(() => {
    const now = kvitt.now();
    kvitt.now = () => now; // A fixed clock, so that the date cannot change between a call and its assertion.
  });

  test('creates a task from every form, for a customer by number, kennitala or guid', async () => {
    for (const customer_no of ['K-1', '550123-4520', customer]) {
      const body = { name: 'Verk', item_no: 'VINNA', customer_no };
      for (const sent of [body, { data: body }, { data: JSON.stringify(body) }]) {
        const { result, task_id } = await agent.post('/tasks', sent);
        assert.ok(task_id > 0);
        const task = await read(result);
        assert.deepEqual([task.customer.guid, task.item.item_number], [customer, 'VINNA']);
      }
    }
    const data = JSON.stringify({ name: 'Verk', customer_guid: customer, item: workItem });
    assert.equal((await read((await agent.post('/tasks', { data })).result)).item.unit_price, 10000);
    const body = { name: 'Verk', item_no: 'VINNA', customer_no: 'K-1' };
    for (const [wrong, message] of [
      [{ customer_no: 'K-2' }, 'No customer found'],
      [{ item_no: 'X' }, 'No item found'],
      [{ name: '' }, 'Field name is required'],
    ] as const) {
      assert.equal((await agent.expectRefusal('POST', '/tasks', { ...body, ...wrong })).message, message);
    }
  });

  test('starts and stops the timer', async () => {
    const guid = await open();
    const startedAt = kvitt.now();
    const clock = kvitt.now;
    try {
      kvitt.now = () => startedAt;
      assert.equal((await agent.post(`/tasks/${guid}/start`)).message, 'The timer is running');
      assert.equal(
        (await agent.expectRefusal('POST', `/tasks/${guid}/start`, {})).error_code,
        'task_running',
      );
      assert.equal(
        (await agent.expectRefusal('POST', `/tasks/${guid}/deactivate`)).error_code,
        'task_running',
      );
      kvitt.now = () => new Date(startedAt.getTime() + 30 * 60_000);
      await agent.post(`/tasks/${guid}/end`, { description: 'Fundur', p: 12000 });
    } finally {
      kvitt.now = clock;
    }
    const { logs } = await read(guid);
    assert.deepEqual(
      [logs[0].quantity, logs[0].description, logs[0].unit_price, logs[0].manual],
      [0.5, 'Fundur', 12000, false],
    );
    assert.equal((await agent.expectRefusal('POST', `/tasks/${guid}/end`)).error_code, 'task_not_running');
  });

  test('ends a task with a dated entry, hours for each day, and a price', async () => {
    const guid = await open();
    await agent.post(`/tasks/${guid}/start`);
    const entry = { adv: 1, date: '02.03.2026', end_date: '2026-03-03', h: '3.25', p: '9000' };
    await agent.post(`/tasks/${guid}/end`, entry);
    assert.deepEqual(await readLogs(guid), [[6.5, '2026-03-02', '2026-03-03', 9000]]);
    assert.equal((await read(guid)).start_time, '');
    await agent.post(`/tasks/${guid}/end`, { data: { adv: 1, h: 1 } });
    assert.deepEqual((await readLogs(guid))[1], [1, today(), today(), null]);
    for (const wrong of [{ adv: 1 }, { h: 2 }, { adv: 1, h: '9:00' }, { adv: 1, h: 1, date: '31.2.2026' }]) {
      const { error_code } = await agent.expectRefusal('POST', `/tasks/${guid}/end`, wrong);
      assert.match(error_code, /^(field_required|field_invalid|flags_conflict)$/, JSON.stringify(wrong));
    }
    assert.equal((await readLogs(guid)).length, 2);
  });

  test('logs hours or clock times, by default for today', async () => {
    const guid = await open();
    assert.equal((await agent.post('/tasks/log', { guid, qty: 1.5 })).message, 'The time is logged');
    for (const [sent, missing] of [
      [{}, 'qty'],
      [{ h: '09:00' }, 'p'],
      [{ p: '09:00' }, 'h'],
    ] as const) {
      const { message } = await agent.expectRefusal('POST', '/tasks/log', { guid, ...sent });
      assert.equal(message, `Field ${missing} is required`);
    }
    await agent.post('/tasks/log', { guid, qty: '2', date: '2.3.2026' });
    await agent.post('/tasks/log', { data: { guid, h: '09:00', p: '11:30', date: '02.03.2026' } });
    await agent.post('/tasks/log', {
      guid,
      data: JSON.stringify({ adv: true, date: '2026-03-02', end_date: '2026-03-04', qty: 2 }),
    });
    assert.deepEqual(await readLogs(guid), [
      [1.5, today(), today(), null],
      [2, '2026-03-02', '2026-03-02', null],
      [2.5, '2026-03-02', '2026-03-02', null],
      [6, '2026-03-02', '2026-03-04', null],
    ]);
    for (const wrong of [
      {},
      { qty: 0 },
      { qty: 'one' },
      { h: '09:00' },
      { h: '25:00', p: '26:00' },
      { qty: 1, date: '30.2.2026' },
    ]) {
      const { error_code } = await agent.expectRefusal('POST', '/tasks/log', { guid, ...wrong });
      assert.match(error_code, /^field_(required|invalid)$/, JSON.stringify(wrong));
    }
    assert.equal((await agent.expectRefusal('POST', '/tasks/log', {})).message, 'Field guid is required');
    assert.equal((await readLogs(guid)).length, 4);
  });

  test('changes and deletes logs by their own guid', async () => {
    const guid = await open();
    await agent.post('/tasks/log', { guid, qty: 1 });
    const [log] = (await read(guid)).logs;
    const changed = await agent.put('/tasks/log', { guid: log.guid, date: '3.3.2026', h: '8', p: '10:15' });
    assert.equal(changed.message, 'The log is changed');
    await agent.put('/tasks/log', { guid: log.guid, description: 'Lengra' });
    assert.deepEqual(await readLogs(guid), [[2.25, '2026-03-03', '2026-03-03', null]]);
    assert.equal((await read(guid)).logs[0].description, 'Lengra');
    assert.equal(
      (await agent.expectRefusal('PUT', '/tasks/log', { guid, qty: 1 })).message,
      'No task log found',
    );
    assert.equal((await agent.expectRefusal('DELETE', `/tasks/log/${guid}`)).message, 'No task log found');
    assert.equal((await agent.ok('DELETE', `/tasks/log/${log.guid}`)).message, 'The log is deleted');
    assert.deepEqual((await read(guid)).logs, []);
  });

  test('deactivates tasks, and lists them by type', async () => {
    const guid = await open();
    const guids = async (query: string) =>
      (await agent.get(`/tasks?limit=100&${query}`)).result.map((task: any) => task.guid);
    assert.ok((await guids('')).includes(guid));
    assert.equal((await agent.get('/tasks')).result.length, 10);
    assert.equal((await agent.post(`/tasks/${guid}/deactivate`, {})).message, 'The task is closed');
    assert.ok(!(await guids('type=open')).includes(guid));
    assert.deepEqual(await guids('type=older'), [guid]);
    assert.equal((await agent.get('/tasks/count?type=older')).result.count, 1);
    assert.equal((await agent.expectRefusal('GET', '/tasks?type=all')).error_code, 'field_invalid');
    assert.equal(
      (await agent.expectRefusal('POST', '/tasks/log', { guid, qty: 1 })).error_code,
      'task_finished',
    );
  });
});
