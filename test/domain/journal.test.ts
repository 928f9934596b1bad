import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JOURNAL_ACCOUNTS, JOURNAL_KEYS } from '../../src/domain/journal/accounts.ts';
import {
  type BookedEntry,
  bookEntry,
  isSameEntry,
  takeBack,
  toStored,
} from '../../src/domain/journal/booked-entry.ts';
import type { JournalEntry, JournalLine, Party } from '../../src/domain/journal/entry.ts';
import { csvEntry, csvHeader } from '../../src/domain/journal/journal-csv.ts';
import { BUILT_IN_LAYOUTS } from '../../src/domain/journal/layout.ts';
import { postCost } from '../../src/domain/journal/post-cost.ts';
import { postInvoice, postWriteOff } from '../../src/domain/journal/post-invoice.ts';
import { type PostedPayment, postPayment } from '../../src/domain/journal/post-payment.ts';
import { sum } from '../../src/domain/values/money.ts';

const customer: Party = { type: 'customer', guid: 'a', code: '5501234520', name: 'Kaupandi; ehf.' };
const supplier: Party = { type: 'supplier', guid: '', code: '6501234560', name: 'Birgir' };

const figures = (lines: readonly JournalLine[]) =>
  lines.map(({ key, amount, vatCode }) => [key, amount.toNumber(), vatCode].filter((one) => one !== ''));

const invoice = {
  kind: 'invoice' as const,
  currency: 'ISK',
  exchange_rate: '1',
  amount: '1351.00',
  net_s: '1000.00',
  net_aa: '100.00',
  net_z: '0.00',
  vat_s: '240.00',
  vat_aa: '11.00',
  rounding: '0',
};

describe('the journal', () => {
  it('posts an invoice by its rates, and a credit note the other way round', () => {
    const posted = [
      ['receivables', 1351],
      ['sales_s', -1000, 'S'],
      ['sales_aa', -100, 'AA'],
      ['output_vat_s', -240, 'S'],
      ['output_vat_aa', -11, 'AA'],
    ];
    assert.deepEqual(figures(postInvoice(invoice, customer)), posted);
    const note = figures(postInvoice({ ...invoice, kind: 'credit' }, customer));
    assert.deepEqual(
      note,
      posted.map(([key, amount, ...code]) => [key, -Number(amount), ...code]),
    );
  });
  it('posts what an invoice is owed in whole krónur, and the difference as rounding', () => {
    const odd = {
      ...invoice,
      amount: '1240.62',
      net_s: '1000.50',
      vat_s: '240.12',
      net_aa: '0',
      vat_aa: '0',
    };
    assert.deepEqual(figures(postInvoice(odd, customer)), [
      ['receivables', 1241],
      ['sales_s', -1000.5, 'S'],
      ['output_vat_s', -240.12, 'S'],
      ['rounding', -0.38],
    ]);
  });
  it('posts a foreign invoice in ISK at its rate', () => {
    const foreign = { ...invoice, currency: 'EUR', exchange_rate: '150.5', amount: '10.00', net_z: '10.00' };
    const none = { net_s: '0', net_aa: '0', vat_s: '0', vat_aa: '0' };
    assert.deepEqual(figures(postInvoice({ ...foreign, ...none }, customer)), [
      ['receivables', 1505],
      ['sales_z', -1505, 'Z'],
    ]);
  });
  it('posts a write-off as a loss without its VAT', () => {
    const lost = { amount: '123.60', currency: 'ISK', exchange_rate: '1' };
    const vat = { lost_vat_s: '23.92', lost_vat_aa: '0' };
    assert.deepEqual(figures(postWriteOff({ ...lost, ...vat }, customer)), [
      ['lost_claims', 100.08],
      ['output_vat_s', 23.92, 'S'],
      ['receivables', -124],
    ]);
  });

  const payment: PostedPayment = {
    direction: 'in',
    source: 'manual',
    amount: '1000',
    currency: 'ISK',
    exchange_rate: '1',
    method_payment: 9,
    interest: '0',
    charge: '0',
    fee: '0',
    acquirer_fee: '0',
    shares: [],
    taken: [],
  };
  const share = { kind: 'invoice', currency: 'ISK', exchange_rate: '1', rounding: '0', customer } as const;
  const cases: [string, Partial<PostedPayment>, (string | number)[][]][] = [
    [
      'interest, charge, fee, what settles, and the surplus as credit',
      {
        interest: '10',
        charge: '20',
        fee: '30',
        shares: [{ ...share, amount: '900', paid: '900' }],
      },
      [
        ['money_9', 1000],
        ['interest', -10],
        ['charge', -20],
        ['fee', -30],
        ['receivables', -900],
        ['customer_credit', -40],
      ],
    ],
    [
      'what an acquirer has kept',
      { acquirer_fee: '25', method_payment: 2, shares: [{ ...share, amount: '1000', paid: '1000' }] },
      [
        ['money_2', 975],
        ['acquirer_fee', 25],
        ['receivables', -1000],
      ],
    ],
    [
      'the tax on interest of a claim',
      { source: 'claim', acquirer_fee: '2', interest: '10', method_payment: null },
      [
        ['money_other', 998],
        ['withheld_tax', 2],
        ['interest', -10],
        ['customer_credit', -990],
      ],
    ],
    [
      'money that goes back for a credit note and for a surplus',
      {
        direction: 'out',
        method_payment: 1,
        shares: [{ ...share, kind: 'credit', amount: '600', paid: '600' }],
        taken: [{ amount: '400', currency: 'ISK', exchange_rate: '1', customer }],
      },
      [
        ['money_1', -1000],
        ['receivables', 600],
        ['customer_credit', 400],
      ],
    ],
    [
      'applied credit without money',
      {
        source: 'credit',
        shares: [{ ...share, amount: '1000', paid: '1000' }],
        taken: [{ amount: '1000', currency: 'ISK', exchange_rate: '1', customer }],
      },
      [
        ['receivables', -1000],
        ['customer_credit', 1000],
      ],
    ],
    [
      'the difference to the rate of the invoice',
      {
        amount: '1520',
        shares: [{ ...share, currency: 'EUR', exchange_rate: '150', amount: '10', paid: '1520' }],
      },
      [
        ['money_9', 1520],
        ['receivables', -1500],
        ['exchange_difference', -20],
      ],
    ],
    [
      'what a payment in whole krónur pays more than the invoice',
      { shares: [{ ...share, amount: '1000', paid: '1000', rounding: '0.38' }] },
      [
        ['money_9', 1000],
        ['receivables', -1000],
        ['receivables', 0.38],
        ['rounding', -0.38],
      ],
    ],
  ];
  for (const [name, fields, expected] of cases)
    it(`posts of a payment ${name}`, () => {
      assert.deepEqual(figures(postPayment({ ...payment, ...fields }, customer)), expected);
    });
  it('refuses a payment in ISK whose parts are not its amount', () => {
    const broken = { ...payment, direction: 'out' as const };
    assert.throws(() => postPayment(broken, customer), /misses/);
  });

  const cost = {
    issue_date: '2026-03-02',
    cost_code: '2153',
    credit_note: false,
    exchange_rate: '1',
    amount: '1351',
    vat_s: '240',
    vat_aa: '11',
    vat_deductible: null,
    vat_charged_by: 'supplier' as const,
  };
  it('posts a cost by its code, its VAT as input VAT, and the sum to the supplier', () => {
    assert.deepEqual(figures(postCost(cost, supplier)), [
      ['cost_2153', 1000, 'S'],
      ['cost_2153', 100, 'AA'],
      ['payables', -1351],
      ['input_vat_s', 240, 'S'],
      ['input_vat_aa', 11, 'AA'],
    ]);
    const [first] = figures(postCost({ ...cost, cost_code: '', credit_note: true }, supplier));
    assert.deepEqual(first, ['cost_other', -1000, 'S']);
  });
  it('posts VAT that is not deductible as a cost without VAT', () => {
    assert.deepEqual(figures(postCost({ ...cost, vat_deductible: 40 }, supplier)), [
      ['cost_2153', 400, 'S'],
      ['cost_2153', 40, 'AA'],
      ['cost_2153', 810.6, 'Z'],
      ['payables', -1351],
      ['input_vat_s', 96, 'S'],
      ['input_vat_aa', 4.4, 'AA'],
    ]);
    assert.deepEqual(figures(postCost({ ...cost, cost_code: '3163' }, supplier)), [
      ['cost_3163', 1351, 'Z'],
      ['payables', -1351],
    ]);
  });
  it('posts the VAT on a service from abroad as owed, unless all of it may be deducted', () => {
    const service = { ...cost, amount: '1100', vat_charged_by: 'buyer' as const };
    assert.deepEqual(figures(postCost(service, supplier)), [
      ['cost_2153', 1100, 'Z'],
      ['payables', -1100],
    ]);
    assert.deepEqual(figures(postCost({ ...service, vat_deductible: 40, credit_note: true }, supplier)), [
      ['cost_2153', -400, 'S'],
      ['cost_2153', -40, 'AA'],
      ['cost_2153', -810.6, 'Z'],
      ['payables', 1100],
      ['input_vat_s', -96, 'S'],
      ['input_vat_aa', -4.4, 'AA'],
      ['vat_abroad', 251],
    ]);
  });
  it('posts a bill of the customs that is VAT only', () => {
    const bill = { ...cost, amount: '251', vat_charged_by: 'customs' as const };
    assert.deepEqual(figures(postCost(bill, supplier)), [
      ['payables', -251],
      ['input_vat_s', 240, 'S'],
      ['input_vat_aa', 11, 'AA'],
    ]);
  });
  it('rounds the parts of a foreign cost so that they add up', () => {
    const foreign = { ...cost, exchange_rate: '151.337', amount: '13.51', vat_s: '2.40', vat_aa: '0.11' };
    const lines = postCost(foreign, supplier);
    assert.equal(sum(lines.map(({ amount }) => amount)).toNumber(), 0);
  });

  const entry: JournalEntry = {
    kind: 'invoice',
    documentId: 1,
    date: '2026-06-29',
    number: '17',
    text: 'Reikningur 17, "Kaupandi; ehf."',
    currency: 'ISK',
    lines: postInvoice({ ...invoice, amount: '2061.50', net_s: '1573', vat_s: '377.52' }, customer),
  };
  const booked: BookedEntry = bookEntry(entry, JOURNAL_ACCOUNTS);

  it('writes the general layout', () => {
    const { csv, rows, debit } = csvEntry(BUILT_IN_LAYOUTS.general, booked, 1);
    assert.equal(
      csvHeader(BUILT_IN_LAYOUTS.general),
      'date;number;text;account;debit;credit;vat_code;customer;currency\r\n',
    );
    const text = '"Reikningur 17, ""Kaupandi; ehf."""';
    assert.deepEqual(csv.split('\r\n'), [
      `2026-06-29;17;${text};7600;2062.00;0.00;;5501234520;ISK`,
      `2026-06-29;17;${text};1010;0.00;1573.00;S;;ISK`,
      `2026-06-29;17;${text};1020;0.00;100.00;AA;;ISK`,
      `2026-06-29;17;${text};9510;0.00;377.52;S;;ISK`,
      `2026-06-29;17;${text};9511;0.00;11.00;AA;;ISK`,
      `2026-06-29;17;${text};1090;0.00;0.48;;;ISK`,
      '',
    ]);
    assert.deepEqual([rows, debit.toNumber()], [6, 2062]);
  });
  it('writes days and amounts as Uniconta reads them', () => {
    const [first] = csvEntry(BUILT_IN_LAYOUTS.uniconta, booked, 1).csv.split('\r\n');
    assert.match(first ?? '', /^29-06-2017;|^29-06-2026;17;.*;7600;2\.062,00;0,00;;5501234520;ISK$/);
  });
  it('writes sales and costs with VAT as Payday reads them, and customers by their kennitala', () => {
    assert.match(
      csvHeader(BUILT_IN_LAYOUTS.payday),
      /^Færsla nr;Dags\.;Lýsing;Tegund;Lykill;Fjárhæð m\/vsk;VSK;/,
    );
    const rows = csvEntry(BUILT_IN_LAYOUTS.payday, { ...booked, text: 'Reikningur' }, 3).csv.split('\r\n');
    assert.deepEqual(rows, [
      '3;29.06.2026;Reikningur;2;5501234520;2062,00;0;17;',
      '3;29.06.2026;Reikningur;1;1010;-1950,52;24;17;',
      '3;29.06.2026;Reikningur;1;1020;-111,00;11;17;',
      '3;29.06.2026;Reikningur;1;1090;-0,48;0;17;',
      '',
    ]);
  });
  it('writes VAT that does not match its rate in a row of its own', () => {
    const passedOn = { ...cost, amount: '1000', vat_s: '900', vat_aa: '0' };
    const imported = bookEntry({ ...entry, lines: postCost(passedOn, supplier) }, JOURNAL_ACCOUNTS);
    const rows = csvEntry(BUILT_IN_LAYOUTS.payday, imported, 1).csv.trim().split('\r\n');
    assert.deepEqual(
      rows.map((row) => row.split(';').slice(-6, -2)),
      [
        ['1', '2153', '100,00', '0'],
        ['3', '6501234560', '-1000,00', '0'],
        ['1', '9520', '900,00', '0'],
      ],
    );
  });
  it('writes no text that a spreadsheet would run as a formula', () => {
    const [row] = csvEntry(BUILT_IN_LAYOUTS.general, { ...booked, text: '=1+1' }, 1).csv.split('\r\n');
    assert.match(row ?? '', /;'=1\+1;/);
  });
  it('recognises an exported entry, whatever its accounts are called now', () => {
    const stored = toStored(booked);
    assert.equal(isSameEntry(entry, JSON.parse(JSON.stringify(stored))), true);
    const renamed = { ...entry, lines: entry.lines.map((one) => ({ ...one, party: null })) };
    assert.equal(isSameEntry(renamed, stored), false);
    assert.equal(isSameEntry({ ...entry, date: '2026-06-30' }, stored), false);
    assert.deepEqual(
      takeBack(stored).lines.map(({ account, amount }) => [account, amount.toNumber()]),
      booked.lines.map(({ account, amount }) => [account, -amount.toNumber()]),
    );
  });
  it('has an account for every kind of posting', () => {
    for (const key of JOURNAL_KEYS) assert.match(JOURNAL_ACCOUNTS[key].account, /^\d{4}$/, key);
    for (const key of JOURNAL_KEYS) assert.doesNotMatch(JOURNAL_ACCOUNTS[key].name, /undefined/, key);
  });
});
