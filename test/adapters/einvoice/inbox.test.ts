import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { AccessPointInbox } from '../../../src/adapters/einvoice/inbox.ts';
import { DeliveryRejected } from '../../../src/kernel/ports/ports.ts';
import { findFreePort } from '../../support/free-port.ts';
import { InboxServer } from '../../support/inbox-server.ts';

const XML = { 'content-type': 'application/xml' };

describe('inbox of the access point', () => {
  const server = new InboxServer();
  let refusals: object[] = [];
  let url = '';
  const open = (options: { url?: string; key?: string; answerMs?: number } = {}) =>
    new AccessPointInbox({
      ...{ url, key: 'a key', ...options },
      onRefused: (refusal) => void refusals.push(refusal),
    });
  const answer = (reply: (response: ServerResponse) => unknown) => {
    server.intercept = (_, response) => {
      reply(response);
      return true;
    };
  };
  const list = (body: unknown) => {
    answer((response) => response.end(typeof body === 'string' ? body : JSON.stringify(body)));
    return open().list();
  };
  const rejects = (call: Promise<unknown>, reason: RegExp) =>
    assert.rejects(call, (error: Error) => {
      assert.ok(error instanceof DeliveryRejected);
      assert.match(error.message, reason);
      return true;
    });

  before(async () => {
    url = await server.start();
  });
  after(() => server.stop());
  beforeEach(() => {
    refusals = [];
    server.intercept = () => false;
    server.calls = [];
  });

  test('lists each id once, without those that no path can have', async () => {
    const odd = [null, 7, {}, { id: 7 }, { id: '' }, { id: '.' }, { id: '..' }, { id: 'a b' }, { id: 'é' }];
    const documents = [{ id: 'b', size: 4 }, ...odd, { id: 'x'.repeat(201) }, { id: 'a/?#%2e' }, { id: 'b' }];
    assert.deepEqual(await list({ documents }), ['b', 'a/?#%2e']);
    assert.deepEqual(await list({ documents: [] }), []);
  });

  test('sends the key, and fetches each document by its id', async () => {
    server.documents.set('a/?#%2e', '<Invoice/>');
    assert.equal(String(await open().fetch('a/?#%2e', 10)), '<Invoice/>');
    await open({ key: '' }).acknowledge('a/?#%2e', { received: true, outcome: 'taken', guid: 'g' });
    assert.deepEqual(
      server.calls.map(({ method, id, authorization }) => [method, id, authorization]),
      [
        ['GET', 'a/?#%2e', 'Bearer a key'],
        ['POST', 'a/?#%2e', undefined],
      ],
    );
    assert.deepEqual(server.acknowledged.get('a/?#%2e'), { received: true, outcome: 'taken', guid: 'g' });
    assert.deepEqual(refusals, []);
  });

  test('reports what was refused once it is acknowledged', async () => {
    const refusal = { received: false, error_code: 'file_refused', message: 'Broken' } as const;
    answer((response) => response.writeHead(500).end());
    await rejects(open().acknowledge('a', refusal), /answered 500 to an acknowledgement$/);
    answer((response) => response.writeHead(404).end());
    await rejects(open().acknowledge('a', refusal), /answered 404 to an acknowledgement$/);
    assert.deepEqual(refusals, []);
    answer((response) => response.writeHead(202).end('{}'));
    await open().acknowledge('a', refusal);
    assert.deepEqual(refusals, [{ document: 'a', code: 'file_refused', reason: 'Broken' }]);
  });

  for (const body of ['<html>Welcome</html>', '[]', 'null', '""', '', '{}', '{"documents": {}}']) {
    test(`refuses the body ${body} as a list`, () => rejects(list(body), /is no list of documents$/));
  }

  test('limits the size of answers', async () => {
    const endless = async (response: ServerResponse, status = 200) => {
      response.writeHead(status, XML);
      const block = Buffer.alloc(1_000_000, ' ');
      for (let sent = 0; sent < 50 && !response.destroyed; sent++)
        if (!response.write(block))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      response.end();
    };
    answer((response) => endless(response));
    await rejects(open().list(), /answered with too long a list of documents$/);
    assert.equal(await open().fetch('a', 100), 'too_large');
    await open().acknowledge('a', { received: true, outcome: 'taken', guid: 'g' });
    answer((response) => endless(response, 503));
    await rejects(open().fetch('a', 100), /answered 503/);
    answer((response) => response.writeHead(200, XML).end('x'.repeat(100)));
    assert.equal(String(await open().fetch('a', 100)), 'x'.repeat(100));
    assert.equal(await open().fetch('a', 99), 'too_large');
  });

  test('rejects a failure, a redirect, a timeout and an answer of another type', async () => {
    answer((response) => response.writeHead(503).end('<html>'));
    await rejects(open().list(), /answered 503 instead of a list of documents$/);
    await rejects(open().fetch('a', 100), /answered 503 instead of a document$/);
    answer((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html/>'));
    await rejects(open().fetch('a', 100), /answered with something that is no XML$/);
    answer((response) => response.writeHead(302, { location: `${url}/b` }).end());
    await rejects(open().list(), /could not be reached$/);
    answer((response) => response.writeHead(200, XML).write('<Invoice>'));
    const hasty = open({ answerMs: 200 });
    await rejects(hasty.fetch('a', 100), /did not answer in time$/);
    answer(() => {});
    await rejects(hasty.list(), /did not answer in time$/);
    const nowhere = open({ url: `http://127.0.0.1:${await findFreePort()}` });
    await rejects(nowhere.list(), /could not be reached$/);
  });
});
