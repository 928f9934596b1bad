import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { type Client, invoice } from '../../support/client.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { GIF, JPG, PNG } from '../../support/images.ts';
import { basicAuth, credentialsQuery, send, uploadFile } from '../../support/requests.ts';
import { assertRefused } from '../../support/scenarios.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const ZIP = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);
const MIB = 1024 * 1024;

const FILES: [name: string, bytes: Buffer | string, type: string][] = [
  ['mynd.png', PNG, 'image/png'],
  ['mynd.jpg', JPG, 'image/jpeg'],
  ['mynd.gif', GIF, 'image/gif'],
  ['kvittun.pdf', PDF, 'application/pdf'],
  ['lie.png', PDF, 'application/pdf'],
  ['no-extension', PNG, 'image/png'],
  ['invoice.xml', '<?xml version="1.0"?><Invoice/>', 'application/xml'],
  ['all.zip', ZIP, 'application/zip'],
  ['lesið.txt', 'Þetta er <b>texti</b> 🧾', 'text/plain; charset=utf-8'],
  ['a/../"b"\\c;.txt', 'x', 'text/plain; charset=utf-8'],
  ['\u202Efdp.exe', PDF, 'application/pdf'],
  ['run.bat', 'format c:', 'text/plain; charset=utf-8'],
  ['largest.pdf', Buffer.concat([PDF, Buffer.alloc(5 * MIB - PDF.length)]), 'application/pdf'],
];

const KINDS =
  'This kind of file is not accepted; send one of: pdf, jpg, png, gif, xml, docx, xlsx, odt, ods, zip, or plain text';

const REFUSED: [name: string, bytes: Buffer | string, message: string][] = [
  ['empty.pdf', '', 'The file is empty; send one with content'],
  [
    'large.pdf',
    Buffer.concat([PDF, Buffer.alloc(5 * MIB - PDF.length + 1)]),
    'The file is larger than 5 MB; send a smaller one',
  ],
  ['page.png', '<!DOCTYPE html><script>alert(1)</script>', KINDS],
  ['page.txt', '\ufeff \n<HTML><body>', KINDS],
  ['image.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', KINDS],
  ['program.pdf', Buffer.from('7f454c460201010000000000', 'hex'), KINDS],
  ['program.png', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 1)]), KINDS],
  ['binary.txt', Buffer.from([1, 2, 0, 255]), KINDS],
  ['latin1.txt', Buffer.from('Þú', 'latin1'), KINDS],
];

const readStored = (kvitt: TestService, { username }: Client) =>
  select<{
    guid: string;
    name: string;
    content_type: string;
    size: number;
    bytes: Buffer;
    invoice: string | null;
  }>(
    kvitt.service.engine.kernel.db,
    sql`
    select f.guid, f.name, f.content_type, f.size, f.bytes, i.guid as invoice
    from files f join accounts a using (account_id)
    left join invoices i on i.account_id = f.account_id and i.id = f.invoice_id
    where a.username = ${username} order by f.created_at, f.guid`,
  );

async function uploadPng(seller: Client): Promise<string> {
  const { body } = await uploadFile(seller, 'a.png', PNG);
  assert.equal(body.status, true, body.message);
  return body.result;
}

onBothDatabases('upload-file', (kvitt) => {
  test('stores a file with the type of its content, whatever its name', async () => {
    const seller = await kvitt.account();
    for (const [name, bytes, type] of FILES) {
      const { status, body } = await uploadFile(seller, name, bytes);
      assert.deepEqual([status, body.status, body.message], [200, true, 'OK'], `${name}: ${body.message}`);
      const storedFile = (await readStored(kvitt, seller)).find(({ guid }) => guid === body.result);
      assert.deepEqual(
        [storedFile?.content_type, storedFile?.size, storedFile?.invoice],
        [type, Buffer.byteLength(bytes), null],
        name,
      );
      assert.ok(storedFile?.bytes.equals(Buffer.from(bytes)), name);
    }
    const names = (await readStored(kvitt, seller)).map(({ name }) => name);
    for (const name of ['lesið.txt', 'lie.pdf', 'no-extension.png', 'fdp.pdf', 'run.txt'])
      assert.ok(names.includes(name), `${name}: ${names.join()}`);
  });

  test('refuses a file that is empty, too large or of another type', async () => {
    const seller = await kvitt.account();
    for (const [name, bytes, message] of REFUSED) {
      const { status, body } = await uploadFile(seller, name, bytes);
      assert.equal(status, 200, name);
      assert.deepEqual(body, { status: false, message, result: null, error_code: 'file_refused' }, name);
    }
    const { status, body } = await uploadFile(seller, 'huge.pdf', Buffer.alloc(8 * MIB + 1));
    assert.deepEqual([status, body.error_code], [413, 'too_large']);
    assert.deepEqual(await readStored(kvitt, seller), []);
  });

  test('refuses a form without a file, and names the field', async () => {
    const seller = await kvitt.account();
    const path = `/api/v1/upload-file?${credentialsQuery(seller)}`;
    const text = new FormData();
    text.set('file', 'not a file');
    const otherField = new FormData();
    otherField.set('attachment', new Blob([PNG]), 'a.png');
    const notAFile = 'Field file must be a file, sent as a part of a multipart/form-data body';
    for (const [body, message] of [
      [text, notAFile],
      [new URLSearchParams({ file: 'x' }), notAFile],
      [otherField, 'Field file is required'],
      [new FormData(), 'Field file is required'],
      [undefined, 'Field file is required'],
    ] as const) {
      const answer = await send(kvitt.url, path, { method: 'POST', body: body as FormData });
      assert.deepEqual([answer.status, answer.body.message], [200, message]);
    }
  });

  test('accepts credentials in the form or by Basic authentication', async () => {
    const seller = await kvitt.account();
    const form = (fields: object) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.set('file', new Blob([PNG]), 'a.png');
      return body;
    };
    const { username, apiKey: api_key } = seller;
    const post = (body: FormData, headers = {}) =>
      send(kvitt.url, '/api/v1/upload-file', { method: 'POST', body, headers });
    assert.equal((await post(form({ username, api_key }))).status, 200);
    assert.equal((await post(form({}), basicAuth(seller))).status, 200);
    assert.equal((await post(form({ username, api_key: 'wrong' }))).status, 401);
    assert.equal((await post(form({}))).status, 401);
    assert.equal((await readStored(kvitt, seller)).length, 2);
  });

  test('repairs an invalid file name', async () => {
    const seller = await kvitt.account();
    const part = (name: string) =>
      `--x\r\ncontent-disposition: form-data; name="file"; ${name}\r\n\r\ntext\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const name of ["filename*=UTF-8''a%00b.txt", `filename="${'🧾'.repeat(150)}.txt"`]) {
      const path = `/api/v1/upload-file?${credentialsQuery(seller)}`;
      const { status, body } = await send(kvitt.url, path, { method: 'POST', body: part(name), headers });
      assert.deepEqual([status, body.status], [200, true], `${name}: ${body.message}`);
    }
    const names = (await readStored(kvitt, seller)).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ['ab.txt', '🧾'.repeat(100)]);
  });

  test('attaches files to the invoice or credit note that names them', async () => {
    const seller = await kvitt.account();
    const [first, second, third] = [
      await uploadPng(seller),
      await uploadPng(seller),
      await uploadPng(seller),
    ];
    const files = ` ${first},${second.toUpperCase()} ,, ${first}`;
    const created = await seller.ok('create-invoice', { data: invoice({ files }) });
    const credit = {
      type: 'credit',
      settlement_date: '2099-12-31',
      amount: 1240,
      ref_invoice_guid: created,
      files: third,
    };
    const note = await seller.ok('create-invoice', { data: credit });
    const attached = Object.fromEntries(
      (await readStored(kvitt, seller)).map(({ guid, invoice: to }) => [guid, to]),
    );
    assert.deepEqual(attached, { [first]: created, [second]: created, [third]: note });
  });

  test('attaches a file once', async () => {
    const seller = await kvitt.account();
    const [used, free] = [await uploadPng(seller), await uploadPng(seller)];
    const created = await seller.ok('create-invoice', { data: invoice({ files: used }) });
    const usedTwice = 'file_in_use: A file is attached to another document already; upload it again';
    const credit = { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: created };
    await assertRefused(seller, 'create-invoice', [
      ['again', { data: invoice({ files: used }) }, usedTwice],
      ['beside a free one', { data: invoice({ files: `${free},${used}` }) }, usedTwice],
      ['to a credit note', { data: { ...credit, files: used } }, usedTwice],
    ]);
    const tries = [1, 2, 3, 4].map(() => seller.call('create-invoice', { data: invoice({ files: free }) }));
    const replies = await Promise.all(tries);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [false, false, false, true]);
    assert.equal(await seller.ok('get-count-invoices'), 2);
  });

  test('treats a file of another account as unknown', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const own = await uploadPng(seller);
    const foreign = await uploadPng(other);
    const unknown = 'file_not_found: No file found';
    await assertRefused(seller, 'create-invoice', [
      ['foreign', { data: invoice({ files: foreign }) }, unknown],
      ['foreign beside an own one', { data: invoice({ files: `${own},${foreign}` }) }, unknown],
      ['nobody’s', { data: invoice({ files: UNKNOWN_GUID }) }, unknown],
      ['no guid', { data: invoice({ files: "x' or 1=1" }) }, unknown],
    ]);
    assert.equal((await readStored(kvitt, other))[0]?.invoice, null);
  });
});
