import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transferCsv } from '../../src/domain/costs/transfer-csv.ts';
import { type ChosenCost, type LeftOut, planTransfer } from '../../src/domain/costs/transfers.ts';
import { decimal } from '../../src/domain/values/money.ts';
import { paymentOrderXml } from '../../src/rendering/payment-order.ts';

const today = '2026-03-17';
const cost: ChosenCost = {
  guid: '018f3b1e-1111-7000-8000-000000000001',
  supplier_name: 'Efnissalan ehf.',
  supplier_id: '5510730339',
  invoice_number: 'R-77',
  currency: 'ISK',
  isApproved: true,
  remaining: decimal('12400.40'),
  dueOn: '2026-03-20',
  payee: { account_no: '015926007654', iban: '' },
  isExported: false,
};
const abroad = { account_no: '', iban: 'DE89370400440532013000' };

test('a cost that is to be paid becomes a transfer to the IBAN of its supplier', () => {
  const cases: [changed: Partial<ChosenCost>, options: object, expected: unknown[]][] = [
    [{}, {}, ['IS140159260076545510730339', '12400', '2026-03-20']],
    [{ dueOn: '2026-01-01' }, {}, ['IS140159260076545510730339', '12400', today]],
    [{}, { payOn: '2026-04-01' }, ['IS140159260076545510730339', '12400', '2026-04-01']],
    [{ payee: abroad, currency: 'EUR', supplier_id: '' }, {}, [abroad.iban, '12400.4', '2026-03-20']],
    [{ isExported: true }, { isAgain: true }, ['IS140159260076545510730339', '12400', '2026-03-20']],
  ];
  for (const [changed, options, expected] of cases) {
    const planned = planTransfer({ ...cost, ...changed }, { today, isAgain: false, ...options });
    assert.ok('transfer' in planned);
    const { iban, amount, payOn } = planned.transfer;
    assert.deepEqual([iban, amount.toFixed(), payOn], expected);
  }
});

test('a cost that cannot be paid by a file is left out with the reason', () => {
  const cases: [changed: Partial<ChosenCost>, reason: LeftOut][] = [
    [{ isApproved: false }, 'not_approved'],
    [{ remaining: decimal('-100') }, 'credit_note'],
    [{ remaining: decimal('0.4') }, 'paid'],
    [{ isExported: true }, 'exported'],
    [{ payee: { account_no: '', iban: '' } }, 'no_account'],
    [{ supplier_id: '' }, 'no_account'],
  ];
  for (const [changed, leftOut] of cases)
    assert.deepEqual(planTransfer({ ...cost, ...changed }, { today, isAgain: false }), { leftOut });
});

function transfers(...changes: Partial<ChosenCost>[]) {
  return changes.map((changed) => {
    const planned = planTransfer({ ...cost, ...changed }, { today, isAgain: false });
    assert.ok('transfer' in planned);
    return planned.transfer;
  });
}

test('the CSV has a row for each transfer, and neutralises formulas in names of suppliers', () => {
  assert.equal(
    transferCsv(transfers({ supplier_name: '=HYPERLINK("x");1' })),
    [
      'pay_on;account;iban;kennitala;name;amount;currency;text',
      `2026-03-20;015926007654;IS140159260076545510730339;5510730339;"'=HYPERLINK(""x"");1";12400.00;ISK;R-77`,
      '',
    ].join('\r\n'),
  );
});

test('the payment order has a part for each day and currency, with sums that a bank checks', () => {
  const xml = paymentOrderXml({
    guid: '018f3b1e-2222-7000-8000-000000000002',
    createdAt: new Date('2026-03-17T12:00:00Z'),
    payer: { name: 'Smiðjan & synir ehf.', kennitala: '5501234520' },
    account: { account_no: '013326012345', iban: '', currency: 'ISK' },
    transfers: transfers(
      {},
      { guid: '018f3b1e-1111-7000-8000-000000000003', remaining: decimal('600'), supplier_id: '5510730339' },
      { payee: abroad, currency: 'EUR', supplier_id: '', supplier_name: 'Hosting GmbH' },
      { dueOn: '2026-04-01' },
    ),
  });
  const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map((found) => found.slice(1).join(' '));
  assert.match(
    xml,
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">/,
  );
  assert.deepEqual(all(/<NbOfTxs>(\d+)<\/NbOfTxs>\s*<CtrlSum>([\d.]+)</g), [
    '4 37800.40',
    '1 12400.40',
    '2 13000.00',
    '1 12400.00',
  ]);
  assert.deepEqual(all(/<ReqdExctnDt>\s*<Dt>([\d-]+)</g), ['2026-03-20', '2026-03-20', '2026-04-01']);
  assert.deepEqual(all(/<InstdAmt Ccy="(\w+)">([\d.]+)</g), [
    'EUR 12400.40',
    'ISK 12400.00',
    'ISK 600.00',
    'ISK 12400.00',
  ]);
  assert.deepEqual(all(/<ChrgBr>(\w+)</g), ['SLEV', 'SHAR', 'SHAR']);
  const ids = all(/<(?:MsgId|PmtInfId)>([^<]+)</g);
  assert.equal(new Set(ids).size, 4);
  for (const id of ids) assert.ok(id.length <= 35, id);
  assert.deepEqual(all(/<BICFI>(\w+)</g)[0], 'NBIIISRE');
  assert.match(xml, /<Nm>Smiðjan &amp; synir ehf.<\/Nm>/);
  assert.match(xml, /<Ustrd>R-77<\/Ustrd>/);
});
