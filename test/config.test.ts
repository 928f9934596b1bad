import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Environment, readBooks, readConfig } from '../src/config.ts';
import { splitAddresses } from '../src/domain/service/database-address.ts';

const SECRET = { KVITT_SECRET: 'a secret that only the tests know' };
const BANK = { KVITT_BANK_URL: 'https://bank.example/iobws/', KVITT_BANK_TEMPLATE: 'K01' };

describe('bank settings', () => {
  test('of claims are undefined when no address is set', () => {
    assert.equal(readConfig(SECRET).bank, undefined);
  });
  test('all bank settings are read', () => {
    const env = {
      ...BANK,
      KVITT_BANK_TOKEN: 'a token',
      KVITT_BANK_DEFAULT_INTEREST: '12.5',
      KVITT_BANK_TIMEOUT: '5',
      KVITT_BANK_CLAIMS_VERSION: '3.2',
    };
    assert.deepEqual(readConfig({ ...SECRET, ...env }).bank, {
      url: 'https://bank.example/iobws',
      token: 'a token',
      tokenFile: undefined,
      template: 'K01',
      defaultInterest: 12.5,
      timeoutMs: 5000,
      version: '3.2',
    });
  });
  test('of the accounts at a bank are read, with four calls a day by default', () => {
    const env = {
      KVITT_BANK_ACCOUNTS_URL: 'https://bank.example/xs2a/',
      KVITT_BANK_ACCOUNTS_TOKEN: 'a token',
      KVITT_BANK_ACCOUNTS_TIMEOUT: '5',
    };
    assert.equal(readConfig(SECRET).bankAccounts, undefined);
    assert.deepEqual(readConfig({ ...SECRET, ...env }).bankAccounts, {
      url: 'https://bank.example/xs2a',
      token: 'a token',
      tokenFile: undefined,
      frequency: 4,
      timeoutMs: 5000,
    });
  });
  test('allow plain http to a bank on this machine', () => {
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
      'KVITT_BANK_URL must begin with https:// unless it is on this machine',
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
      'accounts without an address',
      { KVITT_BANK_ACCOUNTS_FREQUENCY: '8' },
      'KVITT_BANK_ACCOUNTS_FREQUENCY has no use without KVITT_BANK_ACCOUNTS_URL',
    ],
    [
      'accounts at an open address',
      { KVITT_BANK_ACCOUNTS_URL: 'http://bank.example' },
      'KVITT_BANK_ACCOUNTS_URL must begin with https:// unless it is on this machine',
    ],
    [
      'accounts that would be asked all the time',
      { KVITT_BANK_ACCOUNTS_URL: 'https://bank.example', KVITT_BANK_ACCOUNTS_FREQUENCY: '145' },
      'KVITT_BANK_ACCOUNTS_FREQUENCY must be a whole number from 1 to 144, not "145"',
    ],
    [
      'interest above 100',
      { ...BANK, KVITT_BANK_DEFAULT_INTEREST: '101' },
      'KVITT_BANK_DEFAULT_INTEREST must be a percentage from 0 to 100, not "101"',
    ],
    [
      'negative interest',
      { ...BANK, KVITT_BANK_DEFAULT_INTEREST: '-1' },
      'KVITT_BANK_DEFAULT_INTEREST must be a percentage from 0 to 100, not "-1"',
    ],
    [
      'a version of its interface that there is not',
      { ...BANK, KVITT_BANK_CLAIMS_VERSION: '3.0' },
      'KVITT_BANK_CLAIMS_VERSION must be 3.1 or 3.2, not "3.0"',
    ],
    [
      'a timeout of zero',
      { ...BANK, KVITT_BANK_TIMEOUT: '0' },
      'KVITT_BANK_TIMEOUT must be a whole number from 1 to 60, not "0"',
    ],
  ];
  for (const [title, env, mistake] of mistakes) {
    test(`refuse ${title}`, () => {
      assert.throws(() => readConfig({ ...SECRET, ...env }), {
        message: `The configuration has mistakes:\n  - ${mistake}`,
      });
    });
  }
});

describe('payment settings', () => {
  const STRIPE = { KVITT_STRIPE_KEY: 'sk_test_abc', KVITT_STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
  const PUBLIC = { KVITT_BASE_URL: 'https://kvitt.example' };

  test('use the test provider on this machine, and at a public address only when it is enabled', () => {
    const test = (env: Environment) => readConfig({ ...SECRET, ...env }).payments;
    assert.deepEqual(test({}), { stripe: undefined, test: true });
    assert.deepEqual(test({ KVITT_TEST_PAYMENTS: 'off' }), { stripe: undefined, test: false });
    assert.deepEqual(test(PUBLIC), { stripe: undefined, test: false });
    assert.deepEqual(test({ ...PUBLIC, KVITT_TEST_PAYMENTS: 'on' }), { stripe: undefined, test: true });
  });
  test('use Stripe when there is a key', () => {
    const { payments } = readConfig({ ...SECRET, ...STRIPE });
    const stripe = {
      url: 'https://api.stripe.com',
      key: 'sk_test_abc',
      webhookSecret: 'whsec_abc',
      timeoutMs: 15_000,
    };
    assert.deepEqual(payments, { stripe, test: false });
    const here = { ...STRIPE, KVITT_STRIPE_URL: 'http://127.0.0.1:9000/' };
    assert.equal(readConfig({ ...SECRET, ...here }).payments.stripe?.url, 'http://127.0.0.1:9000');
  });

  const mistakes: [what: string, env: Environment, mistake: string][] = [
    [
      'a key without a webhook secret',
      { KVITT_STRIPE_KEY: 'sk_test_abc' },
      'KVITT_STRIPE_KEY and KVITT_STRIPE_WEBHOOK_SECRET must be set together',
    ],
    [
      'a publishable key',
      { ...STRIPE, KVITT_STRIPE_KEY: 'pk_test_abc' },
      'KVITT_STRIPE_KEY must be a secret or restricted key, which begins with sk_ or rk_',
    ],
    [
      'a webhook secret of another form',
      { ...STRIPE, KVITT_STRIPE_WEBHOOK_SECRET: 'abc' },
      'KVITT_STRIPE_WEBHOOK_SECRET must be the secret of a webhook endpoint, which begins with whsec_',
    ],
    [
      'an address without a key',
      { KVITT_STRIPE_URL: 'https://stripe.example' },
      'KVITT_STRIPE_URL has no use without KVITT_STRIPE_KEY',
    ],
    [
      'plain http to another machine',
      { ...STRIPE, KVITT_STRIPE_URL: 'http://stripe.example' },
      'KVITT_STRIPE_URL must begin with https:// unless it is on this machine',
    ],
    [
      'Stripe and the test provider',
      { ...STRIPE, KVITT_TEST_PAYMENTS: 'on' },
      'KVITT_TEST_PAYMENTS cannot be on where KVITT_STRIPE_KEY is set',
    ],
  ];
  for (const [title, env, mistake] of mistakes) {
    test(`refuse ${title}`, () => {
      assert.throws(() => readConfig({ ...SECRET, ...env }), { message: new RegExp(`- ${mistake}$`, 'm') });
    });
  }
});

describe('tokens', () => {
  const operator = (KVITT_OPERATOR_TOKEN: string, more: Environment = {}) =>
    readConfig({ ...SECRET, KVITT_OPERATOR_TOKEN, ...more }).operatorToken;
  const PUBLIC = { KVITT_BASE_URL: 'https://kvitt.example' };

  test('of the operator have a decent length', () => {
    assert.equal(operator('eight888'), 'eight888');
    assert.equal(operator('sixteen-letters!', PUBLIC), 'sixteen-letters!');
    assert.throws(() => operator('op'), /KVITT_OPERATOR_TOKEN must have at least 8 characters/);
    assert.throws(
      () => operator('eight888', PUBLIC),
      /KVITT_OPERATOR_TOKEN must have at least 16 characters/,
    );
  });

  test('of the operator have enough different characters', () => {
    assert.throws(() => operator('aaaaaaaa'), /KVITT_OPERATOR_TOKEN must have at least 4 different/);
    assert.throws(
      () => operator('abcabcabcabcabcabc', PUBLIC),
      /at least 8 different characters; use a random/,
    );
    assert.equal(operator('abcdefgh-12345678', PUBLIC), 'abcdefgh-12345678');
  });

  test('for metrics have a minimum length as well', () => {
    const metrics = (env: Environment) => readConfig({ ...SECRET, ...env }).metrics;
    assert.deepEqual(metrics({ KVITT_METRICS_PORT: '9464' }), { port: 9464, token: undefined });
    assert.deepEqual(metrics({}), { port: undefined, token: undefined });
    assert.throws(
      () => metrics({ KVITT_METRICS_TOKEN: 'short' }),
      /KVITT_METRICS_TOKEN must have at least 16/,
    );
  });
});

describe('addresses and files', () => {
  const mistakes: [what: string, env: Environment, mistake: RegExp][] = [
    ['an SMTP server without a host', { KVITT_SMTP_URL: 'smtp://' }, /KVITT_SMTP_URL must name a host/],
    ...['https://kvitt.example?x=1', 'https://kvitt.example/#top', 'https://u:p@kvitt.example'].map(
      (KVITT_BASE_URL): [string, Environment, RegExp] => [
        `a public address such as ${KVITT_BASE_URL}`,
        { KVITT_BASE_URL },
        /KVITT_BASE_URL must have no query, fragment, username or password/,
      ],
    ),
    ...[
      'garbage',
      '1',
      'true',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '::1/129',
      '10.0.0.1/',
      '10.0.0.1,,10.0.0.2',
    ].map((KVITT_TRUST_PROXY): [string, Environment, RegExp] => [
      `the proxy ${KVITT_TRUST_PROXY}`,
      { KVITT_TRUST_PROXY },
      /KVITT_TRUST_PROXY must be IP addresses or networks such as 10\.0\.0\.0\/8, separated by commas, not "/,
    ]),
    [
      'TLS files that are no certificate',
      { KVITT_TLS_CERT: 'package.json', KVITT_TLS_KEY: 'package.json' },
      /KVITT_TLS_CERT and KVITT_TLS_KEY must be a certificate and its key, in PEM: /,
    ],
    [
      'a TLS file that is a directory',
      { KVITT_TLS_CERT: 'src', KVITT_TLS_KEY: 'src' },
      /KVITT_TLS_CERT and KVITT_TLS_KEY must be a certificate and its key, in PEM: EISDIR/,
    ],
  ];
  for (const [what, env, mistake] of mistakes) {
    test(`refuse ${what}`, () => {
      assert.throws(() => readConfig({ ...SECRET, ...env }), mistake);
    });
  }
  test('take every notation of proxies that the HTTP server takes', () => {
    const proxies = '10.0.0.1, 10.0.0.0/8,192.168.0.0/255.255.0.0, ::1,fd00::/8, loopback';
    assert.equal(readConfig({ ...SECRET, KVITT_TRUST_PROXY: proxies }).trustProxy, proxies);
  });
  test('allow a database that is named by its socket', () => {
    const url = 'postgres:///kvitt?host=/run/postgresql';
    assert.equal(readConfig({ ...SECRET, DATABASE_URL: url }).databaseUrl, url);
  });
});

describe('a database of several hosts', () => {
  const several = 'postgres://kvitt:a,b@first:5432,second,third:5434/books?sslmode=require';
  test('is taken as libpq has it, and split into one address for each', () => {
    assert.equal(readConfig({ ...SECRET, DATABASE_URL: several }).databaseUrl, several);
    assert.deepEqual(
      splitAddresses(several),
      ['first:5432', 'second', 'third:5434'].map((host) => several.replace(/@.*\/b/, `@${host}/b`)),
    );
    for (const one of ['postgres:///kvitt?host=/run/postgresql', 'postgres://first/books'])
      assert.deepEqual(splitAddresses(one), [one]);
  });
  test('is refused where one of them has a wrong port', () => {
    const env = { ...SECRET, DATABASE_URL: several.replace('5434', 'five') };
    assert.throws(() => readConfig(env), /DATABASE_URL must be an address that begins with postgres:/);
  });
});

describe('the secret of a data directory', () => {
  const inDirectory = (use: (dir: string) => void) => {
    const dir = mkdtempSync(join(tmpdir(), 'kvitt-secret-'));
    try {
      use(dir);
    } finally {
      rmSync(dir, { recursive: true });
    }
  };
  test('is created once, for its owner alone', () => {
    inDirectory((dir) => {
      const { secret } = readConfig({ KVITT_DATA_DIR: dir });
      assert.equal(secret.length, 43);
      assert.equal(readFileSync(join(dir, 'secret'), 'utf8'), secret);
      assert.equal(statSync(join(dir, 'secret')).mode & 0o777, 0o600);
      assert.equal(readConfig({ KVITT_DATA_DIR: dir }).secret, secret);
    });
  });
  for (const [what, text] of [
    ['empty, as a full disk leaves it', ''],
    ['truncated', 'short\n'],
  ] as const) {
    test(`is refused where its file is ${what}`, () => {
      inDirectory((dir) => {
        writeFileSync(join(dir, 'secret'), text);
        for (const read of [readConfig, readBooks])
          assert.throws(
            () => read({ KVITT_DATA_DIR: dir }),
            /The file .*secret must have at least 16 characters; it may be damaged/,
          );
      });
    });
  }
});
