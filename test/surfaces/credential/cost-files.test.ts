import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import sharp from 'sharp';
import { sql } from '../../../src/kernel/database/sql.ts';
import { ublInvoice } from '../../receipts/ubl.ts';
import { type Client, createAccount } from '../../support/client.ts';
import { createCost, sendCost } from '../../support/costs.ts';
import { migratedDatabase, type TestDatabase } from '../../support/databases.ts';
import { completeCost, PDF } from '../../support/endpoints/costs.ts';
import { createBlackPng, createImage, decompressionBombChunk, HUGE_GIF } from '../../support/images.ts';
import { type NodeProcess, startNode } from '../../support/node-process.ts';
import { basicAuth } from '../../support/requests.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';

const MIB = 1024 * 1024;
const date = '2026-03-02';
const KINDS =
  'This kind of file is not accepted; send one of: jpg, jpeg, png, gif, pdf, xml of an e-invoice (UBL)';
const BROKEN = 'The picture is broken and cannot be opened; send it again';
const LARGE =
  'The picture has more than 40 megapixels or a side of more than 20,000 pixels; send a smaller one';

/** Created once, because large files take long to create. */
const MALICIOUS_FILES = createMaliciousFiles();

async function createMaliciousFiles(): Promise<
  [what: string, name: string, bytes: Uint8Array | string, message: string][]
> {
  const jpeg = await createImage(1500, 1000);
  const png = await createImage(900, 700, 'png');
  return [
    ['nothing', 'a.png', '', 'The file is empty; send one with content'],
    [
      'a byte too much',
      'a.pdf',
      Buffer.concat([PDF, Buffer.alloc(5 * MIB - PDF.length + 1)]),
      'The file is larger than 5 MB; send a smaller one',
    ],
    ['a page', 'a.png', '<!DOCTYPE html><script>alert(1)</script>', KINDS],
    [
      'a drawing',
      'a.png',
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      KINDS,
    ],
    ['XML that is no e-invoice', 'a.xml', '<?xml version="1.0"?><Invoice/>', KINDS],
    ['a program', 'a.jpg', Buffer.from('7f454c460201010000000000', 'hex'), KINDS],
    ['a webp', 'a.jpg', await sharp(jpeg).webp().toBuffer(), KINDS],
    ['a tiff', 'a.jpg', await sharp(jpeg).resize(50).tiff().toBuffer(), KINDS],
    ['text', 'a.jpg', 'kvittun', KINDS],
    ['half a jpeg', 'a.jpg', jpeg.subarray(0, jpeg.length / 2), BROKEN],
    ['half a png', 'a.png', png.subarray(0, png.length / 2), BROKEN],
    ['the beginning of a gif', 'a.gif', Buffer.from('GIF89a'), BROKEN],
    [
      'the beginning of a jpeg',
      'a.jpg',
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      BROKEN,
    ],
    ['20,000 by 20,000', 'a.png', createBlackPng(20_000, 20_000), LARGE],
    ['20,001 by 1', 'a.png', createBlackPng(20_001, 1), LARGE],
    ['a huge gif', 'a.gif', HUGE_GIF, LARGE],
  ];
}

onBothDatabases('files of costs', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });
  const readStored = async (guid: string) => {
    const cost = await seller.ok('get-cost', { guid });
    return { ...cost, bytes: Buffer.from(cost.file, 'base64') };
  };
  const createWithFile = (name: string, bytes: Uint8Array) =>
    createCost(seller, 'create-cost', { date }, { name, bytes });

  test('refuses an unusable file with a clear message, and stores nothing', async () => {
    const newcomer = await kvitt.account();
    for (const [title, name, bytes, message] of await MALICIOUS_FILES) {
      for (const [endpoint, fields] of [
        ['create-cost', { date }],
        ['create-cost-adv', completeCost],
      ] as const) {
        const { status, body } = await sendCost(newcomer, endpoint, fields, { name, bytes });
        const refusal = { status: false, message, result: null, error_code: 'file_refused' };
        assert.deepEqual([status, body], [200, refusal], title);
      }
    }
    const { status } = await sendCost(
      newcomer,
      'create-cost',
      { date },
      { name: 'a', bytes: Buffer.alloc(8 * MIB + 1) },
    );
    assert.equal(status, 413);
    assert.equal(await newcomer.ok('get-count-costs'), 0);
    const left = await select(
      kvitt.service.engine.kernel.db,
      sql`
      select 1 from cost_files f join accounts a on a.account_id = f.account_id where a.username = ${newcomer.username}`,
    );
    assert.deepEqual(left, []);
  });

  test('detects the type by content, not by name', async () => {
    const png = await createImage(30, 20, 'png');
    const cases: [name: string, bytes: Buffer, file_name: string, file_extension: string][] = [
      ['kvittun.jpg', PDF, 'kvittun.pdf', 'pdf'],
      ['kvittun', PDF, 'kvittun.pdf', 'pdf'],
      ['MYND.JPEG', await createImage(30, 20), 'MYND.JPEG', 'jpg'],
      ['mynd.pdf', png, 'mynd.png', 'png'],
      ['../../etc/pass\u0001wd.png', png, 'pass wd.png', 'png'],
      ['C:\\myndir\\Ö 1.2.2026.gif', await createImage(30, 20, 'gif'), 'Ö 1.2.2026.gif', 'gif'],
      ['reikningur', Buffer.from(ublInvoice.xml), 'reikningur.xml', 'xml'],
      [`${'🧾'.repeat(150)}.png`, png, `${'🧾'.repeat(98)}.png`, 'png'],
    ];
    for (const [name, bytes, file_name, file_extension] of cases) {
      const cost = await readStored(await createWithFile(name, bytes));
      assert.equal(cost.file_extension, file_extension, name);
      if (!name.startsWith('🧾')) assert.equal(cost.file_name, file_name);
      assert.ok(cost.file_name.length <= 200 && cost.file_name.isWellFormed());
    }
  });

  test('stores a PDF of up to 5 MB unchanged', async () => {
    const largest = Buffer.concat([PDF, Buffer.alloc(5 * MIB - PDF.length, 7)]);
    const cost = await readStored(await createWithFile('a.pdf', largest));
    assert.ok(cost.bytes.equals(largest));
    assert.doesNotMatch(cost.file, /\s/);
  });

  test('rotates an image upright, fits it into 1028 by 1028, and removes its metadata', async () => {
    const sideways = await sharp(await createImage(3000, 1500))
      .withExif({ IFD0: { Copyright: 'secret place', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes } = await readStored(await createWithFile('a.jpg', sideways));
    const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, height, exif, orientation], ['jpeg', 514, 1028, undefined, undefined]);
    const top = await sharp(bytes).extract({ left: 200, top: 20, width: 1, height: 1 }).raw().toBuffer();
    assert.ok((top[0] ?? 0) > 150 && (top[2] ?? 0) < 100, 'the red half is on top');
    assert.doesNotMatch(bytes.toString('latin1'), /secret place/);
  });

  test('does not enlarge an image or change its format', async () => {
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const { bytes } = await readStored(await createWithFile('a', await createImage(40, 30, format)));
      const storedImage = await sharp(bytes).metadata();
      assert.deepEqual([storedImage.format, storedImage.width, storedImage.height], [format, 40, 30]);
    }
  });

  test('stores the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    assert.equal((await sharp(animation, { animated: true }).metadata()).pages, 3);
    const { bytes } = await readStored(await createWithFile('a.gif', animation));
    const storedImage = await sharp(bytes, { animated: true }).metadata();
    assert.deepEqual([storedImage.format, storedImage.pages ?? 1], ['gif', 1]);
  });

  test('accepts a complete cost without a file, also with an empty file field', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(completeCost)) form.set(name, String(value));
    form.set('username', seller.username);
    form.set('api_key', seller.apiKey);
    form.set('file', new Blob([]), '');
    const response = await fetch(`${seller.url}/api/v1/create-cost-adv`, { method: 'POST', body: form });
    const body: any = await response.json();
    assert.equal(response.status, 201, body.message);
    const cost = await seller.ok('get-cost', { guid: body.result });
    assert.deepEqual([cost.file, cost.file_name, cost.file_extension], [null, '', '']);
    const { body: text } = await sendCost(seller, 'create-cost-adv', { ...completeCost, file: 'kvittun' });
    assert.equal(text.message, 'Field file must be a file, sent as a part of a multipart/form-data body');
  });
});

describe('memory of a node', () => {
  let database: TestDatabase;
  let node: NodeProcess;
  let seller: Client;
  before(async () => {
    database = await migratedDatabase('postgres');
    node = await startNode(database.env, { isOptimized: true });
    seller = await createAccount(node.url);
  });
  after(async () => {
    await node.crash();
    await database.drop();
  });

  test('does not grow with malicious files', async (t) => {
    const files = (await MALICIOUS_FILES).map(([, name, bytes]) => ({ name, bytes }));
    files.push({ name: 'a.png', bytes: createBlackPng(50, 50, [decompressionBombChunk(100)]) });
    files.push({ name: 'a.png', bytes: createBlackPng(6_000, 6_000) });
    const sendAll = () => Promise.all(files.map((file) => sendCost(seller, 'create-cost', { date }, file)));
    await sendAll();
    await assertFlatMemory(t, node, async () => {
      for (let n = 0; n < 3; n++) {
        for (const { status } of await sendAll()) assert.ok(status === 200 || status === 201);
      }
    });
  });

  test('does not grow while many large files are listed', async (t) => {
    const owner = await createAccount(node.url);
    const bytes = Buffer.concat([PDF, Buffer.alloc(5 * MIB - PDF.length, 7)]);
    await createCost(owner, 'create-cost', { date }, { name: 'a.pdf', bytes });
    await copyCost(database, owner, 29);
    await assertFlatMemory(t, node, async () => {
      const response = await fetch(`${node.url}/api/v1/get-costs?limit=100`, { headers: basicAuth(owner) });
      let size = 0;
      for await (const chunk of response.body ?? []) size += chunk.length;
      assert.ok(size > 30 * 5 * MIB * 1.33, `${size}`);
    });
  });
});

/** Copies the only cost of the account, with its file. */
async function copyCost({ env }: TestDatabase, { username }: Client, copies: number): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const own = `account_id = (select account_id from accounts where username = '${username}')`;
  const numbers = `generate_series(1, ${copies}) n`;
  await client.query(`
    insert into costs overriding system value select copy.* from costs one, ${numbers},
      jsonb_populate_record(one, jsonb_build_object('id', id + n, 'guid', gen_random_uuid())) copy where one.${own};
    insert into cost_files select account_id, cost_id + n, role, name, extension, content_type, bytes
      from cost_files, ${numbers} where ${own}`);
  await client.end();
}

async function assertFlatMemory(t: TestContext, node: NodeProcess, work: () => Promise<void>): Promise<void> {
  const before = node.residentMb();
  let max = before;
  const timer = setInterval(() => {
    max = Math.max(max, node.residentMb());
  }, 20);
  await work().finally(() => clearInterval(timer));
  t.diagnostic(`grew by ${Math.round(max - before)} MB at most, from ${Math.round(before)} MB`);
  assert.ok(max - before < 250, `the node grew by ${Math.round(max - before)} MB`);
}
