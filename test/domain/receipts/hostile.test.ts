import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FIELD_NAMES } from '../../../src/domain/receipts/fields.ts';
import { splitLines } from '../../../src/domain/receipts/lines.ts';
import { readText } from '../../../src/domain/receipts/read-text.ts';
import { growthBy8, MAX_GROWTH } from '../../support/growth.ts';

const WORDS =
  'Samtals|VSK|24%|11%|kt.|450123-0050|5.3.2026|1.240|240|kr.|Kaupandi:|Nettó|ehf.|Reikningur nr.|-|  |\n|,|.|(|)|1,234.56|O0lI|€'.split(
    '|',
  );

describe('arbitrary text', () => {
  test('never makes the reader throw, and every field is bounded and well formed', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string()), { maxLength: 80 });
    fc.assert(
      fc.property(text, (words) => {
        const fields = readText(splitLines(words.join(' ')), { source: 'test' });
        for (const name of FIELD_NAMES) {
          const read = fields[name];
          if (!read) continue;
          assert.ok(read.confidence >= 0 && read.confidence <= 1);
          assert.ok(read.found.length <= 100 && String(read.value).length <= 240);
        }
        if (fields.amount) assert.match(fields.amount.value, /^\d+\.\d\d$/);
      }),
      { numRuns: 400 },
    );
  });

  const slow: [name: string, text: string][] = [
    ['digits', '1'.repeat(240)],
    ['groups of digits', '1.234'.repeat(48)],
    ['labels', 'samtals '.repeat(30)],
    ['rates', '24% '.repeat(60)],
    ['amounts', '1.240 240 '.repeat(24)],
    ['letters that look like digits', `kt ${'lO'.repeat(110)}`],
    ['dates', '5.3.2026 '.repeat(26)],
    ['a name', 'Aa '.repeat(80)],
  ];
  for (const [name, line] of slow) {
    test(`takes linear time in the length of a line: ${name}`, async () => {
      const growth = await growthBy8(
        (size) => readText(splitLines(`${line.slice(0, size)}\n`.repeat(250)), { source: 'test' }),
        30,
      );
      assert.ok(growth < MAX_GROWTH, `${growth} times as long for 8 times the input`);
    });
  }
});
