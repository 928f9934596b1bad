import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AUTO_FILL_THRESHOLD, type FieldName } from '../../../src/domain/receipts/fields.ts';
import { splitLines } from '../../../src/domain/receipts/lines.ts';
import { readText } from '../../../src/domain/receipts/read-text.ts';

/** The value, marked with a question mark if below the auto-fill threshold. */
function shown(name: FieldName, text: string, own?: string): string | undefined {
  const read = readText(splitLines(text), { source: 'test', own, today: '2026-07-01' })[name];
  return read && `${read.value}${read.confidence >= AUTO_FILL_THRESHOLD ? '' : '?'}`;
}

function table(
  name: FieldName,
  title: string,
  cases: [text: string, expected: string | undefined, own?: string][],
): void {
  describe(title, () => {
    for (const [text, expected, own] of cases)
      test(`${JSON.stringify(text).slice(0, 90)} → ${expected ?? 'nothing'}`, () =>
        assert.equal(shown(name, text, own), expected));
  });
}

table('issue_date', 'the day of issue', [
  ['Dags. 5.3.2026', '2026-03-05'],
  ['05.03.2026 14:32', '2026-03-05'],
  ['05.03.26', '2026-03-05'],
  ['2026-03-05', '2026-03-05'],
  ['5. mars 2026', '2026-03-05'],
  ['5.mars 2026', '2026-03-05'],
  ['Reykjavík, 1. maí 2026', '2026-05-01'],
  ['17. júní 2026', '2026-06-17'],
  ['3. ágúst 2025', '2025-08-03'],
  ['24. des. 2025', '2025-12-24'],
  ['Date: 21 March 2026', '2026-03-21'],
  ['March 21, 2026', '2026-03-21'],
  ['21st of March 2026', undefined],
  ['31/12/2025', '2025-12-31'],
  ['12/31/2025', '2025-12-31'],
  ['3/4/2026', '2026-04-03?'],
  ['4/4/2026', '2026-04-04'],
  ['31.2.2026', undefined],
  ['5.13.2026', undefined],
  ['Útgáfudagur: 5.3.2026\nGjalddagi: 20.3.2026\nEindagi: 25.3.2026', '2026-03-05'],
  ['Gjalddagi: 20.3.2026', undefined],
  ['Due date: 20.3.2026', undefined],
  ['Eindagi 20.3.2026 Dagsetning 5.3.2026', '2026-03-05'],
  ['Dagsetning   Gjalddagi    Eindagi\n5.3.2026     20.3.2026    25.3.2026', '2026-03-05'],
  ['Order date: 1.3.2026\nInvoice date: 5.3.2026', '2026-03-05'],
  ['Tímabil 1.2.2026 - 28.2.2026\n5.3.2026', '2026-03-05'],
  ['1.2.2026 - 28.2.2026', undefined],
  ['5.3.2026\n6.3.2026', '2026-03-05?'],
  ['5.3.2026\n5.3.2026', '2026-03-05'],
  ['Dags. 5.3.2027', '2027-03-05?'],
  ['Dags. 5.3.2011', '2011-03-05?'],
  ['Sími 551 2233', undefined],
  ['Kt. 450123-0050', undefined],
  ['1.234.567', undefined],
]);

table('supplier_id', "the supplier's kennitala", [
  ['Kt. 450123-0050', '4501230050'],
  ['kt: 4501230050', '4501230050'],
  ['Kennitala 450123 0050', '4501230050'],
  ['Reg. no. 450123-0050', '4501230050'],
  ['450123-0050', '4501230050'],
  ['450123 0050', undefined],
  ['Kt. 450123-0051', undefined],
  ['Kt. 450123-0060', undefined],
  ['Kt. 450123-0058', '4501230058?'],
  ['Kt. 450123-0059', '4501230059?'],
  ['Kt. 670598-0040', '6705980040?'],
  ['Kt. 120174-3399', '1201743399'],
  ['Kt. 690207-0010', undefined],
  ['Kt. 4S0123-OO5O', '4501230050'],
  ['4S0123-OO5O', undefined],
  ['Kt. 4S0123-OO6O', undefined],
  ['Kt. 450123-0050\nKt. 560101-0070', '4501230050?'],
  ['Kt. 450123-0050\nKt. 560101-0070', '4501230050', '5601010070'],
  ['Kt. 560101-0070', undefined, '5601010070'],
  ['Kt. 450123-0050\n\nKaupandi:\nKt. 560101-0070', '4501230050'],
  ['Seljandi              Kaupandi\nKt. 450123-0050       Kt. 560101-0070', '4501230050'],
  ['Kaupandi              Seljandi\nKt. 560101-0070       Kt. 450123-0050', '4501230050'],
  ['Viðskiptavinur: 560101-0070', undefined],
  ['Reikningur 0133-26-004411', undefined],
  ['5690123456789', undefined],
  ['Sími 3545512233', undefined],
  ['9012345678', undefined],
]);

table('supplier_name', "the supplier's name", [
  ['Kaffihúsið Brekka ehf.\nKt. 450123-0050', 'Kaffihúsið Brekka ehf.'],
  ['Kaffihúsið Brekka ehf., Laugavegi 12, kt. 450123-0050', 'Kaffihúsið Brekka ehf.'],
  ['KAFFI\nKaffihúsið Brekka ehf.\nKt. 450123-0050', 'Kaffihúsið Brekka ehf.'],
  ['Seljandi: Brekka sf.', 'Brekka sf.'],
  ['Brekka ehf\nKt. 450123-0050', 'Brekka ehf.'],
  ['BREKKA EHF\nKt. 450123-0050', 'BREKKA EHF.'],
  ['Seljandi: Jón Jónsson', 'Jón Jónsson'],
  ['Harbour Hotel Ltd.\nInvoice', 'Harbour Hotel Ltd.'],
  ['Nordic Cloud Services ApS', 'Nordic Cloud Services ApS'],
  ['Blómabúð Önnu\nAkureyri', 'Blómabúð Önnu?'],
  ['REIKNINGUR\nBrekka ehf.\n\nKaupandi:\nHlíð ehf.', 'Brekka ehf.'],
  ['Hlíð ehf.\nKt. 560101-0070\n\nBrekka ehf.\nKt. 450123-0050', 'Brekka ehf.', '5601010070'],
  ['Brekka ehf.\nHlíð ehf.', 'Brekka ehf.?'],
  ['Kt. 450123-0050\nSamtals 500', undefined],
  ['Velkomin\nSamtals 500', undefined],
]);

table('invoice_number', 'the number of the document', [
  ['Reikningur nr. 10234', '10234'],
  ['Reikningur nr.: 10234', '10234'],
  ['Reikningsnúmer: 2026-088', '2026-088'],
  ['Reikningsnr. R-5', 'R-5'],
  ['REIKNINGUR NR 10234', '10234'],
  ['Kvittun nr. 004512', '004512'],
  ['Kvittunarnúmer 55-120-7731', '55-120-7731'],
  ['Sölunóta nr. 17', '17'],
  ['Invoice no. A-1029', 'A-1029'],
  ['Invoice number: INV/2026/7', 'INV/2026/7'],
  ['Invoice # 77', '77'],
  ['Receipt no. 88120', '88120'],
  ['Reikningur nr.    Dagsetning\n10234             5.3.2026', '10234'],
  ['Kreditreikningur nr. 5567\nVegna reiknings nr. 5541', '5567'],
  ['Vegna reiknings nr. 5541', undefined],
  ['Reikningsnúmer: 0133-26-004411', undefined],
  ['Reikningur', undefined],
  ['Invoice Date: 21 March 2026', undefined],
  ['Kvittun 05.03.2026', undefined],
  ['Reikningur nr. 1\nReikningur nr. 2', '1?'],
  ['Reikningur 1188', '1188'],
  ['Invoice INV/2026/0441', 'INV/2026/0441'],
  ['Nr. K-1021', 'K-1021'],
  ['Númer: S-2026-118812', 'S-2026-118812'],
  ['Símreikningur nr. 4410221', '4410221'],
  ['Invoice number: 5128837712', '5128837712'],
  ['Reikningur nr. 450123-0050', undefined],
  ['Reikningur 2026', undefined],
  ['Reikningur 500 kr.', undefined],
  ['Reikningur 1 af 2', undefined],
  ['Bankareikningur 4410221', undefined],
  ['Nr. 7', undefined],
  ['Nr. 12 Kaffi', undefined],
  ['Reikningur nr. 10234\nNr. K-1021', '10234'],
]);

table('currency', 'the currency', [
  ['Samtals 500 kr.', 'ISK'],
  ['Samtals kr. 500', 'ISK'],
  ['Samtals ISK 500', 'ISK'],
  ['Total €500.00', 'EUR'],
  ['Amount due EUR 1,240.00', 'EUR'],
  ['Total $12.50', 'USD'],
  ['Total 12.50 GBP', 'GBP'],
  ['Total DKK 500,00 kr.', 'DKK'],
  ['Samtals EUR 100,00\nJafngildi 14.500 kr.', 'EUR'],
  ['Allar upphæðir í ISK\nSamtals 500', 'ISK'],
  ['Samtals 500', undefined],
  ['Samtals 500\n10 EUR\n20 USD', undefined],
  ['Total HUF 50,000', 'HUF'],
  ['Total 1.250,00 THB', 'THB'],
  ['RON og félagar\nSamtals 500', undefined],
  ['Rema 1000\nI alt  129,00\nHeraf moms  25,80', 'DKK?'],
  ['Kvitto\nSumma 129 kr', 'SEK?'],
  ['Sum 129 kr\nMVA 25,80', 'NOK?'],
  ['Samtals 500 kr.\nMoms', 'ISK'],
  ['Coffee S4.50\nTax S0.40\nTotal S4.90', 'USD?'],
  ['Kaffi S4.50\nSamtals 500 kr.', 'ISK'],
]);

table('is_credit_note', 'credit notes', [
  ['Kreditreikningur', 'true'],
  ['KREDITREIKNINGUR NR. 5', 'true'],
  ['Kreditnóta', 'true'],
  ['Credit note', 'true'],
  ['Endurgreiðsla', 'true'],
  ['Reikningur nr. 5', 'false'],
  ['Kvittun nr. 5\nKreditkort 500', 'false'],
  ['Invoice\nCredit card 500', 'false'],
  ['Samtals -500', 'true?'],
  ['Samtals 500', undefined],
]);
