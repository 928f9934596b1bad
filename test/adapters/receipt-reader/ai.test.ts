import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { READING_LIMITS, readerFor } from '../../../src/adapters/receipt-reader/reader.ts';
import { AUTO_FILL_THRESHOLD } from '../../../src/domain/receipts/fields.ts';
import type { ReceiptReading } from '../../../src/kernel/ports/receipt-reader.ts';
import { printed } from '../../receipts/ink.ts';
import { RememberingPool } from '../../support/remembering-pool.ts';

const PAPER = `Brekka ehf.
Kt. 450123-0050
Kvittun nr. 12
Dags. 5.3.2026
Samtals 1.240 kr.
VSK 24% 240 kr.`;

/** What the picture itself shows. */
const TOTAL = 'Samtals 1.240 kr.';

const ANSWER = {
  supplier_name: 'Brekka ehf.',
  supplier_id: '450123-0050',
  issue_date: '2026-03-05',
  amount: '1240',
  currency: 'ISK',
  vat_24: '240',
  vat_11: null,
  invoice_number: '12',
  is_credit_note: false,
  text: PAPER,
};

const completion = (content: unknown) =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content: JSON.stringify(content) } }] });

type Handler = (body: any, request: IncomingMessage, response: ServerResponse) => void;

describe('AI reader', () => {
  const pool = new RememberingPool(READING_LIMITS);
  let handle: Handler = () => {};
  let picture: Buffer = Buffer.alloc(0);
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => handle(body, request, response));
  });
  const read = (timeoutMs = 60_000): Promise<ReceiptReading> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
    const reader = readerFor({
      pool,
      ai: { url, key: 'secret', model: 'eyes-1', timeoutMs },
      today: () => '2026-07-01',
      onAiFailure: (error) => failures.push(error),
    });
    return reader.read({ bytes: picture, contentType: 'image/png' });
  };
  const answering = (content: unknown) => {
    handle = (_body, _request, response) => response.end(completion(content));
  };

  before(async () => {
    picture = await printed(TOTAL);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => failures.splice(0));
  after(async () => {
    server.closeAllConnections();
    server.close();
    pool.close();
  });

  it('sends the image with a schema, and trusts values that the text confirms', async () => {
    let seen: any;
    let path = '';
    handle = (body, request, response) => {
      seen = body;
      path = `${request.method} ${request.url} ${request.headers.authorization}`;
      response.end(completion(ANSWER));
    };
    const reading = await read();
    assert.equal(path, 'POST /v1/chat/completions Bearer secret');
    assert.equal(seen.model, 'eyes-1');
    assert.match(seen.messages[1].content[0].image_url.url, /^data:image\/jpeg;base64,/);
    const { schema, strict } = seen.response_format.json_schema;
    assert.equal(strict, true);
    assert.equal(schema.additionalProperties, false);
    assert.deepEqual(schema.required, Object.keys(ANSWER));
    assert.equal(reading.engine, 'ai');
    assert.equal(reading.supplier_id?.value, '4501230050');
    assert.equal(reading.amount?.value, '1240.00');
    assert.equal(reading.vat_24?.value, '240.00');
    for (const name of ['supplier_name', 'supplier_id', 'issue_date', 'amount', 'vat_24'] as const)
      assert.ok(
        (reading[name]?.confidence ?? 0) >= AUTO_FILL_THRESHOLD,
        `${name} ${reading[name]?.confidence}`,
      );
    assert.equal(reading.vat_11, undefined);
    assert.equal(reading.text, PAPER);
  });

  it('keeps values below the threshold that only the model claims', async () => {
    answering({ ...ANSWER, invoice_number: '99', text: PAPER.replace('Kvittun nr. 12\n', '') });
    const { invoice_number } = await read();
    assert.equal(invoice_number?.value, '99');
    assert.ok((invoice_number?.confidence ?? 1) < AUTO_FILL_THRESHOLD);
  });

  it('lowers the confidence of contradicting figures', async () => {
    answering({ ...ANSWER, vat_24: '900', text: PAPER.replace('VSK 24% 240', 'VSK 24% 900') });
    const { amount, vat_24, engine } = await read();
    assert.equal(engine, 'ai');
    assert.ok((amount?.confidence ?? 1) < AUTO_FILL_THRESHOLD);
    assert.ok((vat_24?.confidence ?? 1) < AUTO_FILL_THRESHOLD);
  });

  it('prefers figures proven by the text to other claims', async () => {
    answering({ ...ANSWER, amount: '9240' });
    const { amount } = await read();
    assert.equal(amount?.value, '1240.00');
  });

  it('drops an invalid kennitala, date or currency', async () => {
    answering({ ...ANSWER, supplier_id: '4501230051', issue_date: '2026-02-31', currency: 'XYZ', text: '' });
    const reading = await read();
    assert.equal(reading.supplier_id, undefined);
    assert.equal(reading.issue_date, undefined);
    assert.equal(reading.currency, undefined);
  });

  const useless: [name: string, handler: Handler, timeoutMs?: number][] = [
    ['answers 500', (_b, _q, response) => response.writeHead(500).end('{}')],
    ['hangs', () => {}, 300],
    ['hangs in the middle of its answer', (_b, _q, response) => response.write('{"choices": ['), 300],
    ['answers prose', (_b, _q, response) => response.end('I can not do that')],
    ['answers other JSON', (_b, _q, response) => response.end(completion({ total: 5 }))],
    ['reads nothing', (_b, _q, response) => response.end(completion({ ...nothing(), text: '' }))],
    ['never stops', (_b, _q, response) => response.end('x'.repeat(600_000))],
    [
      'sends elsewhere',
      (_b, _q, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['drops the connection', (_b, request) => request.socket.destroy()],
  ];
  for (const [name, handler, timeoutMs] of useless) {
    it(`falls back to own reading if the endpoint ${name}`, async () => {
      handle = handler;
      const reading = await read(timeoutMs);
      assert.equal(reading.engine, 'ocr');
      assert.deepEqual([reading.text, reading.amount?.value], [TOTAL, '1240.00']);
      assert.equal(failures.length, 1);
    });
  }
});

function nothing(): Record<string, null> {
  return Object.fromEntries(Object.keys(ANSWER).map((name) => [name, null]));
}
