import { photographed } from './camera.ts';
import { printed } from './ink.ts';
import { page, RIGHT, saved, scanned, type Text } from './pdf.ts';
import type { TestReceipt } from './truth.ts';
import { ublCreditNote, ublInvoice } from './ubl.ts';

const rows = (top: number, table: [string, string, string, string][]): Text[] =>
  table.flatMap(([text, quantity, price, sum], i): Text[] => {
    const y = top + i * 16;
    return [
      [50, y, text],
      [330, y, RIGHT + quantity],
      [430, y, RIGHT + price],
      [545, y, RIGHT + sum],
    ];
  });

export const ELECTRICIAN: Text[] = [
  [50, 60, 'Rafverk Norðurlands ehf.', 16],
  [50, 80, 'Furuvöllum 7, 600 Akureyri'],
  [50, 94, 'Kt. 670598-0049, VSK nr. 45678'],
  [380, 60, 'REIKNINGUR', 16],
  [380, 80, 'Reikningur nr.:'],
  [545, 80, `${RIGHT}10234`],
  [380, 94, 'Útgáfudagur:'],
  [545, 94, `${RIGHT}5. mars 2026`],
  [380, 108, 'Gjalddagi:'],
  [545, 108, `${RIGHT}20. mars 2026`],
  [380, 122, 'Eindagi:'],
  [545, 122, `${RIGHT}25. mars 2026`],
  [50, 150, 'Kaupandi:'],
  [50, 164, 'Húsfélagið Hlíð 4'],
  [50, 178, 'Hlíð 4, 600 Akureyri'],
  [50, 192, 'Kt. 560101-0070'],
  ...rows(240, [
    ['Lýsing', 'Magn', 'Einingarverð', 'Samtals'],
    ['Vinna rafvirkja', '8', '12.500', '100.000'],
    ['Efni, strengir og rofar', '1', '25.000', '25.000'],
  ]),
  [380, 320, 'Samtals án VSK'],
  [545, 320, `${RIGHT}125.000`],
  [380, 336, 'VSK 24%'],
  [545, 336, `${RIGHT}30.000`],
  [380, 354, 'Til greiðslu ISK', 12],
  [545, 354, `${RIGHT}155.000`, 12],
];

const CLOUD: Text[] = [
  [50, 60, 'Nordic Cloud Services ApS', 15],
  [50, 78, 'Havnegade 12, 1058 København K'],
  [50, 92, 'CVR 38 22 11 09'],
  [50, 130, 'Bill to'],
  [50, 144, 'Ráðgjöf Reykjaness ehf.'],
  [50, 158, 'Hafnargata 30, 230 Reykjanesbær'],
  [50, 172, 'Kt. 560101-0150'],
  [330, 130, 'Invoice no.'],
  [420, 130, 'Invoice date'],
  [500, 130, 'Due date'],
  [330, 144, 'NCS-2026-0117'],
  [420, 144, '12 January 2026'],
  [500, 144, '11 February 2026'],
  ...rows(220, [
    ['Description', 'Qty', 'Price', 'Amount'],
    ['Hosting, annual plan', '1', '990.00', '990.00'],
    ['Extra storage', '5', '50.00', '250.00'],
  ]),
  [380, 300, 'Total excl. VAT'],
  [545, 300, `${RIGHT}1,240.00`],
  [380, 316, 'VAT 0% (reverse charge)'],
  [545, 316, `${RIGHT}0.00`],
  [380, 334, 'Amount due EUR', 12],
  [545, 334, `${RIGHT}1,240.00`, 12],
];

const CREDIT: Text[] = [
  [50, 60, 'Heildverslun Garðars ehf.', 15],
  [50, 78, 'Skútuvogi 3, 104 Reykjavík - Kt. 631217-0010'],
  [50, 120, 'KREDITREIKNINGUR', 18],
  [50, 144, 'Kreditreikningur nr. 5567'],
  [50, 158, 'Dagsetning 30.4.2026'],
  [50, 172, 'Vegna reiknings nr. 5541'],
  ...rows(220, [
    ['Vara', 'Magn', 'Verð', 'Upphæð'],
    ['Skrifborðsstóll, skilað', '-1', '10.000', '-10.000'],
  ]),
  [380, 290, 'Samtals án vsk.'],
  [545, 290, `${RIGHT}-10.000`],
  [380, 304, '24% vsk.'],
  [545, 304, `${RIGHT}-2.400`],
  [380, 322, 'Samtals kr.'],
  [545, 322, `${RIGHT}-12.400`],
];

const CARPENTER = `Trésmiðja Óla sf.
Smiðjuvegi 50, 200 Kópavogi
Kennitala 610495-0019

Reikningsnúmer: 2026-088
Dagsetning: 8. maí 2026

Smíði á innréttingu              310.000
Uppsetning                        90.000

Samtals án vsk                   400.000
Virðisaukaskattur 24%             96.000
Heildarupphæð                496.000 kr.`;

/** Invoices as PDF and as XML. */
export async function invoices(): Promise<TestReceipt[]> {
  const pdf = 'application/pdf';
  const { supplier_name = '', amount = '' } = ublInvoice.truth;
  const withXml = await page([
    [50, 60, `Reikningur frá ${supplier_name} er í viðhengi.`, 12],
    [50, 90, `Samtals ${amount} kr.`, 12],
  ]);
  await withXml.attach(Buffer.from(ublInvoice.xml), 'reikningur.xml', { mimeType: 'application/xml' });
  const paper = await photographed(await printed(CARPENTER, { face: 'DejaVuSerif', size: 28 }), {
    seed: 13,
    noise: 12,
    turn: 0.8,
    table: '#ffffff',
  });
  const carpenter = {
    supplier_name: 'Trésmiðja Óla sf.',
    supplier_id: '6104950019',
    issue_date: '2026-05-08',
    amount: '496000.00',
    currency: 'ISK',
    vat_24: '96000.00',
    invoice_number: '2026-088',
    is_credit_note: false,
  };
  return [
    {
      name: 'PDF with text',
      bytes: await saved(await page(ELECTRICIAN)),
      contentType: pdf,
      truth: {
        supplier_name: 'Rafverk Norðurlands ehf.',
        supplier_id: '6705980049',
        issue_date: '2026-03-05',
        amount: '155000.00',
        currency: 'ISK',
        vat_24: '30000.00',
        invoice_number: '10234',
        is_credit_note: false,
      },
    },
    {
      name: 'PDF in euros, from abroad',
      bytes: await saved(await page(CLOUD)),
      contentType: pdf,
      own: '5601010150',
      truth: {
        supplier_name: 'Nordic Cloud Services ApS',
        issue_date: '2026-01-12',
        amount: '1240.00',
        currency: 'EUR',
        invoice_number: 'NCS-2026-0117',
        is_credit_note: false,
      },
    },
    {
      name: 'credit note as PDF',
      bytes: await saved(await page(CREDIT)),
      contentType: pdf,
      truth: {
        supplier_name: 'Heildverslun Garðars ehf.',
        supplier_id: '6312170010',
        issue_date: '2026-04-30',
        amount: '12400.00',
        currency: 'ISK',
        vat_24: '2400.00',
        invoice_number: '5567',
        is_credit_note: true,
      },
    },
    { name: 'PDF of a scan', bytes: await scanned(paper), contentType: pdf, truth: carpenter },
    {
      name: "PDF of a scan with the scanner's text",
      // The scanner misread an 8 as 3 and a 9 as 4, which nothing else on the page reveals.
      bytes: await scanned(paper, CARPENTER.replace('8. maí', '3. maí').replace('496.000', '446.000')),
      contentType: pdf,
      truth: carpenter,
    },
    {
      name: 'UBL invoice',
      bytes: Buffer.from(ublInvoice.xml),
      contentType: 'application/xml',
      truth: ublInvoice.truth,
    },
    {
      name: 'UBL credit note',
      bytes: Buffer.from(ublCreditNote.xml),
      contentType: 'text/xml',
      truth: ublCreditNote.truth,
    },
    { name: 'PDF with UBL attached', bytes: await saved(withXml), contentType: pdf, truth: ublInvoice.truth },
  ];
}
