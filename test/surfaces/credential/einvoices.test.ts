import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { EmbeddedHub } from '../../../src/adapters/einvoice/embedded.ts';
import { followEinvoices, sendEinvoice } from '../../../src/jobs/deliveries.ts';
import type { JobCaller } from '../../../src/kernel/operations/caller.ts';
import { DeliveryRejected, type EinvoiceNetwork } from '../../../src/kernel/ports/ports.ts';
import { companyKennitala } from '../../domain/generators.ts';
import { treeOf } from '../../rendering/tree.ts';
import { type Client, invoice } from '../../support/client.ts';
import { runJobs, runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const PARTNER = companyKennitala(815);
let buyers = 0;
const einvoiceCustomer = () => {
  buyers += 1;
  const email = `buyer${buyers}@rafkaup.example`;
  const address = { address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' };
  return { name: 'Rafkaup ehf.', output_select: 2, trading_partner_id: PARTNER, email, ...address };
};

onBothDatabases('e-invoices', (kvitt) => {
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    kvitt.service.engine.kernel.ports.einvoice = new EmbeddedHub(kvitt.service.engine.kernel.db);
  });
  const account = (fields: object = {}) =>
    kvitt.account({ address: 'Hafnarstræti 12', zip: '600', city: 'Akureyri', vat_no: '145678', ...fields });
  const createInvoice = async (seller: Client, fields: Record<string, unknown> = {}) => {
    const customer = einvoiceCustomer();
    return {
      email: customer.email,
      guid: await seller.ok('create-invoice', { data: invoice({ customer, ...fields }) }),
    };
  };
  const readState = async (seller: Client, guid: string) =>
    (await seller.ok('get-invoice', { guid })).xml_status;
  const fetchHubDocuments = async ({ username }: Client) =>
    (await kvitt.operator('GET', `/sandbox/einvoices?account=${username}`)).body;
  const setHubState = (guid: string, body: object) =>
    kvitt.operator('POST', `/sandbox/einvoices/${guid}`, body);

  test('are queued when the invoice is issued, sent to the hub once, and polled until the end', async () => {
    const seller = await account();
    const { guid, email } = await createInvoice(seller);
    assert.equal(await readState(seller, guid), 'queued');
    assert.deepEqual(await fetchHubDocuments(seller), []);
    await runJobsWithoutFailure(kvitt);
    await runJobsWithoutFailure(kvitt);
    const [{ xml, ...document }, ...more] = await fetchHubDocuments(seller);
    assert.deepEqual([document, more], [{ invoice_guid: guid, recipient: PARTNER, status: 'sent' }, []]);
    assert.match(xml, /<Invoice [^>]*xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/);
    assert.equal(await readState(seller, guid), 'sent');
    assert.deepEqual(await mails(kvitt, email), []);
    const response = await setHubState(guid, { status: 'delivered' });
    assert.deepEqual([response.status, response.body], [200, { invoice_guid: guid, status: 'delivered' }]);
    assert.equal(await readState(seller, guid), 'delivered');
    const { timeline } = await seller.ok('get-invoice', { guid });
    assert.deepEqual(
      timeline.map(({ event, via, recipient }: Record<string, string>) => [event, via, recipient]),
      [
        ['issued', '', ''],
        ['sent', 'einvoice', PARTNER],
        ['delivered', 'einvoice', PARTNER],
      ],
    );
  });

  test('of credit notes are CreditNote documents', async () => {
    const seller = await account();
    const { guid } = await createInvoice(seller);
    const note = await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid },
    });
    await runJobsWithoutFailure(kvitt);
    const documents = await fetchHubDocuments(seller);
    const xml = documents.find(({ invoice_guid }: { invoice_guid: string }) => invoice_guid === note)?.xml;
    assert.match(xml, /<CreditNote /);
    assert.equal(await readState(seller, note), 'sent');
  });

  test('of a draft are queued when it is issued', async () => {
    const seller = await account();
    const { guid } = await createInvoice(seller, { save: 1 });
    assert.equal(await readState(seller, guid), '');
    await seller.ok('issue-invoice', { guid });
    assert.equal(await readState(seller, guid), 'queued');
    await runJobsWithoutFailure(kvitt);
    assert.equal(await readState(seller, guid), 'sent');
  });

  test('that are rejected return the reason, stay rejected, and may be sent again', async () => {
    const seller = await account();
    const { guid, email } = await createInvoice(seller);
    await runJobsWithoutFailure(kvitt);
    await setHubState(guid, { status: 'rejected', reason: 'Unknown recipient' });
    assert.equal(await readState(seller, guid), 'rejected');
    const last = (await seller.ok('get-invoice', { guid })).timeline.at(-1);
    assert.deepEqual([last.event, last.reason], ['rejected', 'Unknown recipient']);
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await mails(kvitt, email), []);
    await setHubState(guid, { status: 'delivered' }); // A rejected document cannot become delivered.
    assert.equal(await readState(seller, guid), 'rejected');
    await seller.ok('resend-invoice', { guid });
    assert.equal(await readState(seller, guid), 'queued');
    const repeated = await seller.expectRefusal('resend-invoice', { guid });
    assert.equal(repeated.error_code, 'delivery_refused');
    await runJobsWithoutFailure(kvitt);
    assert.equal(await readState(seller, guid), 'sent');
    assert.equal((await fetchHubDocuments(seller))[0].status, 'sent');
  });

  test('that are rejected are mailed once instead, where the account is configured so', async () => {
    const seller = await account();
    const settings = { einvoice_email_fallback: true };
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings });
    const { guid, email } = await createInvoice(seller);
    await runJobsWithoutFailure(kvitt);
    await setHubState(guid, { status: 'rejected' });
    await setHubState(guid, { status: 'failed' });
    await runJobsWithoutFailure(kvitt);
    await runJobsWithoutFailure(kvitt);
    const [mail, ...more] = await mails(kvitt, email);
    assert.match(mail.subject, /^Reikningur 1 /);
    assert.equal(mail.attachments[0].contentType, 'application/pdf');
    assert.deepEqual(more, []);
  });

  test('are retried while the access point is unavailable, and finally given up', async () => {
    const seller = await account();
    const { kernel } = kvitt.service.engine;
    const hub = kernel.ports.einvoice;
    const unavailable: EinvoiceNetwork = {
      states: async () => new Map(),
      submit: async () => {
        throw new DeliveryRejected('The e-invoice access point could not be reached', { refused: false });
      },
    };
    kernel.ports.einvoice = unavailable;
    const { guid } = await createInvoice(seller);
    assert.equal((await runJobs(kvitt)).failed, 1);
    assert.equal(await readState(seller, guid), 'queued');
    const [, failed] = (await seller.ok('get-invoice', { guid })).timeline;
    const reason = 'The e-invoice access point could not be reached';
    assert.deepEqual([failed.event, failed.reason], ['failed', reason]);
    kernel.ports.einvoice = hub;
    kvitt.now = () => new Date('2026-03-02T10:00:06Z');
    await runJobsWithoutFailure(kvitt);
    assert.equal(await readState(seller, guid), 'sent');

    kernel.ports.einvoice = unavailable;
    const { guid: lost } = await createInvoice(seller);
    const caller: JobCaller = {
      by: 'job',
      account: await kvitt.service.engine.accounts.byUsername(seller.username),
      via: 'job',
      ip: '',
      requestId: 'test',
    };
    const payload = { invoice_guid: lost, series: 'issue' };
    await sendEinvoice(kernel, { id: 0, kind: 'send-einvoice', attempts: 12, payload, caller });
    assert.equal(await readState(seller, lost), 'failed');
    const last = (await seller.ok('get-invoice', { guid: lost })).timeline.at(-1);
    assert.deepEqual([last.event, last.reason], ['given_up', reason]);
  });

  test('say why lines have no VAT, also on the credit note', async () => {
    const seller = await account();
    const line = { description: 'Leiga', qty: 1, unit_price: 500, tax: 'Z' };
    const items = [{ ...line, vat_kind: 'outside' }, line, { ...line, vat_kind: 'zero_rated' }];
    const { guid } = await createInvoice(seller, { items, amount: 1500 });
    const note = { type: 'credit', settlement_date: '2099-12-31', amount: 1500, ref_invoice_guid: guid };
    for (const document of [guid, await seller.ok('create-invoice', { data: note })]) {
      const { file } = await seller.ok('get-invoice-xml', { guid: document });
      const subtotals = treeOf(Buffer.from(file, 'base64').toString()).all('TaxTotal/TaxSubtotal');
      assert.deepEqual(
        subtotals.map((one) => [one.at('TaxCategory/ID'), one.at('TaxableAmount')]),
        [
          ['Z', '1000.00'],
          ['E', '500.00'],
        ],
      );
    }
  });

  test('carry the references that the buyer gave, from every kind of document', async () => {
    const seller = await account();
    const references = {
      ...{ order_number: 'PO-7731', contract_number: 'S-2026-4' },
      ...{ accounting_cost: '4410', project_reference: 'V-12' },
    };
    const read = async (guid: string) => {
      const { file } = await seller.ok('get-invoice-xml', { guid });
      const tree = treeOf(Buffer.from(file, 'base64').toString());
      const stored = await seller.ok('get-invoice', { guid });
      assert.deepEqual({ ...stored, ...references }, stored);
      const paths = ['OrderReference/ID', 'OrderReference/SalesOrderID', 'ContractDocumentReference/ID'];
      const typed = tree
        .all('AdditionalDocumentReference')
        .find((one) => one.at('DocumentTypeCode') === '50');
      const project = typed?.at('ID') ?? tree.at('ProjectReference/ID');
      return [...[...paths, 'AccountingCost'].map((path) => tree.at(path)), project];
    };
    const { guid } = await createInvoice(seller, references);
    assert.deepEqual(await read(guid), ['PO-7731', undefined, 'S-2026-4', '4410', 'V-12']);
    const note = { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid };
    assert.deepEqual(await read(await seller.ok('create-invoice', { data: note })), [
      'PO-7731',
      undefined,
      'S-2026-4',
      '4410',
      'V-12',
    ]);
    const {
      settlement_date: _,
      type: __,
      ...body
    } = invoice({ customer: einvoiceCustomer(), ...references });
    const order = await seller.ok('create-order-invoice', { data: body });
    await seller.ok('update-order-invoice', { guid: order, data: { description: 'Afhent' } });
    const ordered = await seller.ok('get-order-invoice', { guid: order });
    assert.equal(ordered.order_number, 'PO-7731');
    const made = await seller.ok('create-invoice-from-order', { guid: order });
    assert.deepEqual(await read(made), ['PO-7731', '1', 'S-2026-4', '4410', 'V-12']);
    const unnumbered = await seller.ok('create-order-invoice', { data: { ...body, order_number: '' } });
    const other = await seller.ok('create-invoice-from-order', { guid: unnumbered });
    const xml = Buffer.from((await seller.ok('get-invoice-xml', { guid: other })).file, 'base64').toString();
    assert.match(xml, /<cbc:BuyerReference>/);
    assert.match(xml, /<cac:OrderReference>\s*<cbc:ID>NA<\/cbc:ID>\s*<cbc:SalesOrderID>2</);
    await seller.expectRefusal('create-invoice', {
      data: invoice({ customer: einvoiceCustomer(), order_number: 'x'.repeat(201) }),
    });
  });

  test('reach a buyer abroad by its Peppol address, and an invalid address is refused', async () => {
    const seller = await account();
    const customer = { ...einvoiceCustomer(), trading_partner_id: '0208 : 0202239951', address: '', zip: '' };
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    await runJobsWithoutFailure(kvitt);
    const [document] = await fetchHubDocuments(seller);
    assert.equal(document.recipient, '0208:0202239951');
    assert.match(document.xml, /<cbc:EndpointID schemeID="0208">0202239951</);
    assert.match(document.xml, /<cbc:PaymentMeansCode>30</);
    assert.equal(await readState(seller, guid), 'sent');
    for (const trading_partner_id of ['0208:0202239952', '9999:123456', '0196:5501234560', '9930:']) {
      const { error_code } = await seller.expectRefusal('create-invoice', {
        data: invoice({ customer: { ...customer, trading_partner_id } }),
      });
      assert.equal(error_code, 'field_invalid', trading_partner_id);
    }
    const unknown = { ...customer, trading_partner_id: '0088:7300010000001' };
    const refusal = await seller.expectRefusal('create-invoice', { data: invoice({ customer: unknown }) });
    assert.match(refusal.message, /send customer\.vat/);
  });

  test('are refused with a name of invisible characters or an invalid VAT number', async () => {
    const seller = await account();
    for (const [field, value] of [
      ['name', '\u200b\u200b'],
      ['address', '\u2060\ufeff'],
      ['zip', '\u3164'],
      ['vat', 'IT12345678901'],
      ['vat', 'DE12345'],
    ]) {
      const customer = { ...einvoiceCustomer(), [String(field)]: value };
      await seller.expectRefusal('create-invoice', { data: invoice({ customer }) });
    }
    for (const vat of ['24', '98765', 'IT00743110157', 'ekki VSK']) {
      await seller.ok('create-invoice', { data: invoice({ customer: { ...einvoiceCustomer(), vat } }) });
    }
  });

  test('are polled for one account although polling fails for another', async () => {
    const { kernel, accounts } = kvitt.service.engine;
    const [failingAccount, workingAccount] = [await account(), await account()];
    await createInvoice(failingAccount);
    const { guid } = await createInvoice(workingAccount);
    await runJobsWithoutFailure(kvitt);
    const hub = new EmbeddedHub(kernel.db);
    await hub.answer(guid, 'delivered', '');
    const { id } = (await accounts.byUsername(failingAccount.username)) ?? {};
    const states: EinvoiceNetwork['states'] = async (accountId, references) => {
      if (accountId === id)
        throw new DeliveryRejected('The e-invoice access point answered 500', { refused: false });
      return hub.states(accountId, references);
    };
    const half = { submit: hub.submit.bind(hub), states };
    const following = { ...kernel, ports: { ...kernel.ports, einvoice: half } };
    await assert.rejects(
      followEinvoices(following, kvitt.now(), (account) => accounts.byId(account)),
      /answered 500$/,
    );
    assert.equal(await readState(workingAccount, guid), 'delivered');
  });

  test('accept state changes only for documents that the hub has, and only with known states', async () => {
    const seller = await account();
    const { guid } = await createInvoice(seller);
    assert.equal((await setHubState(guid, { status: 'delivered' })).status, 404);
    assert.equal((await setHubState('nonsense', { status: 'delivered' })).body.message, 'No einvoice found');
    const wrong = await setHubState(guid, { status: 'lost' });
    assert.equal(wrong.status, 422);
    assert.equal(wrong.body.message, 'Field status must be one of: sent, delivered, rejected, failed');
    assert.equal((await kvitt.operator('GET', '/sandbox/einvoices?account=nobody')).status, 404);
    assert.equal((await kvitt.operator('GET', '/sandbox/einvoices')).status, 422);
  });
});

async function mails(kvitt: TestService, to: string): Promise<any[]> {
  return (await kvitt.operator('GET', `/sandbox/mail?to=${to}`)).body;
}
