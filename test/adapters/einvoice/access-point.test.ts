import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import { AccessPoint } from '../../../src/adapters/einvoice/access-point.ts';
import type { DeliveryRejected, EinvoiceOrder } from '../../../src/kernel/ports/ports.ts';
import { findFreePort } from '../../support/free-port.ts';

const ORDER: EinvoiceOrder = {
  accountId: 1,
  guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
  transmission: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c91',
  document: 'Invoice',
  senderKennitala: '5501234520',
  recipient: '5402696029',
  xml: '<?xml version="1.0" encoding="UTF-8"?>\n<Invoice xmlns="urn:oasis"><ID>1</ID></Invoice>\n',
  createdAt: new Date('2026-03-02T10:00:00Z'),
};

interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

describe('access point client', () => {
  let server: Server;
  let url: string;
  let seen: Seen[] = [];
  type Answer = { status: number; body: string } | 'silence';
  let answer: Answer;
  let answers: Record<string, Answer> = {};
  let point: AccessPoint;

  before(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      const own = answers[request.url ?? ''] ?? answer;
      if (own === 'silence') return;
      response.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/documents`;
    point = new AccessPoint({ url, key: 'a key' });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test('sends the document in an SBDH envelope with sender, receiver and type', async () => {
    seen = [];
    answer = { status: 202, body: '{"id": "ap-7", "status": "accepted"}' };
    assert.deepEqual(await point.submit(ORDER), { reference: 'ap-7', status: 'sent', reason: '' });
    const [call] = seen;
    assert.deepEqual([call?.method, call?.path], ['POST', '/documents']);
    assert.equal(call?.headers.authorization, 'Bearer a key');
    assert.equal(call?.headers['idempotency-key'], ORDER.transmission);
    const tree = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(call?.body ?? '');
    const { StandardBusinessDocumentHeader: header, Invoice } = tree.StandardBusinessDocument;
    assert.equal(header.Sender.Identifier['#text'], '0196:5501234520');
    assert.equal(header.Receiver.Identifier['#text'], '0196:5402696029');
    assert.equal(header.Receiver.Identifier['@_Authority'], 'iso6523-actorid-upis');
    assert.equal(header.DocumentIdentification.InstanceIdentifier, ORDER.transmission);
    assert.equal(header.DocumentIdentification.Type, 'Invoice');
    assert.deepEqual(Object.keys(header), [
      'HeaderVersion',
      'Sender',
      'Receiver',
      'DocumentIdentification',
      'BusinessScope',
    ]);
    const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
    assert.deepEqual(Object.entries(header.DocumentIdentification), [
      ['Standard', ubl],
      ['TypeVersion', '2.1'],
      ['InstanceIdentifier', ORDER.transmission],
      ['Type', 'Invoice'],
      ['CreationDateAndTime', '2026-03-02T10:00:00.000Z'],
    ]);
    const billing = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
    assert.deepEqual(header.BusinessScope.Scope, [
      {
        Type: 'DOCUMENTID',
        InstanceIdentifier: `${ubl}::Invoice##${billing}::2.1`,
        Identifier: 'busdox-docid-qns',
      },
      {
        Type: 'PROCESSID',
        InstanceIdentifier: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        Identifier: 'cenbii-procid-ubl',
      },
      { Type: 'COUNTRY_C1', InstanceIdentifier: 'IS' },
    ]);
    assert.equal(Invoice.ID, '1');
  });

  test('treats 409 as delivered', async () => {
    answer = { status: 409, body: '{"message": "Duplicate"}' };
    const { reference, status } = await point.submit(ORDER);
    assert.deepEqual([reference, status], [ORDER.transmission, 'sent']);
  });

  test('polls each document by its id and omits unknown ones', async () => {
    seen = [];
    answer = { status: 200, body: '{"status": "rejected", "reason": "Unknown recipient"}' };
    const states = await point.states(1, ['ap-7', 'a/b']);
    const news = { status: 'rejected', reason: 'Unknown recipient' };
    assert.deepEqual([...states].sort(), [
      ['a/b', news],
      ['ap-7', news],
    ]);
    assert.deepEqual(seen.map(({ path }) => path).sort(), ['/documents/a%2Fb', '/documents/ap-7']);
    answer = { status: 200, body: '{"status": "constructor"}' };
    assert.equal((await point.states(1, ['ap-7'])).size, 0, 'an unknown word');
    answer = { status: 404, body: '{}' };
    assert.equal((await point.states(1, ['ap-8'])).size, 0);
  });

  test('treats an empty response with a success status as delivered', async () => {
    answer = { status: 202, body: '' };
    assert.deepEqual(await point.submit(ORDER), {
      reference: ORDER.transmission,
      status: 'sent',
      reason: '',
    });
  });

  for (const body of ['<html>Welcome</html>', '[]', 'null', '"sent"']) {
    test(`treats the body ${body} as a failure in spite of a success status`, async () => {
      answer = { status: 200, body };
      const unread = (error: DeliveryRejected) => /no JSON$/.test(error.message) && !error.refused;
      await assert.rejects(point.submit(ORDER), unread);
      await assert.rejects(point.states(1, ['ap-7']), unread);
    });
  }

  test('ignores unknown states', async () => {
    for (const word of ['in orbit', 'constructor', '']) {
      answer = { status: 200, body: JSON.stringify({ status: word }) };
      assert.equal((await point.states(1, ['ap-7'])).size, 0, word);
    }
    answer = { status: 200, body: '{"status": "Delivered"}' };
    assert.deepEqual((await point.states(1, ['ap-7'])).get('ap-7'), { status: 'delivered', reason: '' });
  });

  test('returns the other states if one document fails', async () => {
    answers = { '/documents/ap-1': { status: 500, body: 'oops' } };
    answer = { status: 200, body: '{"status": "delivered"}' };
    try {
      const all = Array.from({ length: 20 }, (_, n) => `ap-${n}`);
      const states = await point.states(1, all);
      assert.deepEqual([...states.keys()].sort(), all.filter((one) => one !== 'ap-1').sort());
      await assert.rejects(point.states(1, ['ap-1']), /answered 500$/);
    } finally {
      answers = {};
    }
  });

  test('stops polling after too many failures', async () => {
    seen = [];
    answer = { status: 503, body: '' };
    const many = Array.from({ length: 200 }, (_, n) => `ap-${n}`);
    await assert.rejects(point.states(1, many), /answered 503$/);
    assert.ok(seen.length < 50, `${seen.length}`);
  });

  const refusals = [
    [422, '{"message": "BR-16 is broken"}', 'The e-invoice access point answered 422: BR-16 is broken', true],
    [401, 'no', 'The e-invoice access point answered 401', false],
    [503, '<html>', 'The e-invoice access point answered 503', false],
  ] as const;
  for (const [status, body, message, refusal] of refusals) {
    test(`treats status ${status} as ${refusal ? 'a permanent rejection' : 'a temporary failure'}`, async () => {
      answer = { status, body };
      await assert.rejects(point.submit(ORDER), (error: DeliveryRejected) => {
        assert.deepEqual([error.message, error.refused], [message, refusal]);
        return true;
      });
    });
  }

  test('reports a timeout or an unreachable server', async () => {
    answer = 'silence';
    const hasty = new AccessPoint({ url, key: undefined, answerMs: 300 });
    await assert.rejects(hasty.submit(ORDER), /^Error: The e-invoice access point did not answer in time$/);
    const nowhere = new AccessPoint({ url: `http://127.0.0.1:${await findFreePort()}`, key: undefined });
    await assert.rejects(nowhere.submit(ORDER), /could not be reached$/);
  });
});
