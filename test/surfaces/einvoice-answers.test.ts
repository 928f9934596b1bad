import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { wrapInSbdh } from '../../src/adapters/einvoice/sbdh.ts';
import { sendEinvoiceAnswer } from '../../src/jobs/einvoice-answers.ts';
import { DeliveryRejected, type EinvoiceNetwork, type EinvoiceOrder } from '../../src/kernel/ports/ports.ts';
import { companyKennitala } from '../domain/generators.ts';
import { ublCreditNote, ublInvoice } from '../receipts/ubl.ts';
import { treeOf } from '../rendering/tree.ts';
import type { Client } from '../support/client.ts';
import type { ConsoleClient } from '../support/console-client.ts';
import { createCompleteCost, createCost } from '../support/costs.ts';
import { assertFollowsSchema, UBL } from '../support/invoice-response.ts';
import { runJobs, runJobsWithoutFailure } from '../support/jobs.ts';
import { addColleague, signInOwner } from '../support/people.ts';
import { onBothDatabases } from '../support/service.ts';
import { UNKNOWN_GUID } from '../support/unknown-guid.ts';

const OWN = companyKennitala(830);
const SENDER = ublInvoice.truth.supplier_id ?? '';

onBothDatabases('answers to received e-invoices', (kvitt) => {
  let buyer: Client;
  let owner: ConsoleClient;
  before(async () => {
    kvitt.now = () => new Date('2026-04-07T10:30:05Z');
    buyer = await kvitt.account({ name: 'Kaupandi & synir ehf.', registration_no: OWN });
    owner = await signInOwner(kvitt, buyer);
  });
  const receive = (xml = ublInvoice.xml) =>
    createCost(buyer, 'create-cost', {}, { name: 'reikningur.xml', bytes: xml });
  const answersOf = async (guid: string): Promise<any[]> =>
    (await buyer.ok('get-cost-einvoice', { guid })).answers;
  const documents = async (): Promise<any[]> =>
    (await kvitt.operator('GET', `/sandbox/einvoices?account=${buyer.username}`)).body;
  const documentOf = async (answer: string) =>
    (await documents()).find(({ invoice_guid }) => invoice_guid === answer);
  /** The hub of the test, for the time of some work. */
  async function withHub<T>(submit: EinvoiceNetwork['submit'], work: () => Promise<T>): Promise<T> {
    const { ports } = kvitt.service.engine.kernel;
    const hub = ports.einvoice;
    ports.einvoice = { states: (...all) => hub.states(...all), submit };
    return work().finally(() => {
      ports.einvoice = hub;
    });
  }

  test('accept it over the network, with all that the sender needs to know', async () => {
    const cost = await receive();
    assert.deepEqual(await answersOf(cost), [], 'nobody is answered by itself');
    const given = await owner.ok('answer-einvoice', { guid: cost, answer: 'accepted' });
    assert.deepEqual({ ...given, guid: '' }, { guid: '', answer: 'accepted', state: 'queued' });
    await runJobsWithoutFailure(kvitt);
    const [answer, ...more] = await answersOf(cost);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...answer, answered_by: '' },
      {
        ...{ guid: given.guid, answer: 'accepted', state: 'sent', reason: '', problem: '' },
        ...{ answered_at: '2026-04-07 10:30:05', answered_by: '' },
      },
    );
    assert.notEqual(answer.answered_by, '');
    const sent = await documentOf(given.guid);
    assert.equal(sent.recipient, SENDER);
    const root = assertFollowsSchema(sent.xml);
    const at = (path: string) => root.at(path);
    assert.deepEqual(['CustomizationID', 'ProfileID', 'ID', 'IssueDate', 'IssueTime'].map(at), [
      ...[
        'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
        'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
      ],
      ...[given.guid, '2026-04-07', '10:30:05Z'],
    ]);
    const names = [OWN, 'Kaupandi & synir ehf.', SENDER, ublInvoice.truth.supplier_name];
    const partyPaths = ['EndpointID', 'PartyLegalEntity/RegistrationName'];
    const parties = ['SenderParty', 'ReceiverParty'].flatMap((party) =>
      partyPaths.map((path) => at(`${party}/${path}`)),
    );
    assert.deepEqual(parties, names);
    for (const path of ['EndpointID', 'PartyIdentification/ID'])
      for (const [party, kennitala] of [
        ['SenderParty', OWN],
        ['ReceiverParty', SENDER],
      ]) {
        const { text, attributes } = root.one(`${party}/${path}`);
        assert.deepEqual([text, attributes], [kennitala, { schemeID: '0196' }]);
      }
    const code = root.one('DocumentResponse/Response/ResponseCode');
    assert.deepEqual([code.text, code.attributes], ['AP', { listID: 'UNCL4343OpSubset' }]);
    assert.deepEqual(root.all('DocumentResponse/Response/Status'), []);
    const reference = root.one('DocumentResponse/DocumentReference');
    assert.deepEqual(
      reference.children.map(({ name, text, attributes }) => [name, text, attributes]),
      [
        ['ID', 'R-30011', {}],
        ['IssueDate', '2026-03-31', {}],
        ['DocumentTypeCode', '380', { listID: 'UNCL1001' }],
      ],
    );
    const issuer = root.one('DocumentResponse/IssuerParty');
    assert.deepEqual(
      [issuer.at('PartyIdentification/ID'), issuer.at('PartyName/Name')],
      [SENDER, ublInvoice.truth.supplier_name],
    );
    const [event] = (await buyer.ok('get-events')).filter(({ type }: any) => type === 'cost.answered');
    assert.deepEqual(event.data, { guid: cost, answer: 'accepted' });
    assert.equal((await buyer.ok('get-cost', { guid: cost })).accounting_status, 'New', 'the cost waits');
  });

  test('reject it with a reason, also a credit note', async () => {
    const cost = await receive(ublCreditNote.xml);
    const reason = 'Rangt verð <á> línu 1\nog "vantar" pöntun & númer';
    const { guid } = await buyer.ok('answer-einvoice', { guid: cost, answer: 'rejected', reason });
    await runJobsWithoutFailure(kvitt);
    const [answer] = await answersOf(cost);
    assert.deepEqual(
      [answer.answer, answer.state, answer.reason, answer.answered_by],
      ['rejected', 'sent', reason, ''],
    );
    const root = assertFollowsSchema((await documentOf(guid)).xml);
    const response = root.one('DocumentResponse/Response');
    assert.equal(response.at('ResponseCode'), 'RE');
    const { text, attributes } = response.one('Status/StatusReasonCode');
    assert.deepEqual([text, attributes], ['OTH', { listID: 'OPStatusReason' }]);
    assert.equal(response.at('Status/StatusReason'), reason);
    assert.equal(root.at('DocumentResponse/DocumentReference/DocumentTypeCode'), '381');
  });

  test('query it first, and accept it afterwards', async () => {
    const cost = await receive();
    const query = { guid: cost, answer: 'in_query', reason: 'Hver pantaði?' };
    const { guid } = await buyer.ok('answer-einvoice', query);
    await runJobsWithoutFailure(kvitt);
    const response = assertFollowsSchema((await documentOf(guid)).xml).one('DocumentResponse/Response');
    assert.deepEqual([response.at('ResponseCode'), response.at('Status/StatusReason')], ['UQ', query.reason]);
    await buyer.ok('answer-einvoice', { guid: cost, answer: 'accepted', reason: 'Anna pantaði' });
    await runJobsWithoutFailure(kvitt);
    const states = (await answersOf(cost)).map(({ answer, state }) => [answer, state]);
    assert.deepEqual(states, [
      ['in_query', 'sent'],
      ['accepted', 'sent'],
    ]);
    const refused = await buyer.expectRefusal('answer-einvoice', query);
    assert.equal(refused.error_code, 'einvoice_answered');
  });

  test('need a reason for a rejection and a query, and one of the answers', async () => {
    const cost = await receive();
    for (const fields of [
      { answer: 'rejected' },
      { answer: 'in_query', reason: '' },
      { answer: 'rejected', reason: ' \u200b ' },
      { reason: 'Já' },
    ]) {
      const refused = await buyer.expectRefusal('answer-einvoice', { guid: cost, ...fields });
      assert.equal(refused.error_code, 'field_required', JSON.stringify(fields));
    }
    for (const fields of [{ answer: 'paid' }, { answer: 'rejected', reason: 'x'.repeat(1001) }]) {
      const refused = await buyer.expectRefusal('answer-einvoice', { guid: cost, ...fields });
      assert.equal(refused.error_code, 'field_invalid', JSON.stringify(fields));
    }
    assert.deepEqual(await answersOf(cost), []);
  });

  test('are given once, also when they are sent twice or at the same moment', async () => {
    const cost = await receive();
    const accepted = { guid: cost, answer: 'accepted' };
    const rejected = { guid: cost, answer: 'rejected', reason: 'Of dýrt' };
    const at = await Promise.all(
      [accepted, rejected, accepted].map((fields) => buyer.call('answer-einvoice', fields)),
    );
    const codes = at.map(({ error_code }) => error_code ?? 'ok');
    assert.deepEqual(codes.toSorted(), ['einvoice_answered', 'einvoice_answered', 'ok']);
    const before = (await documents()).length;
    await runJobsWithoutFailure(kvitt);
    assert.equal((await documents()).length, before + 1);
    assert.equal((await answersOf(cost)).length, 1);

    const other = await receive();
    const once = () =>
      buyer.ok('answer-einvoice', { ...accepted, guid: other }, { 'idempotency-key': 'answer-1' });
    const first = await once();
    assert.deepEqual(await once(), first, 'the same call is answered the same');
    const again = await buyer.expectRefusal('answer-einvoice', { ...rejected, guid: other });
    assert.equal(again.error_code, 'einvoice_answered');
    assert.equal((await answersOf(other)).length, 1);
  });

  test('are refused for costs of others, and for what has no sender in the network', async () => {
    const stranger = await kvitt.account({ registration_no: companyKennitala(831) });
    const cost = await receive();
    const refusal = async (client: Client, guid: string) =>
      (await client.expectRefusal('answer-einvoice', { guid, answer: 'accepted' })).error_code;
    assert.equal(await refusal(stranger, cost), 'cost_not_found');
    assert.equal(await refusal(buyer, UNKNOWN_GUID), 'cost_not_found');
    assert.equal(await refusal(buyer, await createCompleteCost(buyer)), 'einvoice_not_answerable');
    const unreachable = ublInvoice.xml
      .replace(/<cbc:EndpointID schemeID="0196">[^<]*<\/cbc:EndpointID>/, '')
      .replace(`<cbc:CompanyID schemeID="0196">${SENDER}</cbc:CompanyID>`, '');
    assert.equal(await refusal(buyer, await receive(unreachable)), 'einvoice_not_answerable');
    // The network refuses whatever goes to a number that is none of its register.
    const reachable = async (scheme: string, id: string) => {
      const endpoint = `<cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>`;
      const guid = await receive(unreachable.replace('<cac:Party>', `$&${endpoint}`));
      const { error_code } = await buyer.call('answer-einvoice', { guid, answer: 'accepted' });
      return error_code ?? 'reached';
    };
    for (const [scheme, right, wrong] of [
      ['0088', '7300010000001', '7300010000002'],
      ['0096', '1234567890', '12345678'],
      ['0151', '51824753556', '51824753557'],
      ['0198', 'DK12345678', '12345678'],
    ] as const)
      assert.deepEqual(
        [await reachable(scheme, right), await reachable(scheme, wrong)],
        ['reached', 'einvoice_not_answerable'],
        scheme,
      );
    assert.deepEqual(await answersOf(cost), []);
  });

  test('go to a sender abroad by the address of its document', async () => {
    const abroad = ublInvoice.xml
      .replace(/<cbc:EndpointID schemeID="0196">[^<]*/, '<cbc:EndpointID schemeID="9930">DE123456789')
      .replace(`<cbc:CompanyID schemeID="0196">${SENDER}</cbc:CompanyID>`, '');
    const cost = await receive(abroad);
    const { guid } = await buyer.ok('answer-einvoice', { guid: cost, answer: 'accepted' });
    await runJobsWithoutFailure(kvitt);
    const { recipient, xml } = await documentOf(guid);
    assert.equal(recipient, '9930:DE123456789');
    const receiver = assertFollowsSchema(xml).one('ReceiverParty');
    const { text, attributes } = receiver.one('EndpointID');
    assert.deepEqual([text, attributes], ['DE123456789', { schemeID: '9930' }]);
    assert.deepEqual(receiver.all('PartyIdentification'), [], '9930 is no register of ISO 6523');
  });

  test('name the kind of the document, and a plain one where the network does not know it in answers', async () => {
    const named = async (type: string, { xml } = ublInvoice) => {
      const code = type && `<cbc:InvoiceTypeCode>${type}</cbc:InvoiceTypeCode>`;
      const cost = await receive(xml.replace('<cbc:DocumentCurrencyCode>', `${code}$&`));
      const { guid } = await buyer.ok('answer-einvoice', { guid: cost, answer: 'accepted' });
      await runJobsWithoutFailure(kvitt);
      return assertFollowsSchema((await documentOf(guid)).xml).at(
        'DocumentResponse/DocumentReference/DocumentTypeCode',
      );
    };
    const types = ['', '380', '389', '751', '875', '999', '261'];
    const answered: unknown[] = [];
    for (const type of types) answered.push(await named(type));
    assert.deepEqual(answered, ['380', '380', '389', '751', '380', '380', '261']);
    assert.equal(await named('999', ublCreditNote), '381');
  });

  test('are given by owners and members, not by accountants and viewers', async () => {
    const cost = await receive();
    const fields = { guid: cost, answer: 'in_query', reason: 'Hvað er þetta?' };
    for (const role of ['accountant', 'viewer'] as const) {
      const person = await addColleague(kvitt, owner, role);
      assert.equal((await person.call('answer-einvoice', fields)).body.error, 'role_refused', role);
    }
    const member = await addColleague(kvitt, owner, 'member');
    await member.ok('answer-einvoice', fields);
    assert.equal((await answersOf(cost)).length, 1);
  });

  test('that the network refuses say why, and may be given again', async () => {
    const cost = await receive();
    const problem = 'The e-invoice access point answered 422: unknown receiver';
    const refuse = async () => {
      throw new DeliveryRejected(problem, { refused: true });
    };
    await buyer.ok('answer-einvoice', { guid: cost, answer: 'accepted' });
    await withHub(refuse, () => runJobsWithoutFailure(kvitt));
    const rejects = async () => ({ status: 'rejected' as const, reason: 'Not valid', reference: 'x' });
    const rejected = { guid: cost, answer: 'rejected', reason: 'Of seint' };
    await buyer.ok('answer-einvoice', rejected);
    await withHub(rejects, () => runJobsWithoutFailure(kvitt));
    await buyer.ok('answer-einvoice', { guid: cost, answer: 'accepted' });
    await runJobsWithoutFailure(kvitt);
    const states = (await answersOf(cost)).map((one) => [one.answer, one.state, one.problem]);
    assert.deepEqual(states, [
      ['accepted', 'refused', problem],
      ['rejected', 'refused', 'Not valid'],
      ['accepted', 'sent', ''],
    ]);
  });

  test('are retried as the same document while the network does not answer, and fail in the end', async () => {
    const cost = await receive();
    const { guid } = await buyer.ok('answer-einvoice', { guid: cost, answer: 'accepted' });
    const { kernel, accounts } = kvitt.service.engine;
    const hub = kernel.ports.einvoice;
    const orders: EinvoiceOrder[] = [];
    const loses = async (order: EinvoiceOrder) => {
      orders.push(order);
      await hub.submit(order);
      throw new DeliveryRejected('The e-invoice access point did not answer in time', { refused: false });
    };
    await withHub(loses, async () => assert.equal((await runJobs(kvitt)).failed, 1));
    assert.equal((await answersOf(cost))[0].state, 'queued');
    const before = await documents();
    kvitt.now = () => new Date('2026-04-07T10:40:05Z');
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await documents(), before, 'the hub has the document once');
    assert.equal((await answersOf(cost))[0].state, 'sent');
    const [order] = orders;
    assert.ok(order);
    assert.deepEqual([order.guid, order.transmission, order.senderKennitala], [guid, guid, OWN]);
    const envelope = treeOf(wrapInSbdh(order)).one('StandardBusinessDocumentHeader');
    const identifiers = envelope.all('BusinessScope/Scope/InstanceIdentifier').map(({ text }) => text);
    assert.deepEqual(identifiers, [
      `${UBL}:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1`,
      'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
      'IS',
    ]);
    assert.equal(envelope.at('Receiver/Identifier'), `0196:${SENDER}`);

    const unanswered = await receive();
    const { guid: lost } = await buyer.ok('answer-einvoice', {
      ...{ guid: unanswered, answer: 'in_query', reason: 'Hvenær?' },
    });
    const account = await accounts.byUsername(buyer.username);
    const caller = { by: 'job' as const, account, via: 'job' as const, ip: '', requestId: 'test' };
    const job = {
      id: 0,
      kind: 'send-einvoice-answer' as const,
      attempts: 12,
      payload: { guid: lost },
      caller,
    };
    await withHub(loses, () => sendEinvoiceAnswer(kernel, job));
    await withHub(loses, () => sendEinvoiceAnswer(kernel, job));
    const given = (await answersOf(unanswered)).map(({ state, problem }) => [state, problem]);
    assert.deepEqual(given, [['refused', 'The e-invoice access point did not answer in time']]);
    assert.equal(orders.length, 2, 'an answer that was given up is not sent again');
  });

  test('in query are not sent any more after a final answer', async () => {
    const cost = await receive();
    const offline = async () => {
      throw new DeliveryRejected('The e-invoice access point could not be reached', { refused: false });
    };
    await buyer.ok('answer-einvoice', { guid: cost, answer: 'in_query', reason: 'Hver pantaði?' });
    await withHub(offline, async () => assert.equal((await runJobs(kvitt)).failed, 1));
    await buyer.ok('answer-einvoice', { guid: cost, answer: 'accepted' });
    kvitt.now = () => new Date('2026-04-07T11:40:05Z');
    await runJobsWithoutFailure(kvitt);
    const states = (await answersOf(cost)).map((one) => [one.answer, one.state]);
    assert.deepEqual(states, [
      ['in_query', 'refused'],
      ['accepted', 'sent'],
    ]);
  });

  test('can be undone by a person before they are sent', async () => {
    const cost = await receive();
    const accepted = { guid: cost, answer: 'accepted' };
    const { status, body } = await owner.call('answer-einvoice', accepted, { prefer: 'respond-async' });
    assert.equal(status, 202, JSON.stringify(body));
    await owner.ok('undo-actions', { guids: [body.delayed.guid] });
    kvitt.now = () => new Date('2026-04-07T12:40:05Z');
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await answersOf(cost), []);
    assert.equal((await owner.ok('answer-einvoice', accepted)).state, 'queued');
  });
});
