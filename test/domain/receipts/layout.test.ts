import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groupIntoLines, type TextPiece } from '../../../src/domain/receipts/layout.ts';
import {
  cellAbove,
  foldAccents,
  joinLines,
  minConfidence,
  splitLines,
} from '../../../src/domain/receipts/lines.ts';
import { growthBy8, MAX_GROWTH } from '../../support/growth.ts';

const piece = (text: string, x0: number, y0: number, more: Partial<TextPiece> = {}): TextPiece => ({
  text,
  x0,
  x1: x0 + text.length * 10,
  y0,
  y1: y0 + 14,
  confidence: 1,
  ...more,
});

describe('groupIntoLines', () => {
  test('joins a distant label and amount in any order of input', () => {
    const lines = groupIntoLines([
      piece('3.810', 400, 41),
      piece('Brekka ehf.', 0, 0),
      piece('Samtals', 0, 40),
    ]);
    assert.equal(joinLines(lines), 'Brekka ehf.\n\nSamtals                                 3.810');
  });

  test('keeps columns below their headings', () => {
    const lines = groupIntoLines([
      piece('Dags.', 0, 0),
      piece('Gjalddagi', 200, 0),
      piece('5.3.2026', 0, 18),
      piece('20.3.2026', 200, 18),
    ]);
    assert.equal(cellAbove(lines, 1, { from: 20, to: 29 })?.text, 'Gjalddagi');
    assert.equal(cellAbove(lines, 1, { from: 0, to: 8 })?.text, 'Dags.');
  });

  test('keeps a skewed line together', () => {
    const words = Array.from({ length: 8 }, (_, i) => piece(`ord${i}`, i * 60, i * 5));
    assert.equal(joinLines(groupIntoLines(words)), 'ord0 ord1 ord2 ord3 ord4 ord5 ord6 ord7');
  });

  test('joins touching pieces into one word, unless they are known to be words', () => {
    assert.equal(joinLines(groupIntoLines([piece('Sam', 0, 0), piece('tals', 31, 0)])), 'Samtals');
    const line = '1.1';
    assert.equal(
      joinLines(groupIntoLines([piece('Orka', 0, 0, { line }), piece('hf.', 41, 0, { line })])),
      'Orka hf.',
    );
  });

  test('returns no lines for no pieces', () => assert.deepEqual(groupIntoLines([]), []));

  test('keeps the confidence of each word', () => {
    const [line] = groupIntoLines([
      piece('Samtals', 0, 0, { confidence: 0.9 }),
      piece('500', 200, 0, { confidence: 0.4 }),
    ]);
    assert.ok(line);
    assert.equal(minConfidence(line, 0, 7), 0.9);
    assert.equal(minConfidence(line, 0, line.text.length), 0.4);
  });
});

describe('foldAccents', () => {
  test('keeps the length of every text', () => {
    for (const text of ['Þórður', 'ÆÐI', 'Straße', 'İstanbul', 'ﬁ', '—', '😀 500', ''])
      assert.equal(foldAccents(text).length, text.length, text);
    assert.equal(foldAccents('Til GREIÐSLU – Þrep'), 'til greidslu - trep');
  });
});

describe('limits', () => {
  test('truncates very long text in linear time', async () => {
    const growth = await growthBy8((size) => {
      assert.equal(splitLines('Samtals 1\n'.repeat(size)).length, 500);
      assert.equal(splitLines('9'.repeat(size))[0]?.text.length, 240);
    }, 12_500);
    assert.ok(growth < MAX_GROWTH, `${growth} times as long for 8 times the input`);
  });
});
