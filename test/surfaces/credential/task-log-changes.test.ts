import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { openTaskAccount, type TaskAccount } from '../../support/tasks.ts';

const day = { date: '2026-03-02', h: '9', p: '11:30' };

onBothDatabases('changed task logs', (kvitt) => {
  let account: TaskAccount;
  before(async () => {
    account = await openTaskAccount(kvitt.account());
  });

  test('change only the sent fields, and are recomputed', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    const task = await newcomer.createTask();
    await newcomer.seller.ok('log-task', { guid: task, ...day, description: 'Fundur' });
    const changes: [sent: Record<string, unknown>, quantity: number, from: string, to: string][] = [
      [{ description: 'Langur fundur' }, 2.5, '2026-03-02', '2026-03-02'],
      [{ p: 12 }, 3, '2026-03-02', '2026-03-02'],
      [{ date: '5.3.2026' }, 3, '2026-03-05', '2026-03-05'],
      [{ adv: 1, end_date: '2026-03-06' }, 6, '2026-03-05', '2026-03-06'],
      [{ qty: 4 }, 8, '2026-03-05', '2026-03-06'],
      [{ end_date: '2026-03-07' }, 12, '2026-03-05', '2026-03-07'],
      [{ adv: 0, date: '2026-03-02', h: 8, p: 9 }, 1, '2026-03-02', '2026-03-02'],
    ];
    for (const [sent, quantity, from, to] of changes) {
      const [log] = (await newcomer.readTask(task)).logs;
      await newcomer.seller.ok('edit-log-task', { guid: log.guid, ...sent });
      const { logs, total_time } = await newcomer.readTask(task);
      assert.deepEqual(
        [logs.length, logs[0].quantity, total_time, logs[0].from_date, logs[0].to_date],
        [1, quantity, quantity, from, to],
        JSON.stringify(sent),
      );
      assert.equal(logs[0].description, 'Langur fundur');
    }
  });

  test('move with all their days when only the date is sent', async () => {
    const moves: [logged: Record<string, unknown>, quantity: number, to: string][] = [
      [{ ...day, h: 22, p: 2, end_date: '2026-03-03' }, 4, '2026-03-10'],
      [{ adv: 1, date: '2026-03-02', end_date: '2026-03-06', qty: 7.5 }, 37.5, '2026-03-13'],
      [{ ...day }, 2.5, '2026-03-09'],
    ];
    for (const [logged, quantity, to] of moves) {
      const task = await account.createTask();
      await account.seller.ok('log-task', { guid: task, ...logged });
      const [log] = (await account.readTask(task)).logs;
      await account.seller.ok('edit-log-task', { guid: log.guid, date: '2026-03-09' });
      const [moved] = (await account.readTask(task)).logs;
      assert.deepEqual(
        [moved.quantity, moved.from_date, moved.to_date],
        [quantity, '2026-03-09', to],
        JSON.stringify(logged),
      );
    }
  });

  test('of the timer become manual ones when their time is changed', async () => {
    const task = await account.createTask();
    await account.seller.ok('start-task', { guid: task });
    await account.seller.ok('end-task', { guid: task });
    const [log] = (await account.readTask(task)).logs;
    assert.deepEqual([log.manual, log.quantity], [false, 0.001]);
    await account.seller.ok('edit-log-task', { guid: log.guid, description: 'Stutt' });
    assert.equal((await account.readTask(task)).logs[0].manual, false);
    await account.seller.ok('edit-log-task', { guid: log.guid, date: '2026-03-02' });
    const [moved] = (await account.readTask(task)).logs;
    assert.deepEqual([moved.manual, moved.quantity, moved.from_date], [true, 0.001, '2026-03-02']);
    await assertRefused(account.seller, 'edit-log-task', [
      ['only a start', { guid: log.guid, h: 9 }, required('p')],
    ]);
  });
});
