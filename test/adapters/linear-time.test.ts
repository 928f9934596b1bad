import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBounce } from '../../src/adapters/mail/bounces.ts';
import { parseReceiptMail } from '../../src/adapters/mail/receipt-mail.ts';
import { withoutEmbeddedFiles } from '../../src/adapters/receipt-reader/xml.ts';
import { makeLine } from '../../src/domain/receipts/lines.ts';
import { readText } from '../../src/domain/receipts/read-text.ts';
import { growthBy8, MAX_GROWTH } from '../support/growth.ts';
import { hostileMails, UNCLOSED } from '../support/hostile-documents.ts';

const PATTERNS = [
  'samtals 1. ',
  'til greidslu 1.240 ',
  '24% 100 24 ',
  'Kaupandi: kt. 550123-4520 ',
  '1.1.20 ',
];

describe('parsers of uploads take linear time', () => {
  it('on the XML of an invoice with unclosed tags', async () => {
    const growth = await growthBy8((size) => withoutEmbeddedFiles(UNCLOSED.repeat(size)), 3_000);
    assert.ok(growth < MAX_GROWTH, `${growth} times as long for 8 times the input`);
  });

  for (const pattern of PATTERNS)
    it(`on lines of "${pattern.trim()}"`, async () => {
      const line = makeLine(pattern.repeat(Math.ceil(240 / pattern.length)));
      const read = (lines: number) =>
        readText(
          Array.from({ length: lines }, () => line),
          { source: 'test' },
        );
      const growth = await growthBy8(read, 50);
      assert.ok(growth < MAX_GROWTH, `${growth} times as long for 8 times the input`);
    });

  for (const [name, message] of hostileMails)
    it(`on a mail of ${name}`, async () => {
      const bytes = await message();
      for (const parse of [parseBounce, parseReceiptMail]) {
        const growth = await growthBy8((size) => parse(bytes.subarray(0, size)), bytes.length / 64);
        assert.ok(growth < MAX_GROWTH, `${parse.name}: ${growth} times as long for 8 times the input`);
      }
    });
});
