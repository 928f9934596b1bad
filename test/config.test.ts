import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Environment, readConfig } from '../src/config.ts';

const SECRET = { KVITT_SECRET: 'a secret that only the tests know' };
const BANK = { KVITT_BANK_URL: 'https://bank.example/iobws/', KVITT_BANK_TEMPLATE: 'K01' };

describe('the configuration of the bank', () => {
  test('is none as long as no address is set', () => {
    assert.equal(readConfig(SECRET).bank, undefined);
  });
  test('is read whole', () => {
    const env = {
      ...BANK,
      KVITT_BANK_TOKEN: 'a token',
      KVITT_BANK_DEFAULT_INTEREST: '12.5',
      KVITT_BANK_TIMEOUT: '5',
    };
    assert.deepEqual(readConfig({ ...SECRET, ...env }).bank, {
      url: 'https://bank.example/iobws',
      token: 'a token',
      tokenFile: undefined,
      template: 'K01',
      defaultInterest: 12.5,
      timeoutMs: 5000,
    });
  });
  test('may name a bank on this machine by http', () => {
    for (const url of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000']) {
      assert.equal(readConfig({ ...SECRET, ...BANK, KVITT_BANK_URL: url }).bank?.url, url);
    }
  });

  const mistakes: [what: string, env: Environment, mistake: string][] = [
    ['no address', { KVITT_BANK_TOKEN: 'a token' }, 'KVITT_BANK_TOKEN has no use without KVITT_BANK_URL'],
    [
      'no http address',
      { ...BANK, KVITT_BANK_URL: 'bank.example' },
      'KVITT_BANK_URL must be an address that begins with https:// or http://',
    ],
    [
      'plain http to another machine',
      { ...BANK, KVITT_BANK_URL: 'http://bank.example' },
      'KVITT_BANK_URL must begin with https:// unless the bank is on this machine',
    ],
    [
      'no template',
      { KVITT_BANK_URL: BANK.KVITT_BANK_URL },
      'KVITT_BANK_TEMPLATE is required with KVITT_BANK_URL: three digits or capital letters',
    ],
    [
      'a template of another form',
      { ...BANK, KVITT_BANK_TEMPLATE: 'k1' },
      'KVITT_BANK_TEMPLATE is required with KVITT_BANK_URL: three digits or capital letters',
    ],
    [
      'two tokens',
      { ...BANK, KVITT_BANK_TOKEN: 'a token', KVITT_BANK_TOKEN_FILE: 'package.json' },
      'Only one of KVITT_BANK_TOKEN and KVITT_BANK_TOKEN_FILE can be set',
    ],
    [
      'a file that is not there',
      { ...BANK, KVITT_BANK_TOKEN_FILE: '/no/token' },
      'There is no file /no/token',
    ],
    [
      'interest above all',
      { ...BANK, KVITT_BANK_DEFAULT_INTEREST: '101' },
      'KVITT_BANK_DEFAULT_INTEREST must be a percentage from 0 to 100, not "101"',
    ],
    [
      'interest in words',
      { ...BANK, KVITT_BANK_DEFAULT_INTEREST: '-1' },
      'KVITT_BANK_DEFAULT_INTEREST must be a percentage from 0 to 100, not "-1"',
    ],
    [
      'no patience',
      { ...BANK, KVITT_BANK_TIMEOUT: '0' },
      'KVITT_BANK_TIMEOUT must be a whole number from 1 to 60, not "0"',
    ],
  ];
  for (const [what, env, mistake] of mistakes) {
    test(`is refused with ${what}`, () => {
      assert.throws(() => readConfig({ ...SECRET, ...env }), {
        message: `The configuration has mistakes:\n  - ${mistake}`,
      });
    });
  }
});
