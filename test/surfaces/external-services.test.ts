import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Environment, readConfig } from '../../src/config.ts';
import { TestService } from '../support/service.ts';

const SERVERS = {
  KVITT_SMTP_URL: 'smtp://127.0.0.1:1',
  KVITT_MAIL_FROM: 'Kvitt <reikningar@kvitt.example>',
  KVITT_EINVOICE_URL: 'http://127.0.0.1:1/documents/',
  KVITT_EINVOICE_KEY: 'a key',
};

describe('real servers in the configuration', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres', SERVERS));
  after(() => kvitt.stop());

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
    const { smtp, einvoice } = readConfig({ KVITT_SECRET: 'a secret that is long enough', ...SERVERS });
    const from = 'reikningar@kvitt.example';
    assert.deepEqual(smtp, { url: SERVERS.KVITT_SMTP_URL, from, returns: undefined });
    assert.deepEqual(einvoice, { url: 'http://127.0.0.1:1/documents', key: 'a key' });
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
  });
});
