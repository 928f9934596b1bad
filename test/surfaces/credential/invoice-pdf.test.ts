import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { companyKennitala } from '../../domain/generators.ts';
import { attachmentsOf, textOf } from '../../rendering/reading.ts';
import { type Tree, treeOf } from '../../rendering/tree.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { uploadFile } from '../../support/requests.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';
import { brokenRules } from '../../support/ubl-rules/all.ts';

const KENNITALA = companyKennitala(811);
const ADDRESS = { vat_no: '98765', address: 'Aðalgata 1', zip: '550', city: 'Sauðárkrókur' };
const NO_ADDRESS = { address: '', zip: '', city: '' };
const einvoiceCustomer = {
  name: 'Þorpið ses.',
  output_select: 2,
  email: 'a@b.is',
  trading_partner_id: KENNITALA,
  registration_no: KENNITALA,
  address: 'Ægisgata 3',
  zip: '101',
  city: 'Reykjavík',
};

async function pdf(seller: Client, guid: string, more: Record<string, unknown> = {}) {
  const { file, ...rest } = await seller.ok('get-invoice-pdf', { guid, ...more });
  const bytes = Buffer.from(file, 'base64');
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  return { ...rest, bytes, text: await textOf(bytes) };
}

async function createWithLink(seller: Client): Promise<{ guid: string; payment_link: string }> {
  const guid = await seller.ok('create-invoice', { data: invoice({ is_payment_link: true }) });
  return seller.ok('get-invoice', { guid });
}

async function einvoice(seller: Client, guid: string): Promise<Tree> {
  const { file } = await seller.ok('get-invoice-xml', { guid });
  const tree = treeOf(Buffer.from(file, 'base64').toString());
  assert.deepEqual(brokenRules(tree), []);
  return tree;
}

onBothDatabases('PDF of an invoice', (kvitt) => {
  const renditions = (guid: string) =>
    select<{ kind: string; fits: boolean }>(
      kvitt.service.engine.kernel.db,
      sql`
      select r.kind, r.sha256 = sha256(r.bytes) as fits from renditions r
      join invoices i on i.account_id = r.account_id and i.id = r.invoice_id where i.guid = ${guid} order by r.kind`,
    );

  test('leads to the payment page while it is owed', async () => {
    const seller = await kvitt.account(ADDRESS);
    const { guid, payment_link } = await createWithLink(seller);
    const owed = await pdf(seller, guid);
    assert.ok(owed.text.replaceAll('\n', '').includes(payment_link), owed.text);
    await seller.ok('do-paid-invoice', { guid });
    assert.doesNotMatch((await pdf(seller, guid)).text, /\/pay\//);
  });

  test('exists as a reminder while it is owed', async () => {
    kvitt.now = () => new Date('2026-04-01T10:00:00Z');
    const seller = await kvitt.account(ADDRESS);
    const dates = { issue_date: '2026-03-01', due_date: '2026-03-10', settlement_date: '2026-03-20' };
    const guid = await seller.ok('create-invoice', { data: invoice(dates) });
    const { file, file_name } = await seller.ok('get-reminder-pdf', { guid });
    assert.equal(file_name, 'aminning-1.pdf');
    assert.match(
      await textOf(Buffer.from(file, 'base64')),
      /22 dagar liðnir[\s\S]*Til greiðslu\s+1\.240 kr\./,
    );
    await seller.ok('do-paid-invoice', { guid, amount: 240 });
    const rest = await seller.ok('get-reminder-pdf', { guid });
    assert.match(
      await textOf(Buffer.from(rest.file, 'base64')),
      /Til greiðslu\s+1\.000 kr\.[\s\S]*Greitt −240\nEftirstöðvar 1\.000 kr\./,
    );
    await seller.ok('write-off-invoice', { guid, data: { reason: 'Gjaldþrota' } });
    assert.equal((await seller.expectRefusal('get-reminder-pdf', { guid })).error_code, 'delivery_refused');
    assert.match((await pdf(seller, guid)).text, /AFSKRIFAÐ/);
    await seller.ok('undo-write-off', { guid });
    assert.doesNotMatch((await pdf(seller, guid)).text, /AFSKRIFAÐ/);
    await seller.ok('do-paid-invoice', { guid });
    const { error_code, message } = await seller.expectRefusal('get-reminder-pdf', { guid });
    assert.equal(error_code, 'delivery_refused');
    assert.match(message, /Nothing is owed on this invoice/);
  });

  test('exists of quotes, orders and drafts too, and asks for no payment', async () => {
    const seller = await kvitt.account(ADDRESS);
    const other = await kvitt.account(ADDRESS);
    const { settlement_date: _, type: __, ...data } = invoice({ description: 'Með fyrirvara' });
    for (const [create, read, name, title] of [
      ['create-quote', 'get-quote-pdf', 'tilbod-1.pdf', 'Tilboð'],
      ['create-order-invoice', 'get-order-invoice-pdf', 'pontun-1.pdf', 'Pöntun'],
      ['create-draft-invoice', 'get-draft-invoice-pdf', 'drog.pdf', 'Drög að reikningi'],
    ] as const) {
      const guid = await seller.ok(create, { data });
      const { file, file_name } = await seller.ok(read, { guid });
      const text = await textOf(Buffer.from(file, 'base64'));
      assert.equal(file_name, name);
      assert.ok(text.startsWith(title), text);
      assert.match(text, /Samtals með VSK\s+1\.240 kr\.[\s\S]*Með fyrirvara/);
      assert.doesNotMatch(text, /Til greiðslu|Millifærist|505\/2013/);
      assert.match(String((await other.expectRefusal(read, { guid })).error_code), /_not_found$/);
    }
  });

  test('is rendered once and stored with its digest, whatever changes in the account', async () => {
    const seller = await kvitt.account(ADDRESS);
    const guid = await seller.ok('create-invoice', { data: invoice() });
    assert.deepEqual(await renditions(guid), []);
    const [first, secondRead] = await Promise.all([pdf(seller, guid), pdf(seller, guid)]);
    assert.ok(first.bytes.equals(secondRead.bytes));
    assert.deepEqual([first.guid, first.file_name], [guid, 'reikningur-1.pdf']);
    assert.match(first.text, /1\.240 kr\./);
    assert.deepEqual(await renditions(guid), [{ kind: 'issued', fits: true }]);
    const { status } = await kvitt.operator('PATCH', `/accounts/${seller.username}`, { name: 'Nýtt nafn' });
    assert.equal(status, 200);
    assert.ok((await pdf(seller, guid)).bytes.equals(first.bytes));
  });

  test('is rendered again when the invoice is paid, and the first one remains available', async () => {
    const seller = await kvitt.account(ADDRESS);
    const guid = await seller.ok('create-invoice', { data: invoice() });
    const sent = await pdf(seller, guid);
    await seller.ok('do-paid-invoice', { guid });
    const paid = await pdf(seller, guid);
    assert.doesNotMatch(sent.text, /GREITT/);
    assert.match(paid.text, /GREITT/);
    assert.ok((await pdf(seller, guid, { original: true })).bytes.equals(sent.bytes));
    assert.deepEqual(
      (await renditions(guid)).map(({ kind }) => kind),
      ['issued', 'paid'],
    );
  });

  test('shows credited amounts, and the credit note names the invoice', async () => {
    const seller = await kvitt.account(ADDRESS);
    const guid = await seller.ok('create-invoice', { data: invoice() });
    const note = await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: guid, amount: 1240 },
    });
    assert.match((await pdf(seller, guid)).text, /KREDITFÆRT/);
    const { text, file_name } = await pdf(seller, note);
    assert.match(text, /Kreditreikningur/);
    assert.match(text, /Kreditfærir reikning\s+1\b/);
    assert.doesNotMatch(text, /GREITT|Eindagi/);
    assert.equal(file_name, 'kreditreikningur-2.pdf');
  });

  test('of a draft is marked as a draft and not stored', async () => {
    const seller = await kvitt.account(ADDRESS);
    const guid = await seller.ok('create-invoice', { data: invoice({ save: true }) });
    const { text, file_name } = await pdf(seller, guid);
    assert.match(text, /DRÖG/);
    assert.equal(file_name, 'reikningur-drog.pdf');
    assert.deepEqual(await renditions(guid), []);
    await seller.ok('issue-invoice', { guid });
    assert.doesNotMatch((await pdf(seller, guid)).text, /DRÖG/);
    assert.deepEqual(await renditions(guid), [{ kind: 'issued', fits: true }]);
  });

  test('contains its data as UBL, in the profile of the network only where the customer can be reached', async () => {
    const seller = await kvitt.account(ADDRESS);
    const guid = await seller.ok('create-invoice', { data: invoice({ customer: einvoiceCustomer }) });
    const attached = await attachmentsOf((await pdf(seller, guid)).bytes);
    assert.deepEqual([...attached.keys()], ['1.xml']);
    assert.match(attached.get('1.xml') ?? '', /<cbc:PayableAmount currencyID="ISK">1240\.00</);
    const onPaper = await seller.ok('create-invoice', { data: invoice() });
    const data = (await attachmentsOf((await pdf(seller, onPaper)).bytes)).get('2.xml') ?? '';
    assert.match(data, /<cbc:CustomizationID>urn:cen\.eu:en16931:2017</);
    assert.match(attached.get('1.xml') ?? '', /<cbc:CustomizationID>urn:cen\.eu:en16931:2017#compliant#/);
    const draft = await seller.ok('create-invoice', { data: invoice({ save: true }) });
    assert.equal((await attachmentsOf((await pdf(seller, draft)).bytes)).size, 0);
  });

  test('is embedded in the e-invoice, which is refused when the PDF cannot be rendered', async () => {
    const seller = await kvitt.account(ADDRESS);
    const guid = await seller.ok('create-invoice', { data: invoice({ customer: einvoiceCustomer }) });
    const { file, file_name } = await seller.ok('get-invoice-xml', { guid });
    const xml = Buffer.from(file, 'base64').toString();
    const [, embedded = ''] =
      /mimeCode="application\/pdf" filename="reikningur-1.pdf">([^<]+)</.exec(xml) ?? [];
    assert.ok(Buffer.from(embedded, 'base64').equals((await pdf(seller, guid)).bytes));
    assert.equal(file_name, 'reikningur-1.xml');
    const onPaper = await seller.ok('create-invoice', { data: invoice() });
    const draft = await seller.ok('create-invoice', { data: invoice({ save: true }) });
    assert.match(
      (await seller.expectRefusal('get-invoice-xml', { guid: onPaper })).message,
      /customer\.address/,
    );
    assert.match((await seller.expectRefusal('get-invoice-xml', { guid: draft })).message, /issue it first/);
  });

  test('is not returned when its digest no longer matches', async () => {
    const seller = await kvitt.account(ADDRESS);
    const guid = await seller.ok('create-invoice', { data: invoice() });
    await pdf(seller, guid);
    await select(
      kvitt.service.engine.kernel.db,
      sql`
      update renditions set bytes = 'other' where (account_id, invoice_id) in (
        select account_id, id from invoices where guid = ${guid})`,
    );
    const { status, error_code, httpStatus } = await seller.call('get-invoice-pdf', { guid });
    assert.deepEqual([httpStatus, status, error_code], [500, false, 'internal']);
  });
});

onBothDatabases('e-invoices', (kvitt) => {
  const refusal = async (seller: Client, data: object) => {
    const { error_code, message } = await seller.expectRefusal('create-invoice', { data });
    assert.equal(error_code, 'einvoice_refused');
    assert.equal(await seller.ok('get-count-invoices'), 0);
    return message;
  };

  test('are refused at creation with everything that buyer and seller lack', async () => {
    const seller = await kvitt.account(NO_ADDRESS);
    const customer = { ...einvoiceCustomer, address: '', zip: '' };
    const message = await refusal(seller, invoice({ customer }));
    assert.equal(
      message,
      'The e-invoice cannot be made as it is: send customer.address (street and house number); send customer.zip ' +
        '(postal code); the account has no address; ask the operator to add its street; the account has no postal ' +
        'code; ask the operator to add it',
    );
    assert.match(await refusal(seller, invoice({ customer, save: true })), /customer\.zip/);
  });

  test("with a claim need the seller's bank account", async () => {
    const seller = await kvitt.account({ ...ADDRESS, bank_account: '' });
    const message = await refusal(seller, invoice({ customer: einvoiceCustomer, is_claim: true }));
    assert.match(message, /bank_account/);
  });

  test('need only street and postal code, and paper invoices need neither', async () => {
    const seller = await kvitt.account({ address: 'Gata 1', zip: '600' });
    const customer = { ...einvoiceCustomer, city: '' };
    await seller.ok('create-invoice', { data: invoice({ customer }) });
    await seller.ok('create-invoice', { data: invoice({ items: [line()] }) });
  });

  test('from an order are refused with the same message', async () => {
    const seller = await kvitt.account(ADDRESS);
    const data = { customer: einvoiceCustomer, currency: 'ISK', items: [line()] };
    const guid = await seller.ok('create-order-invoice', { data });
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, NO_ADDRESS);
    for (const [endpoint, body] of [
      ['create-order-invoice', { data }],
      ['create-invoice-from-order', { guid }],
    ] as const) {
      const { error_code, message } = await seller.expectRefusal(endpoint, body);
      assert.equal(error_code, 'einvoice_refused');
      assert.match(message, /the account has no address/);
    }
  });

  test('carry attachments of the types that the network accepts, as far as they fit', async () => {
    const seller = await kvitt.account(ADDRESS);
    const files: [name: string, bytes: Buffer | string][] = [
      ['verk.pdf', '%PDF-1.7\n%%EOF'],
      ['lesið.txt', 'texti'],
      ['mynd & <2>.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
      ['stór.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000_000)])],
      ['stærri.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000_000)])],
    ];
    const ids: string[] = [];
    for (const [name, bytes] of files) ids.push((await uploadFile(seller, name, bytes)).body.result);
    const data = invoice({ customer: einvoiceCustomer, files: ids.join(',') });
    const tree = await einvoice(seller, await seller.ok('create-invoice', { data }));
    const attachments = tree
      .all('AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject')
      .map(({ attributes: { filename, mimeCode }, text }) => [filename, mimeCode, text.length > 0]);
    assert.deepEqual(attachments, [
      ['reikningur-1.pdf', 'application/pdf', true],
      ['verk.pdf', 'application/pdf', true],
      ['mynd & <2>.png', 'image/png', true],
      ['stór.pdf', 'application/pdf', true],
    ]);
  });

  test('to a foreign buyer need a VAT number with a known country, and are refused clearly otherwise', async () => {
    const seller = await kvitt.account(ADDRESS);
    const customer = { name: 'Käufer GmbH', output_select: 4, vat: 'DE 123456789', tax_exempt: true };
    const guid = await seller.ok('create-invoice', {
      data: invoice({ customer, amount: 1000, currency: 'EUR', exchange_rate: 140 }),
    });
    const party = (await einvoice(seller, guid)).one('AccountingCustomerParty/Party');
    assert.equal(party.at('PostalAddress/Country/IdentificationCode'), 'DE');
    assert.deepEqual(party.one('EndpointID').attributes, { schemeID: '9930' });
    const note = await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1000, ref_invoice_guid: guid },
    });
    assert.equal((await einvoice(seller, note)).name, 'CreditNote');
    const unknown = await seller.ok('create-invoice', {
      data: invoice({ customer: { ...customer, vat: '' }, amount: 1000 }),
    });
    const { message } = await seller.expectRefusal('get-invoice-xml', { guid: unknown });
    assert.match(
      message,
      /or of a buyer abroad customer\.vat \(its VAT number with the letters of its country/,
    );
    const sent = { ...customer, output_select: 2, email: 'k@b.example' };
    const refused = await seller.expectRefusal('create-invoice', {
      data: invoice({ customer: sent, amount: 1000 }),
    });
    assert.match(refused.message, /customer\.trading_partner_id is required/);
  });

  test('are refused at creation when a name or an address is unreadable', async () => {
    const seller = await kvitt.account(ADDRESS);
    const unnamed = { ...einvoiceCustomer, registration_no: '', name: '\u0001\u200b' };
    assert.match(
      (await seller.expectRefusal('create-invoice', { data: invoice({ customer: unnamed }) })).message,
      /customer\.name is required/,
    );
    const message = await refusal(seller, invoice({ customer: { ...einvoiceCustomer, zip: '\u0002' } }));
    assert.match(message, /customer\.zip/);
  });
});
