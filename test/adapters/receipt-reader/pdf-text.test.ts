import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { degrees, PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';
import { readDocument } from '../../../src/adapters/receipt-reader/read-document.ts';
import { confidentValues } from '../../../src/domain/receipts/confident-values.ts';
import { saved } from '../../receipts/pdf.ts';

const SIDE = 800;
const LINES = [
  'Efnissalan ehf.',
  'Kt. 550123-4520',
  'Reikningur nr. 7781',
  'Dags. 05.03.2026',
  'Vara 10.000',
  'VSK 24% 2.400',
  'Samtals kr. 12.400',
];

/** A square page whose text runs in a direction: counterclockwise from left to right, in degrees. */
async function pageOf(angle: number, change: (page: PDFPage) => void = () => {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([SIDE, SIDE]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  for (const [i, line] of LINES.entries()) {
    const [x, y] = [50 - SIDE / 2, SIDE / 2 - 100 - 20 * i];
    const at = { x: SIDE / 2 + x * cos - y * sin, y: SIDE / 2 + x * sin + y * cos };
    page.drawText(line, { ...at, size: 12, font, rotate: degrees(angle) });
  }
  change(page);
  return saved(pdf);
}

async function read(bytes: Buffer) {
  const result = await readDocument({ bytes, background: { today: '2026-11-17' }, hasAi: false });
  assert.ok('reading' in result);
  return result.reading;
}

describe('text of a PDF', async () => {
  const { text: uprightText, ...upright } = await read(await pageOf(0));
  const values = confidentValues(upright);

  test('is read from left to right', () => {
    assert.deepEqual(
      [values.amount, values.vat_24, values.issue_date],
      ['12400.00', '2400.00', '2026-03-05'],
    );
  });

  for (const angle of [90, 180, 270]) {
    test(`is read where it runs at ${angle}°`, async () => {
      const { text, ...fields } = await read(await pageOf(angle));
      assert.equal(text, uprightText);
      assert.deepEqual(confidentValues(fields), values);
    });

    test(`is read on a page that is shown turned by ${angle}°`, async () => {
      const turned = await read(await pageOf(0, (page) => page.setRotation(degrees(angle))));
      assert.deepEqual(confidentValues(turned), values);
    });

    test(`has the same places if it runs at ${angle}° and the page is turned back`, async () => {
      const { text, ...fields } = await read(await pageOf(angle, (page) => page.setRotation(degrees(angle))));
      assert.equal(text, uprightText);
      const places = ({ amount }: typeof fields) =>
        Object.values(amount?.box ?? {}).map((edge) => Math.round(edge * 1000));
      assert.deepEqual(places(fields), places(upright));
    });
  }

  test('along the margin stays apart from the lines that it passes', async () => {
    const { text, ...fields } = await read(
      await pageOf(0, (page) => page.drawText('Prentad 999.999 kr', { x: 30, y: 500, rotate: degrees(90) })),
    );
    assert.deepEqual(text?.split(/\n\s*/), [...LINES, 'Prentad 999.999 kr']);
    assert.equal(fields.amount?.value, '12400.00');
  });
});
