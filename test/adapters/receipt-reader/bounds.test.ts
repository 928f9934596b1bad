import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { ocrEngine } from '../../../src/adapters/receipt-reader/ocr.ts';
import { readerFor } from '../../../src/adapters/receipt-reader/reader.ts';
import { UnreadableReceipt } from '../../../src/kernel/ports/receipt-reader.ts';
import { printed } from '../../receipts/ink.ts';

const PAPER = 'Brekka ehf.\nKt. 450123-0050\nDags. 5.3.2026\nSamtals 1.240 kr.\nVSK 24% 240 kr.';
const reader = readerFor();
const read = (bytes: Buffer, signal?: AbortSignal) =>
  reader.read({ bytes, contentType: 'image/jpeg' }, signal);

describe('receipt reader limits', () => {
  const files: [name: string, bytes: () => Buffer | Promise<Buffer>][] = [
    ['nothing at all', () => Buffer.alloc(0)],
    ['random bytes', () => Buffer.from('Kvittun nr. 5, samtals 500 kr.')],
    ['a web page', () => Buffer.from('<!doctype html><html><body>Samtals 500</body></html>')],
    [
      'a drawing, which could refer to other files',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a PDF that is none', () => Buffer.from(`%PDF-1.7\n${'garbage '.repeat(200)}`)],
    ['a picture that was cut off', async () => (await printed(PAPER)).subarray(0, 900)],
    ['a small file that unfolds to a huge picture', hugePicture],
    ['more than ten megabytes', () => Buffer.alloc(11 * 1024 * 1024)],
  ];
  for (const [name, bytes] of files) {
    it(name, async () => {
      await assert.rejects(read(await bytes()), UnreadableReceipt);
    });
  }

  it('reads nothing from an empty page', async () => {
    const blank = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const { text, engine, ...fields } = await read(blank);
    assert.deepEqual({ text, engine, fields }, { text: '', engine: 'ocr', fields: {} });
  });
});

describe('OCR queue', () => {
  after(() => reader.close());

  it('stops on abort and reads the next image', async () => {
    const picture = await printed(`${PAPER}\n`.repeat(12));
    const reason = new Error('no longer wanted');
    const controller = new AbortController();
    const { recognise } = ocrEngine;
    let readings = 0;
    // Aborts as soon as the thread has its job, so that neither a fast nor a slow machine has finished it.
    ocrEngine.recognise = function (order, signal) {
      const reading = recognise.call(this, order, signal);
      reading.then(
        () => (readings += 1),
        () => {},
      );
      setImmediate(() => controller.abort(reason));
      return reading;
    };
    try {
      await assert.rejects(read(picture, controller.signal), reason);
    } finally {
      ocrEngine.recognise = recognise;
    }
    assert.equal(readings, 0, 'it read to the end');
    assert.equal((await read(await printed(PAPER))).amount?.value, '1240.00');
  });

  it('gives up after the timeout', async () => {
    const hurried = readerFor({ timeoutMs: 30 });
    const bytes = await printed(`${PAPER}\n`.repeat(12));
    await assert.rejects(hurried.read({ bytes, contentType: 'image/png' }), { name: 'TimeoutError' });
  });

  it('runs one job at a time, also if one fails or is aborted', async () => {
    const events: string[] = [];
    const signal = new AbortController().signal;
    const work = (name: string, fails = false) =>
      ocrEngine.runExclusive(async () => {
        events.push(`${name} begins`);
        await pause(20);
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
      }, signal);
    const unwanted = ocrEngine.runExclusive(async () => events.push('never'), AbortSignal.abort());
    await Promise.allSettled([unwanted, work('a'), work('b', true), work('c')]);
    assert.deepEqual(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('leaves the queue at once on abort', async () => {
    const signal = new AbortController().signal;
    const turn = Promise.withResolvers<void>();
    const long = ocrEngine.runExclusive(() => turn.promise, signal);
    await assert.rejects(
      ocrEngine.runExclusive(() => pause(1), AbortSignal.timeout(20)),
      { name: 'TimeoutError' },
    );
    turn.resolve();
    await long;
  });

  it('refuses jobs beyond the queue limit', async () => {
    const signal = new AbortController().signal;
    const waiting = Array.from({ length: 20 }, () => ocrEngine.runExclusive(() => pause(1), signal));
    const refusal = (await Promise.allSettled(waiting)).filter(({ status }) => status === 'rejected');
    assert.equal(refusal.length, 8);
  });

  it('does not keep a finished process alive', async () => {
    const script = `
      import { readerFor } from './src/adapters/receipt-reader/reader.ts';
      import { printed } from './test/receipts/ink.ts';
      const { amount } = await readerFor().read({ bytes: await printed('Samtals 1.240 kr.'), contentType: 'image/png' });
      const since = performance.now();
      process.on('exit', () => console.log(amount?.value, performance.now() - since));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    const [amount, lingered] = output.trim().split(' ');
    assert.deepEqual([code, amount], [0, '1240.00']);
    // An idle engine lives for a minute.
    assert.ok(Number(lingered) < 45_000, `${lingered} ms`);
  });
});

/** 20,000 × 20,000 white pixels in a few hundred kilobytes. */
function hugePicture(): Promise<Buffer> {
  const create = { width: 20_000, height: 20_000, channels: 3 as const, background: '#fff' };
  return sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
}
