import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOpenInvoice } from '../../src/domain/imports/open-invoice.ts';
import { decimal } from '../../src/domain/values/money.ts';

const TODAY = '2026-03-17';

type Figures = Partial<Record<'amount' | 'paid_amount' | 'remaining' | 'vat_24' | 'vat_11', string>>;

function read({ amount = '1240', ...figures }: Figures, currency = 'ISK') {
  const others = Object.entries(figures).map(([name, value]) => [name, decimal(value)]);
  const row = { issue_date: '2026-01-05', currency, amount: decimal(amount), ...Object.fromEntries(others) };
  return readOpenInvoice(row, TODAY);
}

describe('what is left of an open invoice', () => {
  const cases: [figures: Figures, currency: string, paid: string, rest: string][] = [
    [{}, 'ISK', '0', '1240'],
    [{ paid_amount: '240' }, 'ISK', '240', '1000'],
    [{ remaining: '1000' }, 'ISK', '240', '1000'],
    [{ paid_amount: '240', remaining: '1000' }, 'ISK', '240', '1000'],
    [{ amount: '10.50', paid_amount: '0.25' }, 'EUR', '0.25', '10.25'],
    [{ amount: '-500' }, 'ISK', '0', '500'],
    [{ amount: '-500', remaining: '-200' }, 'ISK', '300', '200'],
  ];
  for (const [figures, currency, paid, rest] of cases)
    it(`${JSON.stringify(figures)} ${currency} is ${rest}`, () => {
      const found = read(figures, currency);
      assert.ok('value' in found);
      assert.deepEqual([found.value.paid.toFixed(), found.value.remainder.toFixed()], [paid, rest]);
    });
  const refused: [figures: Figures, reason: RegExp][] = [
    [{ amount: '0' }, /must not be 0/],
    [{ paid_amount: '1240' }, /Nothing is left/],
    [{ paid_amount: '1300' }, /Nothing is left/],
    [{ remaining: '0' }, /Nothing is left/],
    [{ amount: '1000.40', paid_amount: '1000' }, /Nothing is left/],
    [{ remaining: '1300' }, /more left than its amount/],
    [{ paid_amount: '240', remaining: '900' }, /remaining must be amount less paid_amount, 1000/],
    [{ vat_24: '300' }, /more than the VAT of the amount/],
  ];
  for (const [figures, reason] of refused)
    it(`${JSON.stringify(figures)} is refused`, () => {
      const found = read(figures);
      assert.match('refusal' in found ? found.refusal : '', reason);
    });
});

describe('the VAT of an open invoice', () => {
  const cases: [figures: Figures, parts: string][] = [
    [{}, 'Z 1240+0'],
    [{ vat_24: '240' }, 'S 1000+240'],
    [{ amount: '1235', vat_24: '239' }, 'S 996+239'],
    [{ amount: '2350', vat_24: '240', vat_11: '110' }, 'S 1000+240, AA 1000+110'],
    [{ amount: '3240', vat_24: '240' }, 'S 1000+240, Z 2000+0'],
  ];
  for (const [figures, parts] of cases)
    it(`${JSON.stringify(figures)} is ${parts}`, () => {
      const found = read(figures);
      assert.ok('value' in found);
      const written = found.value.parts.map(
        ({ tax, net, vat }) => `${tax} ${net.toFixed()}+${vat.toFixed()}`,
      );
      assert.equal(written.join(', '), parts);
    });
});
