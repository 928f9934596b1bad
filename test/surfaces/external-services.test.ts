import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Environment, readConfig } from '../../src/config.ts';
import { invoice } from '../support/client.ts';
import { runJobs } from '../support/jobs.ts';
import { CENTRAL_BANK_XML } from '../support/published-rates.ts';
import { TestService } from '../support/service.ts';

const SERVERS = {
  KVITT_SMTP_URL: 'smtp://127.0.0.1:1',
  KVITT_MAIL_FROM: 'Kvitt <reikningar@kvitt.example>',
  KVITT_EINVOICE_URL: 'http://127.0.0.1:1/documents/',
  KVITT_EINVOICE_KEY: 'a key',
};

describe('real servers in the configuration', () => {
  const kvitt = new TestService();
  let centralBank: Server;
  let published = CENTRAL_BANK_XML;
  before(async () => {
    centralBank = createServer((_, response) => response.end(published));
    await new Promise<void>((resolve) => centralBank.listen(0, '127.0.0.1', resolve));
    const { port } = centralBank.address() as AddressInfo;
    await kvitt.startOwn('postgres', { ...SERVERS, KVITT_RATES_URL: `http://127.0.0.1:${port}/` });
  });
  after(async () => {
    await kvitt.stop();
    centralBank.close();
  });

  test('publish the rates that invoices use; a correction of the operator stays, and so does the last rate', async () => {
    const seller = await kvitt.account();
    const rateOf = async (currency: string) => {
      const guid = await seller.ok('create-invoice', {
        data: invoice({ currency, issue_date: '2026-03-17', due_date: '2026-03-18' }),
      });
      return (await seller.ok('get-invoice', { guid })).exchange_rate;
    };
    await kvitt.operator('PUT', '/rates/USD/2026-03-16', { rate: 125 });
    const { ran } = await runJobs(kvitt);
    assert.deepEqual([ran['fetch-rates'], await rateOf('EUR'), await rateOf('USD')], [1, 147.2, 125]);
    published = '<html>Down for maintenance</html>';
    const { failed } = await runJobs(kvitt);
    assert.deepEqual([failed, await rateOf('EUR')], [1, 147.2]);
    published = CENTRAL_BANK_XML.replaceAll('3/16/2026', '3/17/2026').replace('147.2', '148.1');
    await runJobs(kvitt);
    assert.equal(await rateOf('EUR'), 148.1);
  });

  test('disable the sandbox endpoints', async () => {
    const calls = [
      ['GET', '/sandbox/mail?to=a@b.is'],
      ['GET', '/sandbox/einvoices?account=demo'],
      ['POST', '/sandbox/einvoices/0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'],
    ] as const;
    for (const [method, path] of calls) {
      const { status, body } = await kvitt.operator(method, path, method === 'POST' ? {} : undefined);
      assert.deepEqual([status, body.error], [404, 'path_not_found'], path);
    }
  });
});

describe('delivery settings', () => {
  const mistakes = (env: Environment) => {
    try {
      readConfig({ KVITT_SECRET: 'a secret that is long enough', ...env });
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').slice(1);
    }
  };
  test('are undefined or complete', () => {
    assert.deepEqual(mistakes({}), []);
    assert.deepEqual(mistakes(SERVERS), []);
    const read = (env: Environment) =>
      readConfig({ KVITT_SECRET: 'a secret that is long enough', ...SERVERS, ...env });
    const { smtp, einvoice, einvoiceInbox } = read({});
    const from = 'reikningar@kvitt.example';
    assert.deepEqual(smtp, { url: SERVERS.KVITT_SMTP_URL, from, returns: undefined });
    assert.deepEqual(einvoice, { url: 'http://127.0.0.1:1/documents', key: 'a key' });
    assert.equal(einvoiceInbox, undefined);
    const inbox = read({ KVITT_EINVOICE_INBOX_URL: 'https://hub.example/in/' }).einvoiceInbox;
    assert.deepEqual(inbox, { url: 'https://hub.example/in', key: 'a key' });
  });
  test('report every mistake', () => {
    assert.deepEqual(mistakes({ KVITT_SMTP_URL: 'mail.example:25', KVITT_MAIL_FROM: 'Kvitt' }), [
      '  - KVITT_SMTP_URL must be an address that begins with smtp:// or smtps://',
      '  - KVITT_MAIL_FROM must be an e-mail address',
    ]);
    assert.deepEqual(mistakes({ KVITT_SMTP_URL: 'smtp://mail.example', KVITT_EINVOICE_KEY: 'a key' }), [
      '  - KVITT_MAIL_FROM is required with KVITT_SMTP_URL: the address that mail is sent from',
      '  - KVITT_EINVOICE_KEY is of use only with KVITT_EINVOICE_URL',
    ]);
    assert.deepEqual(mistakes({ KVITT_EINVOICE_INBOX_URL: 'http://hub.example/in' }), [
      '  - KVITT_EINVOICE_INBOX_URL must begin with https:// unless it is on this machine',
      '  - KVITT_EINVOICE_INBOX_URL is of use only with KVITT_EINVOICE_URL',
    ]);
    assert.deepEqual(mistakes({ KVITT_RATES_URL: 'http://rates.example' }), [
      '  - KVITT_RATES_URL must begin with https:// unless it is on this machine',
    ]);
  });
});
