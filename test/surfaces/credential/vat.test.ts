import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { textOf } from '../../rendering/reading.ts';
import { csvStatement, nextAccountNo } from '../../support/bank-files.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { createCompleteCost, createCost, decodeXml, tryToApproveCost } from '../../support/costs.ts';
import { approveCost, completeCost, PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const NO_BOXES = {
  turnover_24: 0,
  turnover_11: 0,
  zero_rated: 0,
  output_24: 0,
  output_11: 0,
  input_24: 0,
  input_11: 0,
  bad_debt_24: 0,
  bad_debt_11: 0,
  to_pay: 0,
};
const BOXES = Object.keys(NO_BOXES).filter((box) => box !== 'to_pay');
const GERMAN = { name: 'Käufer GmbH', vat: 'DE123456789', output_select: 4 };

onBothDatabases('VAT return', (kvitt) => {
  let seller: Client;

  const on = (day: string) => {
    kvitt.now = () => new Date(`${day}T12:00:00Z`);
    return { issue_date: day, due_date: day, settlement_date: day };
  };
  const sell = (day: string, items: object[], amount: number, more: object = {}) =>
    seller.ok('create-invoice', { data: invoice({ ...on(day), items, amount, ...more }) });
  const returnOf = (period: string) => seller.ok('get-vat-return', { period });
  const rowsOf = (period: string, box: string) => seller.ok('get-vat-documents', { period, box });

  before(async () => {
    seller = await kvitt.account();
    await sell('2026-01-10', [line({ unit_price: 1000.4 })], 1240.5);
    await sell('2026-02-10', [line({ unit_price: 1000.4 }), line({ item_number: 'B', tax: 'AA' })], 2350.5);
    const rent = line({ item_number: 'LEIGA', unit_price: 150_000, tax: 'Z' });
    await sell('2026-02-11', [rent], 150_000);
    await sell('2026-02-12', [line({ item_number: 'X', unit_price: 80_000, tax: 'Z' })], 80_000, {
      customer: GERMAN,
    });
    // Taxable work for a buyer who is exempt is exempt turnover; the rent beside it stays outside of VAT.
    await sell('2026-02-13', [line({ unit_price: 5000 }), line({ ...rent, unit_price: 700 })], 5700, {
      customer: { name: 'Sendiráð', output_select: 4, tax_exempt: 1 },
    });
  });

  test('lists the periods of a year and the amount to pay for each', async () => {
    const periods = await seller.ok('get-vat-periods', { year: 2026 });
    assert.equal(periods.length, 6);
    assert.deepEqual(periods[0], {
      period: '2026-02',
      from_date: '2026-01-01',
      to_date: '2026-02-28',
      due_on: '2026-04-07',
      state: 'open',
      to_pay: 590,
    });
  });

  test('rounds each box once, and leaves rent outside of it', async () => {
    const { boxes, outside_vat } = await returnOf('2026-02');
    assert.deepEqual(boxes, {
      ...NO_BOXES,
      turnover_24: 2001, // 1000.40 + 1000.40
      turnover_11: 1000,
      zero_rated: 85_000,
      output_24: 480, // 240.10 + 240.10
      output_11: 110,
      to_pay: 590,
    });
    assert.equal(outside_vat, 150_700);
  });

  test('lists the documents of each box, which add up to it', async () => {
    const { boxes, outside_vat } = await returnOf('2026-02');
    for (const [box, total] of [...Object.entries(boxes), ['outside_vat', outside_vat]] as [
      string,
      number,
    ][]) {
      if (box === 'to_pay') continue;
      const rows = await rowsOf('2026-02', box);
      const aurar = rows.reduce(
        (sum: number, row: { box_amount: number }) => sum + Math.round(row.box_amount * 100),
        0,
      );
      assert.equal(Math.round(aurar / 100), total, box);
    }
    const [exported] = await rowsOf('2026-02', 'zero_rated');
    const { guid: _guid, ...rest } = exported;
    assert.deepEqual(rest, {
      kind: 'invoice',
      number: '4',
      date: '2026-02-12',
      text: 'Käufer GmbH',
      box_amount: 80_000,
    });
    assert.equal(
      (await seller.ok('get-vat-documents', { period: '2026-02', box: 'output_24', limit: 1, page: 2 }))
        .length,
      1,
    );
  });

  test('counts approved costs, credit notes and write-offs', async () => {
    const whole = await sell('2026-03-02', [line({ unit_price: 100_000 })], 124_000);
    const partly = await sell(
      '2026-03-03',
      [line({ unit_price: 100_000 }), line({ item_number: 'B', tax: 'AA', unit_price: 1000 })],
      125_110,
    );
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2026-03-20',
        ref_invoice_guid: partly,
        amount: 124_000,
        items: [{ description: 'Afsláttur', qty: 1, unit_price: 100_000, tax: 'S' }],
      },
    });
    on('2026-04-20');
    await seller.ok('do-paid-invoice', { guid: whole, amount: 62_000 });
    await seller.ok('write-off-invoice', { guid: whole, data: { reason: 'Gjaldþrot' } });
    await seller.ok('write-off-invoice', { guid: partly, data: { reason: 'Gjaldþrot' } });
    await createCompleteCost(seller, { date: '2026-03-05', amount: 12_400, vat_24: 2400, type: '2093' });
    await createCompleteCost(seller, {
      date: '2026-04-05',
      amount: 1_110,
      vat_11: 110,
      type: '2093',
      credit_note: 1,
    });
    await runJobsWithoutFailure(kvitt);
    const { boxes } = await returnOf('2026-04');
    assert.deepEqual(boxes, {
      ...NO_BOXES,
      turnover_24: 100_000,
      turnover_11: 1000,
      output_24: 24_000,
      output_11: 110,
      input_24: 2400,
      input_11: -110,
      // Half of the first invoice; of the second one all that the note has left is at 11 %.
      bad_debt_24: 12_000,
      bad_debt_11: 110,
      to_pay: 24_000 + 110 - 2400 + 110 - 12_000 - 110,
    });
    const [half] = await rowsOf('2026-04', 'bad_debt_24');
    assert.deepEqual([half.kind, half.guid, half.date], ['write_off', whole, '2026-04-20']);
  });

  test('deducts input VAT by the share of the cost or of its code, and adds the remainder to the cost', async () => {
    on('2026-08-20');
    const days = { from_date: '2026-07-01', to_date: '2026-08-31' };
    const buy = (type: string, more: object = {}) =>
      createCompleteCost(seller, { date: '2026-07-05', amount: 12_400, vat_24: 2400, type, ...more });
    const hospitality = await buy('3163');
    const car = await buy('3140', { vat_deductible: 40 });
    const foreign = { currency: 'EUR', exchange_rate: 145.5, amount: 124, vat_24: 24, vat_deductible: 33 };
    await buy('2243', foreign);
    await buy('3163', { vat_deductible: 100, amount: 1240, vat_24: 240, credit_note: 1 });
    await runJobsWithoutFailure(kvitt);
    const shares = async (guid: string) => {
      const { vat_deductible, vat_deductible_reason } = await seller.ok('get-cost', { guid });
      return [vat_deductible, vat_deductible_reason];
    };
    assert.deepEqual(await shares(car), [40, 'Stated for this cost']);
    const [none, reason] = await shares(hospitality);
    assert.equal(none, 0);
    assert.match(reason, /192\/1993/);
    // 0 + 960 + 33 % of 24 EUR at 145.50 − 240
    assert.equal((await returnOf('2026-08')).boxes.input_24, 1872);
    assert.equal((await seller.ok('get-vat', days)).total.input_24, 1872.36);
    // 12,400 + 11,440 + 18,042 − 1,152.36 − 1,000
    assert.equal((await seller.ok('get-profit', days)).total.costs, 39_729.64);
    const { total } = await seller.ok('get-cost-sums', { ...days, by: 'code' });
    assert.deepEqual([total.net, total.vat], [39_729.64, 1872.36]);
  });

  test('states VAT on services from abroad beside the boxes, and counts that of the customs as input VAT', async () => {
    on('2026-10-20');
    const date = '2026-10-05';
    const service = { date, amount: 10_000, vat_charged_by: 'buyer' };
    const guid = await createCompleteCost(seller, { ...service, type: '3163' });
    await createCompleteCost(seller, { ...service, vat_24: 1200, vat_11: 500, vat_deductible: 50 });
    await createCompleteCost(seller, service);
    await createCompleteCost(seller, { date, amount: 700, vat_24: 700, vat_charged_by: 'customs' });
    await runJobsWithoutFailure(kvitt);
    const period = { from_date: '2026-09-01', to_date: '2026-10-31' };
    const { boxes, abroad_24, abroad_11, warnings } = await returnOf('2026-10');
    assert.deepEqual([abroad_24, abroad_11], [3600, 500]);
    assert.deepEqual([boxes.input_24, boxes.input_11, boxes.to_pay], [1300, 250, -1550]);
    assert.match(warnings[0].message, /4100 kr\., is not in the boxes/);
    assert.deepEqual(
      (await rowsOf('2026-10', 'abroad_24')).map(({ guid: of, box_amount }: any) => [
        of === guid,
        box_amount,
      ]),
      [
        [true, 2400],
        [false, 1200],
      ],
    );
    // 12,400 + 10,850 + 10,000 + 0
    assert.equal((await seller.ok('get-profit', period)).total.costs, 33_250);
    const cost = await seller.ok('get-cost', { guid });
    assert.deepEqual([cost.amount, cost.vat_S, cost.vat_charged_by], [10_000, 2400, 'buyer']);
    assert.deepEqual(decodeXml(cost).match(/<cbc:TaxAmount [^>]*>([^<]*)/)?.[1], '0.00');
    const csv = await seller.ok('get-vat-return-csv', { period: '2026-10', lang: 'en' });
    assert.match(Buffer.from(csv.file, 'base64').toString(), /VAT of services from abroad, 11%;500;0;0\r\n/);
  });

  test('refuses VAT that cannot be that of the cost, and changes nothing', async () => {
    const refused = async (fields: object) => {
      const body = { ...completeCost, date: '2026-10-06', amount: 1000, ...fields };
      const { message } = await seller.expectRefusal('create-cost-adv', body);
      return message;
    };
    const before = await seller.ok('get-count-costs');
    assert.match(
      await refused({ vat_24: 900, vat_11: 100 }),
      /vat_24 must, together with vat_11, be less than/,
    );
    const customs = { vat_charged_by: 'customs', vat_24: 900, vat_11: 100.01 };
    assert.match(await refused(customs), /vat_24 must, together with vat_11, be at most the amount of 1000/);
    const buyer = { vat_charged_by: 'buyer', vat_11: 110.01 };
    assert.match(await refused(buyer), /vat_11 must, together with vat_24, be at most the VAT .* 110\.00/);
    assert.match(await refused({ vat_charged_by: 'seller' }), /vat_charged_by/);
    assert.deepEqual(await seller.ok('get-count-costs'), before);
  });

  test('follows the code again once the share of a cost is cleared', async () => {
    const guid = await createCompleteCost(seller, { date: '2026-10-07', type: '3163', vat_deductible: 30 });
    await runJobsWithoutFailure(kvitt);
    await seller.ok('move-cost-to-new', { guid });
    await approveCost(seller, guid, { vat_deductible: '' });
    assert.equal((await seller.ok('get-cost', { guid })).vat_deductible, 0);
    await seller.ok('delete-cost', { guid });
  });

  test('lists what may be missing in a return', async () => {
    on('2026-05-20');
    const waiting = await createCost(
      seller,
      'create-cost',
      { date: '2026-05-04', description: 'Kvittun' },
      { name: 'kvittun.pdf', bytes: PDF },
    );
    const saved = await sell('2026-05-05', [line()], 1240, { save: 1 });
    const data = { name: 'Veltureikningur', account_no: nextAccountNo() };
    const { guid: bank_account_guid } = await seller.ok('create-bank-account', { data });
    const file = csvStatement([{ booked_on: '2026-05-06', amount: 500, text: 'Innborgun' }]);
    await seller.ok('import-bank-statement', { bank_account_guid, file_name: 'a.csv', file });
    const [{ guid: open }] = await seller.ok('get-bank-lines', { bank_account_guid });
    const { missing, boxes } = await returnOf('2026-06');
    assert.deepEqual(
      missing.map(({ kind, guid }: Record<string, string>) => [kind, guid]),
      [
        ['cost_not_approved', waiting],
        ['draft', saved],
        ['bank_line', open],
      ],
    );
    assert.match(missing[1].text, /Kaupandi ehf\., 2026-05-05/);
    assert.deepEqual([missing[1].name, missing[1].date], ['Kaupandi ehf.', '2026-05-05']);
    assert.deepEqual(boxes, NO_BOXES);
    assert.equal(
      (
        await tryToApproveCost(kvitt, seller, waiting, {
          amount: 1000,
          currency: 'JPY',
          supplier_name: 'A',
          allow_missing: 1,
        })
      ).status,
      200,
    );
    assert.deepEqual((await returnOf('2026-06')).missing[0].kind, 'rate_missing');
  });

  test('is rendered as PDF and CSV, in both languages', async () => {
    const february = await returnOf('2026-02');
    const bytesOf = async (format: string, fields: Record<string, unknown>) => {
      const { file, file_name } = await seller.ok(`get-vat-return-${format}`, fields);
      return { bytes: Buffer.from(file, 'base64'), file_name };
    };
    const csv = await bytesOf('csv', { period: '2026-02', lang: 'en' });
    const rows = csv.bytes.toString().replace('\uFEFF', '').trimEnd().split('\r\n');
    assert.equal(rows[0], 'box;name;2026-02;2025-12;2025-02');
    const figures = new Map(rows.slice(1).map((row) => [row.split(';')[0], Number(row.split(';')[2])]));
    assert.deepEqual(Object.fromEntries(figures), {
      ...february.boxes,
      outside_vat: february.outside_vat,
      abroad_24: 0,
      abroad_11: 0,
    });
    assert.equal(csv.file_name, 'vat-return-2026-02.csv');
    const icelandic = await bytesOf('pdf', { period: '2026-02' });
    assert.equal(icelandic.file_name, 'vsk-skyrsla-2026-02.pdf');
    const text = await textOf(icelandic.bytes);
    for (const part of ['Virðisaukaskattsskýrsla', 'Undanþegin velta (12. gr.)', '85.000', 'Ekki skilað'])
      assert.ok(text.includes(part), `${part}: ${text}`);
    const english = await textOf((await bytesOf('pdf', { period: '2026-06', lang: 'en' })).bytes);
    for (const part of ['VAT return', 'What is missing', 'Kaupandi ehf.', 'Book or ignore this line'])
      assert.ok(english.includes(part), `${part}: ${english}`);
  });

  test('follows the reasons that items and lines without VAT state', async () => {
    const taxi = {
      item_number: 'FAR',
      description: 'Akstur',
      tax: 'Z',
      unit_price: 1000,
      vat_kind: 'outside',
    };
    const item = await seller.ok('create-item', { data: { ...taxi, uom: 'C62' } });
    assert.equal((await seller.ok('get-item', { guid: item })).vat_kind, 'outside');
    const free = { description: 'Flutningur', qty: 1, tax: 'Z', unit_price: 500, vat_kind: 'zero_rated' };
    const abroad = await sell('2025-05-05', [{ guid: item, qty: 3 }, free], 3500, { customer: GERMAN });
    const domestic = await sell('2025-05-06', [free, { ...free, vat_kind: undefined, unit_price: 70 }], 570);
    const boxes = async () => {
      const { boxes: whole, outside_vat } = await returnOf('2025-06');
      return [whole.zero_rated, outside_vat];
    };
    assert.deepEqual(await boxes(), [500 + 500, 3000 + 70]);
    const { items } = await seller.ok('get-invoice', { guid: abroad });
    assert.deepEqual(
      items.map(({ vat_kind }: Record<string, string>) => vat_kind),
      ['outside', 'zero_rated'],
    );
    const credit = (ref_invoice_guid: string, amount: number, lines?: object[]) => {
      const note = {
        type: 'credit',
        ref_invoice_guid,
        amount,
        ...on('2025-05-20'),
        ...(lines && { items: lines }),
      };
      return seller.ok('create-invoice', { data: note });
    };
    await credit(abroad, 1000, [{ line_guid: items[0].line_guid, qty: 1 }]);
    assert.deepEqual(await boxes(), [1000, 2070]);
    await credit(domestic, 570);
    assert.deepEqual(await boxes(), [500, 2000]);
    // An order keeps it until it is invoiced.
    const order = await seller.ok('create-order-invoice', {
      data: invoice({ items: [{ ...free, unit_price: 40 }], amount: 40, issue_date: undefined }),
    });
    on('2025-05-21');
    await seller.ok('create-invoice-from-order', { guid: order });
    assert.deepEqual(await boxes(), [540, 2000]);
    const { message } = await seller.expectRefusal('update-item', {
      guid: item,
      data: { tax: 'S', vat_kind: 'outside' },
    });
    assert.match(message, /vat_kind must be left out where VAT is charged/);
    await seller.ok('update-item', { guid: item, data: { tax: 'S' } });
    assert.equal('vat_kind' in (await seller.ok('get-item', { guid: item })), false);
    const wrong = { ...free, tax: 'AA' };
    const refused = await seller.expectRefusal('create-invoice', {
      data: invoice({ items: [wrong], amount: 555 }),
    });
    assert.match(refused.message, /items\[0\]\.vat_kind must be left out/);
  });

  test('compares with the period before and the year before', async () => {
    const { last_period, last_year } = await returnOf('2026-04');
    const { period, from_date, to_date } = last_period;
    assert.deepEqual([period, from_date, to_date], ['2026-02', '2026-01-01', '2026-02-28']);
    assert.equal(last_period.boxes.to_pay, 590);
    assert.deepEqual([last_year.period, last_year.boxes], ['2025-04', NO_BOXES]);
  });

  test('follows the length of periods that the company or the operator has chosen', async () => {
    on('2026-06-20');
    await seller.ok('update-company', { data: { vat_periods: 'half_year' } });
    const halves = await seller.ok('get-vat-periods');
    assert.deepEqual(
      halves.map(({ period, due_on }: Record<string, string>) => [period, due_on]),
      [
        ['2026-06', '2026-08-05'],
        ['2026-12', '2027-02-05'],
      ],
    );
    const { message } = await seller.expectRefusal('get-vat-return', { period: '2026-04' });
    assert.match(message, /period must be one of: 2026-06, 2026-12/);
    assert.equal((await seller.ok('get-vat-periods', { year: 2025 })).length, 6);
    const { status, body } = await kvitt.operator('PATCH', `/accounts/${seller.username}`, {
      vat_periods: 'year',
    });
    assert.deepEqual([status, body.vat_periods], [200, 'year']);
    assert.deepEqual((await seller.ok('get-vat-periods')).length, 1);
    assert.equal((await returnOf('2026-12')).boxes.bad_debt_11, 110);
  });

  test('warns where turnover is too high for yearly periods', async () => {
    const codes = ({ warnings }: any) => warnings.map(({ code }: any) => code);
    assert.deepEqual(codes(await returnOf('2026-12')), ['vat_abroad', 'vat_kind_unstated']);
    await sell('2026-06-21', [line({ unit_price: 3_896_000 })], 4_831_040);
    const year = await returnOf('2026-12');
    assert.equal(year.boxes.turnover_24 + year.boxes.turnover_11, 4_000_001);
    assert.deepEqual(codes(year), ['turnover_limit', 'vat_abroad', 'vat_kind_unstated']);
  });

  test('has no documents in the boxes of a period without documents', async () => {
    for (const box of BOXES) assert.deepEqual(await rowsOf('2027-12', box), []);
  });
});
