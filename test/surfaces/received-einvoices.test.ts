import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { createCost, sendCost, tryToApproveCost } from '../support/costs.ts';
import { deliverEinvoice, enveloped } from '../support/einvoices.ts';
import { PDF } from '../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { onBothDatabases } from '../support/service.ts';

const SELLER = companyKennitala(816);
const BUYER = companyKennitala(817);
/** What one cost has and another one of the same document has not. */
const OF_RECORD = { guid: '', file: '', file_name: '', updated_timestamp: '', possible_duplicate: false };

onBothDatabases('received e-invoices', (kvitt) => {
  let buyer: Client;
  let xml: string;
  before(async () => {
    kvitt.now = () => new Date('2026-03-20T10:00:00Z');
    const seller = await kvitt.account({ name: 'Seljandi ehf.', registration_no: SELLER, vat_no: '145678' });
    buyer = await kvitt.account({ registration_no: BUYER });
    const customer = {
      ...{ name: 'Kaupandi ehf.', registration_no: BUYER, output_select: 2, trading_partner_id: BUYER },
      ...{ email: 'k@kaupandi.example', address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' },
    };
    const items = [
      line({ qty: 3, unit_price: 1999.99, tax: 'S' }),
      line({ item_number: 'SKU-2', qty: 2, unit_price: 500, tax: 'AA', discount: 10, discount_type: 1 }),
      line({ item_number: 'SKU-3', qty: 1, unit_price: 700, tax: 'Z' }),
    ];
    await seller.ok('create-invoice', { data: invoice({ customer, items, amount: 9138.96 }) });
    await runJobsWithoutFailure(kvitt);
    const { body } = await kvitt.operator('GET', `/sandbox/einvoices?account=${seller.username}`);
    xml = body[0].xml;
  });
  const deliver = (body: string | Uint8Array, headers?: Record<string, string>) =>
    deliverEinvoice(kvitt.url, body, headers);
  const read = (guid: string) => buyer.ok('get-cost', { guid });

  test('become the same cost from the network, in an envelope and by upload', async () => {
    const { status, body } = await deliver(xml);
    assert.deepEqual([status, body.outcome], [201, 'taken'], body.message);
    const cost = await read(body.guid);
    const figures = [cost.amount, cost.vat_S, cost.vat_AA, cost.currency, cost.issue_date, cost.due_date];
    assert.deepEqual(figures, [9139, 1439.99, 99, 'ISK', '2026-03-02', '2026-03-16']);
    assert.deepEqual(
      [cost.supplier_id, cost.supplier_name, cost.invoice_number, cost.credit_note, cost.accounting_status],
      [SELLER, 'Seljandi ehf.', '1', false, 'New'],
    );
    assert.equal(Buffer.from(cost.file, 'base64').toString(), xml, 'the file is the document');
    assert.deepEqual([cost.possible_duplicate, cost.show_api], [false, true]);
    const others = [
      (await deliver(enveloped(xml, BUYER, 'transmission-1'))).body.guid,
      await createCost(buyer, 'create-cost', {}, { name: 'reikningur.xml', bytes: xml }),
      (await deliver(xml.replace(/^<\?xml[^>]*>\s*/, '<!-- no declaration -->'))).body.guid,
    ];
    for (const guid of others) {
      const other = await read(guid);
      assert.equal(other.possible_duplicate, true, 'flagged, and not refused');
      assert.deepEqual({ ...other, ...OF_RECORD }, { ...cost, ...OF_RECORD });
    }
    const listed = await buyer.ok('get-costs', {});
    assert.deepEqual(listed.map((one: { possible_duplicate: boolean }) => one.possible_duplicate).sort(), [
      false,
      true,
      true,
      true,
    ]);
  });

  test('are shown in full, with findings', async () => {
    const prepaid = xml
      .replace(
        '<cbc:PayableAmount',
        '<cbc:PrepaidAmount currencyID="ISK">139.00</cbc:PrepaidAmount><cbc:PayableAmount',
      )
      .replace(/(<cbc:PayableAmount[^>]*>)9139/, '$19000');
    const { body } = await deliver(prepaid);
    const document = await buyer.ok('get-cost-einvoice', { guid: body.guid });
    const { lines, vat, totals, seller, payment, findings } = document;
    assert.deepEqual(
      lines.map((one: Record<string, any>) => [
        one.quantity,
        one.price,
        one.amount,
        one.allowances[0]?.amount,
      ]),
      [
        [3, 1999.99, 5999.97, undefined],
        [2, 500, 900, 100],
        [1, 700, 700, undefined],
      ],
    );
    assert.deepEqual(
      vat.map((one: Record<string, any>) => [one.percent, one.base, one.amount]),
      [
        [24, 5999.97, 1439.99],
        [11, 900, 99],
        [0, 700, 0],
      ],
    );
    assert.deepEqual(
      [totals.net, totals.gross, totals.prepaid, totals.payable],
      [7599.97, 9138.96, 139, 9000],
    );
    assert.deepEqual(
      [seller.kennitala, document.issue_date, document.due_date],
      [SELLER, '2026-03-02', '2026-03-16'],
    );
    assert.equal(payment[0].account, '010126123456');
    assert.deepEqual(findings, [
      {
        code: 'einvoice_prepaid',
        message: '139.00 was paid before; 9000.00 is left to pay',
        values: ['139.00', '9000.00'],
      },
    ]);
    const other = await createCost(
      buyer,
      'create-cost',
      { date: '2026-03-02' },
      { name: 'a.pdf', bytes: PDF },
    );
    const refused = await buyer.expectRefusal('get-cost-einvoice', { guid: other });
    assert.equal(refused.error_code, 'einvoice_not_found');
  });

  test('are stored once for each document of the network', async () => {
    const before = await buyer.ok('get-count-costs');
    const wrapped = enveloped(xml, BUYER, 'transmission-2');
    const [first, second] = [await deliver(wrapped), await deliver(wrapped)];
    assert.deepEqual([second.status, second.body], [201, first.body]);
    const named = { 'idempotency-key': 'document-7' };
    assert.equal((await deliver(xml, named)).body.guid, (await deliver(xml, named)).body.guid);
    assert.equal(await buyer.ok('get-count-costs'), before + 2);
    const other = enveloped(xml.replace('Kaupandi ehf.', 'Annað nafn ehf.'), BUYER, 'transmission-2');
    assert.deepEqual((await deliver(other)).body.error_code, 'idempotency_key_reused');
  });

  test('emit an event, wait in the inbox, and count their VAT once they are approved', async () => {
    const owner = await kvitt.account({ registration_no: companyKennitala(818) });
    const { body } = await deliver(xml.replaceAll(BUYER, companyKennitala(818)));
    const events = await owner.ok('get-events');
    assert.deepEqual(
      events.map(({ type, data }: { type: string; data: { guid: string } }) => [type, data.guid]),
      [['cost.created', body.guid]],
    );
    const { rows: needs } = await (await signInToConsole(owner)).ok('get-needs');
    assert.deepEqual(
      needs.map(({ what, guid }: { what: string; guid: string }) => [what, guid]),
      [['cost', body.guid]],
    );
    const { status } = await tryToApproveCost(kvitt, owner, body.guid, { type: '2093', how_paid: 1 });
    assert.equal(status, 200);
    const { boxes } = await owner.ok('get-vat-return', { period: '2026-04' });
    assert.deepEqual([boxes.input_24, boxes.input_11], [1440, 99]);
    const { file } = await owner.ok('export-journal', {
      ...{ from_date: '2026-03-01', to_date: '2026-03-31', layout: 'general' },
    });
    const rows = Buffer.from(file, 'base64').toString().trim().split('\n').slice(1);
    const sums = rows.map((row) => row.split(';').slice(4, 6).map(Number));
    const [debit, credit] = [0, 1].map((i) => sums.reduce((total, row) => total + (row[i] ?? 0), 0));
    assert.deepEqual([debit, credit], [9139, 9139]);
  });

  test('are refused with the reason where they are hostile or wrong, and nothing is stored', async () => {
    const before = await buyer.ok('get-count-costs');
    const doctype = '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>';
    const cases: [string, string, RegExp][] = [
      ['a DOCTYPE', xml.replace('<Invoice', `${doctype}<Invoice`), /DOCTYPE/],
      ['nested elements', xml.replace('<cbc:ID>', `${'<a>'.repeat(5000)}<cbc:ID>`), /broken/],
      [
        'much text',
        xml.replace('<cbc:ID>', `<cbc:Note>${'x'.repeat(4_200_000)}</cbc:Note><cbc:ID>`),
        /large/,
      ],
      ['half of it', xml.slice(0, 3000), /broken/],
      [
        'an amount that is none',
        xml.replace(/(<cbc:PayableAmount[^>]*>)[\d.]+/, '$1NaN'),
        /PayableAmount is NaN/,
      ],
      ['lines', xml.replace(/(<cbc:LineExtensionAmount[^>]*>)/, '$11'), /^The lines add up to 7599.97/],
      [
        'VAT',
        xml.replace(/(<cac:TaxTotal>\s*<cbc:TaxAmount[^>]*>)/, '$11'),
        /^The VAT of all rates adds up to 1538.99/,
      ],
      [
        'total',
        xml.replace(/(<cbc:TaxInclusiveAmount[^>]*>)/, '$11'),
        /^The sum before VAT and the VAT come to/,
      ],
      ['to pay', xml.replace(/(<cbc:PayableAmount[^>]*>)/, '$11'), /^By its sums 9139.00 is to be paid/],
    ];
    for (const [title, changed, message] of cases) {
      assert.notEqual(changed, xml, title);
      const { status, body } = await deliver(changed);
      assert.deepEqual([status, body.error_code], [422, 'file_refused'], title);
      assert.match(body.message, message, title);
      const upload = await sendCost(buyer, 'create-cost', {}, { name: 'a.xml', bytes: changed });
      assert.deepEqual([upload.body.error_code, upload.body.message], ['file_refused', body.message], title);
    }
    for (const nothing of ['', '{"xml": 1}', '<?xml version="1.0"?><svg/>', Buffer.alloc(4000, 0x3c)])
      assert.equal((await deliver(nothing)).status, 422);
    assert.equal((await deliver(Buffer.alloc(9_000_000, 0x20))).status, 413);
    assert.equal(await buyer.ok('get-count-costs'), before);
  });

  test('are refused for an unknown receiver, and without the key of the access point', async () => {
    const [stranger, closed] = [companyKennitala(819), companyKennitala(820)];
    const { username } = await kvitt.account({ registration_no: closed });
    await kvitt.operator('PATCH', `/accounts/${username}`, { disabled: true });
    for (const [receiver, body] of [
      [`0196:${stranger}`, xml.replaceAll(BUYER, stranger)],
      [`0196:${stranger}`, enveloped(xml.replaceAll(BUYER, stranger), stranger, 'a')],
      [`0196:${closed}`, xml.replaceAll(BUYER, closed)],
      ['9930:DE123456789', enveloped(xml, '9930:DE123456789', 'b')],
    ] as const) {
      const answer = await deliver(body);
      assert.equal(answer.status, 404);
      assert.equal(answer.body.message, `No company here receives e-invoices as ${receiver}`);
    }
    const differs = await deliver(enveloped(xml.replaceAll(BUYER, stranger), BUYER, 'c'));
    assert.deepEqual([differs.status, differs.body.error_code], [422, 'file_refused']);
    for (const authorization of ['', 'Bearer wrong', `Basic ${Buffer.from('a:b').toString('base64')}`])
      assert.equal((await deliver(xml, { authorization })).body.error_code, 'webhook_refused');
  });
});
