import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { DocumentPool } from '../../../src/adapters/document-process/document-pool.ts';
import { openDocuments } from '../../../src/adapters/documents.ts';
import { READING_LIMITS, readerFor } from '../../../src/adapters/receipt-reader/reader.ts';
import { UnreadableReceipt } from '../../../src/kernel/ports/receipt-reader.ts';
import { printed } from '../../receipts/ink.ts';
import { ELECTRICIAN } from '../../receipts/invoices.ts';
import { page, saved } from '../../receipts/pdf.ts';
import {
  type Hostile,
  hostileMails,
  hostilePdfs,
  hostilePictures,
  hostileXml,
} from '../../support/hostile-documents.ts';

const PAPER = 'Brekka ehf.\nKt. 450123-0050\nDags. 5.3.2026\nSamtals 1.240 kr.\nVSK 24% 240 kr.';
const pool = new DocumentPool(READING_LIMITS);
const reader = readerFor({ pool });
const read = (bytes: Buffer) => reader.read({ bytes, contentType: 'image/jpeg' });
after(() => reader.close());

describe('receipt reader limits', () => {
  const files: Hostile[] = [
    ['nothing at all', () => Buffer.alloc(0)],
    ['random bytes', () => Buffer.from('Kvittun nr. 5, samtals 500 kr.')],
    ['a web page', () => Buffer.from('<!doctype html><html><body>Samtals 500</body></html>')],
    [
      'a drawing, which could refer to other files',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a PDF that is none', () => Buffer.from(`%PDF-1.7\n${'garbage '.repeat(200)}`)],
    ['a picture that was cut off', async () => (await printed(PAPER)).subarray(0, 900)],
    ['more than ten megabytes', () => Buffer.alloc(11 * 1024 * 1024)],
  ];
  for (const [name, bytes] of files) {
    it(name, async () => {
      await assert.rejects(read(await bytes()), UnreadableReceipt);
    });
  }

  it('reads nothing from an empty page', async () => {
    const blank = await sharp({ create: { width: 150, height: 200, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const { text, engine, ...fields } = await read(blank);
    assert.deepEqual({ text, engine, fields }, { text: '', engine: 'ocr', fields: {} });
  });

  it('refuse a document permanently when reading takes too long', async () => {
    const hurried = readerFor({ pool: new DocumentPool({ ...READING_LIMITS, cpuSeconds: 0.05 }) });
    const bytes = await printed(`${PAPER}\n`.repeat(12));
    await assert.rejects(hurried.read({ bytes, contentType: 'image/png' }), {
      name: 'UnreadableReceipt',
      message: 'The file takes too long to be read',
    });
    hurried.close();
  });
});

describe('hostile documents are read or refused, and the next honest one is read', () => {
  // A small process, so that the bombs can be small too.
  const small = readerFor({
    pool: new DocumentPool({ ...READING_LIMITS, memoryMb: 220, recycleMb: 200, cpuSeconds: 1 }),
  });
  const documents = openDocuments();
  after(() => {
    small.close();
    documents.close();
  });
  const readOrRefuse = (bytes: Buffer) =>
    small.read({ bytes, contentType: '' }).catch((error) => assert.equal(error.name, 'UnreadableReceipt'));

  for (const [kind, all] of [
    ['PDF', hostilePdfs(120)],
    ['XML', hostileXml],
  ] as const)
    it(`of ${kind}`, async () => {
      for (const [, bytes] of all) await readOrRefuse(await bytes());
      const honest = await saved(await page(ELECTRICIAN));
      assert.equal((await small.read({ bytes: honest, contentType: '' })).amount?.value, '155000.00');
    });

  it('of pictures', async () => {
    for (const [name, bytes] of hostilePictures) {
      const picture = await bytes();
      const shrunk = await documents.shrinkReceipt(1, picture);
      assert.ok('problem' in shrunk || shrunk.picture.length < 1_000_000, name);
      if (shrunk && 'problem' in shrunk) await readOrRefuse(picture);
    }
    assert.ok('picture' in (await documents.shrinkReceipt(1, await printed(PAPER))));
  });

  it('of mail', async () => {
    for (const [name, bytes] of hostileMails) {
      const mail = await bytes();
      assert.equal(await documents.parseBounce(mail), null, name);
      assert.ok(((await documents.parseReceiptMail(mail))?.files.length ?? 0) <= 20, name);
    }
  });
});
