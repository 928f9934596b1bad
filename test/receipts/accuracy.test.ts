import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readerFor } from '../../src/adapters/receipt-reader/reader.ts';
import { databases } from '../support/databases.ts';
import { ROOT, readTree } from '../support/tree.ts';
import { counts, readTable, type Score, score, writeTable } from './accuracy-table.ts';
import { generateReceipts } from './generate.ts';
import type { TestReceipt } from './truth.ts';

const PAGE = join(ROOT, 'docs/receipts.md');
const TABLE = /<!-- measured \w* ?-->[\s\S]*?(?=\n\n<!-- \/measured -->)/;
const PACKAGES = [
  'sharp',
  'tesseract.js-core',
  '@tesseract.js-data/isl',
  '@tesseract.js-data/eng',
  'unpdf',
  'fast-xml-parser',
];
/** Image libraries round differently on other CPUs, which may change the reading of a blurred letter. */
const SLACK = 1;
/**
 * Reading all pictures takes a minute of processor time. The result depends only on this code, its packages and the
 * generated receipts, so a complete run reads the pictures of this sample when the table was measured with the same;
 * a run that names this file, or `--all`, reads them all.
 */
const SAMPLE = ['two VAT rates in a table', 'photograph: tilted, shaded, noisy', 'PDF of a scan'];
/** `KVITT_WRITE_TABLE=on npm test -- accuracy --no-checks` writes the measured table into the page. */
const isWriting = process.env.KVITT_WRITE_TABLE === 'on';

describe('receipt reading accuracy', () => {
  const reader = readerFor({ today: () => '2026-07-01' });
  const scores: Score[] = [];
  let receipts: TestReceipt[] = [];

  before(async () => {
    const digest = digestOfInputs();
    const isMeasured = readFileSync(PAGE, 'utf8').includes(`<!-- measured ${digest} -->`);
    const isSampled = isMeasured && !isWriting && !databases().includes('embedded');
    receipts = await generateReceipts();
    for (const { name, bytes, contentType, own, truth } of receipts) {
      if (isSampled && isPicture(name) && !SAMPLE.includes(name)) continue;
      const reading = await reader.read({ bytes, contentType, own });
      scores.push(score(name, reading.engine, reading, truth));
    }
    const table = `<!-- measured ${digest} -->\n\n${writeTable(scores)}`;
    if (isWriting) writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, table));
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
    assert.deepEqual([...promised.keys()].sort(), [...receipts.map(({ name }) => name), 'all'].sort());
  });
});

/** The table says which receipts are read by OCR. */
function isPicture(name: string): boolean {
  return readFileSync(PAGE, 'utf8').includes(`| ${name} | ocr |`);
}

/** A digest of everything that decides how a receipt is read. */
function digestOfInputs(): string {
  const sources = readTree(
    'src/adapters/receipt-reader/*.ts',
    'src/domain/receipts/*.ts',
    'src/domain/{codes,dates,kennitala,money,vat}.ts',
    'test/receipts/*.ts',
  );
  sources.delete('test/receipts/accuracy.test.ts');
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const versions = PACKAGES.map((name) => packages[`node_modules/${name}`].version);
  const inputs = JSON.stringify([...sources, ...versions]);
  return createHash('sha256').update(inputs).digest('hex').slice(0, 12);
}
