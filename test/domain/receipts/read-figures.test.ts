import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AUTO_FILL_THRESHOLD } from '../../../src/domain/receipts/fields.ts';
import { splitLines } from '../../../src/domain/receipts/lines.ts';
import { readText } from '../../../src/domain/receipts/read-text.ts';

type Figures = { amount?: string; vat_24?: string; vat_11?: string };

/** Values, marked with a question mark if below the auto-fill threshold. */
function figures(text: string): Figures {
  const read = readText(splitLines(text), { source: 'test' });
  const shown: Figures = {};
  for (const name of ['amount', 'vat_24', 'vat_11'] as const) {
    const figure = read[name];
    if (figure) shown[name] = figure.confidence >= AUTO_FILL_THRESHOLD ? figure.value : `${figure.value}?`;
  }
  return shown;
}

const table = (title: string, cases: [text: string, expected: Figures][]) =>
  describe(title, () => {
    for (const [text, expected] of cases)
      test(JSON.stringify(text.replace(/ +/g, ' ')).slice(0, 100), () =>
        assert.deepEqual(figures(text), expected),
      );
  });

table('totals by their labels', [
  ['Samtals 3.810', { amount: '3810.00' }],
  ['SAMTALS: 3.810 kr.', { amount: '3810.00' }],
  ['Samtals kr. 3.810,-', { amount: '3810.00' }],
  ['Samtals 1234 kr', { amount: '1234.00' }],
  ['Samtals 1.234.567', { amount: '1234567.00' }],
  ['Til greiðslu 12.990', { amount: '12990.00' }],
  ['Samtals til greiðslu        12.990,00', { amount: '12990.00' }],
  ['Heildarupphæð 1.234,56', { amount: '1234.56' }],
  ['Alls 450', { amount: '450.00' }],
  ['Samtals með vsk. 24.800', { amount: '24800.00' }],
  ['Samtals m/vsk 24.800', { amount: '24800.00' }],
  ['Total 1,234.56', { amount: '1234.56' }],
  ['Grand total: $99.90', { amount: '99.90' }],
  ['Amount due EUR 1,240.00', { amount: '1240.00' }],
  ['Total due £12.50', { amount: '12.50' }],
  ['Samtals.......3.810', { amount: '3810.00' }],
  ['Samtals _____ 3.810kr', { amount: '3810.00' }],
  ['Samtals ISK3.810', { amount: '3810.00' }],
  ['Upphæð 500', { amount: '500.00?' }],
  ['Greitt með korti 500', { amount: '500.00?' }],
  ['Samtals\n3.810 kr.', { amount: '3810.00' }],
  ['Lýsing     Til greiðslu\n               3.810', { amount: '3810.00' }],
]);

table('sums that are no total', [
  ['Samtals án vsk 1.000', {}],
  ['Afsláttur samtals 500', {}],
  ['Fjöldi samtals 5', {}],
  ['Samtals 5 stk', {}],
  ['Millisamtala 2.000', {}],
  ['Vildarpunktar samtals 120', {}],
  ['Samtals ISK', {}],
  ['Samtals 24%', {}],
  ['Samtals 450123-0050', {}],
  ['Samtals 05.03.2026', {}],
  ['Kort **** 1234', {}],
]);

table('totals with something for or against them', [
  ['Samtals 5.000\nDebetkort 5.000', { amount: '5000.00' }],
  ['Samtals 5.000\nDebetkort 6.000', { amount: '5000.00?' }],
  ['Samtals 5.000\nDebetkort 3.000\nVisa 2.000', { amount: '5000.00' }],
  ['Samtals 4.880\nReiðufé 5.000\nTil baka 120', { amount: '4880.00' }],
  ['Brauð 450\nMjólk 250\nSamtals 700', { amount: '700.00' }],
  ['Samtals 5.000\nSamtals 4.500', { amount: '4500.00?' }],
  ['Brauð 5.000\nAfsl. -500\nSamtals 4.500\nSamtals 9.000', { amount: '4500.00' }],
  ['Samtals 100.000\nVSK 24.000\nTil greiðslu 124.000', { amount: '124000.00', vat_24: '24000.00' }],
  ['Samtals 1,234', { amount: '1234.00?' }],
  ['Samtals -12.400', { amount: '12400.00' }],
  ['Samtals (12.400)', { amount: '12400.00' }],
  ['Samtals 12.400-', { amount: '12400.00' }],
]);

table('VAT on one line', [
  ['Samtals 1.240\nVSK 24% 240', { amount: '1240.00', vat_24: '240.00' }],
  ['Samtals 1.240\nþ.a. vsk 240', { amount: '1240.00', vat_24: '240.00' }],
  ['Samtals 1.110\nÞar af VSK 110', { amount: '1110.00', vat_11: '110.00' }],
  ['Samtals 1.240\nÞar af VSK 24% 240', { amount: '1240.00', vat_24: '240.00' }],
  ['Samtals 1.240\nVSK 24% af 1.000 240', { amount: '1240.00', vat_24: '240.00' }],
  ['Samtals 2.350\nVSK 24%: 240 VSK 11%: 110', { amount: '2350.00', vat_24: '240.00', vat_11: '110.00' }],
  [
    'Samtals 2.350\nVSK 24%   VSK 11%\n240         110',
    { amount: '2350.00', vat_24: '240.00', vat_11: '110.00' },
  ],
  ['Samtals 1.240\n24,00 % vsk 240', { amount: '1240.00', vat_24: '240.00' }],
  ['Samtals 3.000\nVSK 24% 240', { amount: '3000.00', vat_24: '240.00' }],
  ['Samtals 3.000\nVSK 350', { amount: '3000.00' }],
  ['Samtals 3.000\nVSK 24%  Nettó 395,16  VSK', { amount: '3000.00' }],
  ['Samtals 3.000\nVSK 24% af 1.000', { amount: '3000.00' }],
  ['Total 1,240.00\nVAT 24% 240.00', { amount: '1240.00', vat_24: '240.00' }],
  ['Total ISK 38,850\nVAT 11% 3,850', { amount: '38850.00', vat_11: '3850.00' }],
]);

table('VAT in a table', [
  [
    'Skattþrep Nettó VSK Brúttó\nA 24% 1.000 240 1.240\nB 11% 1.000 110 1.110\nSamtals 2.350',
    { amount: '2350.00', vat_24: '240.00', vat_11: '110.00' },
  ],
  ['Samtals 1.240\nÞrep  VSK  Stofn\n24  240  1.000', { amount: '1240.00', vat_24: '240.00' }],
  ['Samtals 1.240\n   Nettó   VSK   Brúttó\nA  1.000   240   1.240', { amount: '1240.00', vat_24: '240.00' }],
  [
    'Samtals 3.350\n24% 1.000 240 1.240\n11% 1.000 110 1.110\n0% 1.000 0 1.000',
    { amount: '3350.00', vat_24: '240.00', vat_11: '110.00' },
  ],
  [
    'Vinna 1.000 24% 240 1.240\nEfni 2.000 24% 480 2.480\nSamtals 3.720',
    { amount: '3720.00', vat_24: '720.00' },
  ],
  [
    'Vinna 1.000 24% 240 1.240\nEfni 2.000 24% 480 2.480\nVSK 24% 3.000 720\nSamtals 3.720',
    { amount: '3720.00', vat_24: '720.00' },
  ],
  [
    'Samtals án vsk 125.000\nVSK 24% 30.000\nTil greiðslu 155.000',
    { amount: '155000.00', vat_24: '30000.00' },
  ],
  ['Mjólk 11% 289\nSamtals 289', { amount: '289.00' }],
  ['Ostur 26% 4 1 289\nKex 24% 4 1\nSamtals 500', { amount: '500.00' }],
]);

table('figures that contradict each other', [
  ['Samtals 1.240\nVSK 24% 420', { amount: '1240.00?', vat_24: '420.00?' }],
  ['Samtals 1.240\n24% 2.000 480 2.480', { amount: '1240.00?', vat_24: '480.00?' }],
  [
    'Samtals 2.350\nVSK 24% 240\nVSK 11% 110\nVSK alls 400',
    { amount: '2350.00', vat_24: '240.00', vat_11: '110.00' },
  ],
  [
    'Samtals 9.000\nVSK 24% 240\nVSK 11% 110\nVSK alls 400',
    { amount: '9000.00', vat_24: '240.00?', vat_11: '110.00?' },
  ],
]);
