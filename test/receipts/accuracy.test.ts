import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readerFor } from '../../src/adapters/receipt-reader/reader.ts';
import { ROOT } from '../support/tree.ts';
import { counts, readTable, type Score, score, writeTable } from './accuracy-table.ts';
import { generateReceipts } from './generate.ts';
import type { TestReceipt } from './truth.ts';

const PAGE = join(ROOT, 'docs/receipts.md');
const TABLE = /(?<=<!-- measured -->\n\n)[\s\S]*?(?=\n\n<!-- \/measured -->)/;
/** Image libraries round differently on other CPUs, which may change the reading of a blurred letter. */
const SLACK = 1;
/** `KVITT_WRITE_TABLE=on npm test -- accuracy --no-checks` writes the measured table into the page. */
const isWriting = process.env.KVITT_WRITE_TABLE === 'on';

describe('receipt reading accuracy', () => {
  const reader = readerFor({ today: () => '2026-07-01' });
  const scores: Score[] = [];
  let receipts: TestReceipt[] = [];

  before(async () => {
    receipts = await generateReceipts();
    for (const { name, bytes, contentType, own, truth } of receipts) {
      const reading = await reader.read({ bytes, contentType, own });
      scores.push(score(name, reading.engine, reading, truth));
    }
    if (isWriting) writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, writeTable(scores)));
  });
  after(() => reader.close());

  it('has no wrong value above the auto-fill threshold', () => {
    const wrong = scores.flatMap(({ name, verdicts }) =>
      Object.entries(verdicts).flatMap(([field, verdict]) =>
        verdict === 'wrong' ? [`${name}: ${field}`] : [],
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('reads XML and PDF text without error', () => {
    for (const one of scores.filter(({ engine }) => engine === 'ubl' || engine === 'pdf-text'))
      assert.deepEqual(new Set(Object.values(one.verdicts)), new Set(['right']), one.name);
  });

  it('is at least as good as docs/receipts.md states', () => {
    const promised = readTable(readFileSync(PAGE, 'utf8'));
    for (const one of scores) {
      const [measured, page] = [counts(one), promised.get(one.name)];
      assert.ok(page, `docs/receipts.md has no row for "${one.name}"`);
      const shown = JSON.stringify(one.verdicts);
      const least = page.right - (one.engine === 'ocr' ? SLACK : 0);
      assert.ok(measured.right >= least, `${one.name}: ${measured.right} right, not ${page.right}: ${shown}`);
    }
    assert.equal(promised.size, scores.length + 1);
  });
});
