import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { GIF, JPG, PNG } from '../../support/images.ts';
import { type Answer, credentialsQuery, send } from '../../support/requests.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';
import { NINE_TO_HALF_PAST_ELEVEN, openTaskAccount, type TaskAccount } from '../../support/tasks.ts';

const MIB = 1024 * 1024;

const KINDS = 'This kind of file is not accepted; send one of: jpg, png, gif';
const REFUSED: [name: string, bytes: Buffer | string, message: string][] = [
  ['empty.png', '', 'The file is empty; send one with content'],
  [
    'large.png',
    Buffer.concat([PNG, Buffer.alloc(5 * MIB - PNG.length + 1)]),
    'The file is larger than 5 MB; send a smaller one',
  ],
  ['page.png', '<!DOCTYPE html><script>alert(1)</script>', KINDS],
  ['image.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', KINDS],
  ['receipt.png', '%PDF-1.7\n%âãÏÓ\n', KINDS],
  ['note.png', 'a note', KINDS],
];

/** Sends a multipart form with fields and a file, as a browser would. */
function post(account: TaskAccount, path: string, fields: object, bytes: Buffer | string, name: string) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([bytes as string]), name);
  const address = `/api/v1/${path}?${credentialsQuery(account.seller)}`;
  return send(account.seller.url, address, { method: 'POST', body: form }) as Promise<Answer>;
}

onBothDatabases('images of task logs', (kvitt) => {
  let account: TaskAccount;
  before(async () => {
    account = await openTaskAccount(kvitt.account());
  });
  const readStoredImages = async () => {
    const rows = await select<{ count: number }>(
      kvitt.service.engine.kernel.db,
      sql`select count(*) from task_images`,
    );
    return rows[0]?.count;
  };
  const log = async (bytes: Buffer | string, name = 'mynd') => {
    const guid = await account.createTask();
    const answer = await post(account, 'log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN }, bytes, name);
    return { guid, answer, log: (await account.readTask(guid)).logs[0] };
  };

  for (const [bytes, type] of [
    [PNG, 'image/png'],
    [GIF, 'image/gif'],
    [JPG, 'image/jpeg'],
    [Buffer.concat([PNG, Buffer.alloc(5 * MIB - PNG.length)]), 'image/png'],
  ] as const) {
    test(`are served at their own address: ${bytes.length} bytes of ${type}`, async () => {
      const { image } = (await log(bytes, 'lie.html')).log;
      assert.ok(image.startsWith(`${kvitt.url}/task-image/`));
      const response = await fetch(image);
      assert.equal(response.status, 200);
      assert.ok(bytes.equals(Buffer.from(await response.arrayBuffer())));
      const header = (name: string) => response.headers.get(name);
      assert.equal(header('content-type'), type);
      assert.equal(header('x-content-type-options'), 'nosniff');
      assert.equal(header('content-security-policy'), "default-src 'none'; sandbox");
      assert.match(String(header('cache-control')), /^private/);
    });
  }

  test('can be sent when the timer is stopped', async () => {
    const guid = await account.createTask();
    await account.seller.ok('start-task', { guid });
    await post(account, 'end-task', { guid, description: 'Búið' }, GIF, 'mynd.gif');
    const [log] = (await account.readTask(guid)).logs;
    assert.equal((await fetch(log.image)).headers.get('content-type'), 'image/gif');
  });

  test('are refused when they are too large or of another type', async () => {
    const before = await readStoredImages();
    for (const [name, bytes, message] of REFUSED) {
      const { answer, guid } = await log(bytes, name);
      assert.deepEqual([answer.body.error_code, answer.body.message], ['file_refused', message], name);
      assert.deepEqual((await account.readTask(guid)).logs, []);
    }
    assert.equal(await readStoredImages(), before);
  });

  test('are optional in a form', async () => {
    const guid = await account.createTask();
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${part('guid', guid)}${part('date', '2026-03-02')}${part('qty', '1')}--x\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const path = `/api/v1/log-task?${credentialsQuery(account.seller)}`;
    const { body: reply } = await send(kvitt.url, path, { method: 'POST', body, headers });
    assert.equal(reply.status, true, reply.message);
    assert.equal((await account.readTask(guid)).logs[0].image, '');
  });

  test('are replaced by a new one, kept without one, and deleted with their log', async () => {
    const before = await readStoredImages();
    const { guid, log: first } = await log(PNG);
    await post(account, 'edit-log-task', { guid: first.guid }, GIF, 'ný.gif');
    const [second] = (await account.readTask(guid)).logs;
    assert.notEqual(second.image, first.image);
    assert.equal((await fetch(first.image)).status, 404);
    assert.equal((await fetch(second.image)).headers.get('content-type'), 'image/gif');
    await account.seller.ok('edit-log-task', { guid: first.guid, description: 'Sama mynd' });
    assert.equal((await account.readTask(guid)).logs[0].image, second.image);
    await account.seller.ok('task-log-delete', { guid: first.guid });
    assert.equal((await fetch(second.image)).status, 404);
    assert.equal(await readStoredImages(), before);
  });

  test('have unguessable addresses', async () => {
    const { image } = (await log(PNG)).log;
    const token = image.slice(image.lastIndexOf('/') + 1);
    const link = await account.seller.call('create-invoice', {
      data: {
        type: 'invoice',
        amount: 1240,
        currency: 'ISK',
        settlement_date: '2099-12-31',
        customer: { guid: account.customer },
        items: [
          { add_new: 1, item_number: 'A', description: 'A', qty: 1, uom: 'C62', unit_price: 1000, tax: 'S' },
        ],
        is_payment_link: 1,
      },
    });
    const payToken = link.payment_link.slice(link.payment_link.lastIndexOf('/') + 1);
    const last = token.endsWith('A') ? 'B' : 'A';
    for (const wrong of [
      `${token.slice(0, -1)}${last}`,
      token.slice(0, 32),
      `B${token.slice(1)}`,
      payToken,
      'x',
    ]) {
      const response = await fetch(`${kvitt.url}/task-image/${wrong}`);
      assert.equal(response.status, 404, wrong);
      assert.match(String(response.headers.get('content-type')), /^text\/html/);
    }
    assert.equal((await fetch(`${kvitt.url}/pay/${token}`)).status, 404);
  });
});
