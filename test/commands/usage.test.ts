import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';

describe('kvitt openapi', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kvitt-openapi-'));
  after(() => rmSync(directory, { recursive: true, force: true }));

  const printOpenApi = (env: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync('bin/kvitt', ['openapi'], {
      cwd: ROOT,
      env: { ...COMMAND_ENV, KVITT_DATA_DIR: join(directory, 'data'), ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };

  test('prints the OpenAPI document with the public address, and creates no files', () => {
    const { openapi, servers } = printOpenApi({ KVITT_BASE_URL: 'https://kvitt.example' });
    assert.match(openapi, /^3\.1\./);
    assert.equal(servers[0].url, 'https://kvitt.example');
    assert.ok(!existsSync(join(directory, 'data')));
  });

  test('needs neither a database nor a secret', () => {
    assert.ok(printOpenApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }).paths['/api/v1/hello']);
  });
});

describe('the start script', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kvitt-start-'));
  after(() => rmSync(directory, { recursive: true, force: true }));

  test('takes Node.js from 24.7 on, which is the first with argon2', () => {
    mkdirSync(join(directory, 'bin'));
    cpSync(join(ROOT, 'bin/kvitt'), join(directory, 'bin/kvitt'));
    for (const [version, isTaken] of [
      ['v20.19.0', false],
      ['v24.6.0', false],
      ['v24.7.0', true],
      ['v25.0.0', true],
      ['nonsense', false],
    ] as const) {
      const script = `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || echo started\n`;
      writeFileSync(join(directory, 'bin/node'), script, { mode: 0o755 });
      const env = { PATH: `${join(directory, 'bin')}:/usr/bin:/bin` };
      const { stdout, stderr } = spawnSync(join(directory, 'bin/kvitt'), [], { env, encoding: 'utf8' });
      assert.equal(stdout.trim(), isTaken ? 'started' : '', version);
      if (!isTaken) assert.match(stderr, /needs Node\.js 24\.7 or later/, version);
    }
  });
});

describe('the kvitt command', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kvitt-command-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  const data = join(directory, 'data');
  const run = (...args: string[]) =>
    spawnSync('bin/kvitt', args, {
      cwd: ROOT,
      env: { ...COMMAND_ENV, KVITT_DATA_DIR: data, PORT: '0' },
      encoding: 'utf8',
    });

  for (const [args, why] of [
    [['serve', '--port', '9000'], 'kvitt serve takes no arguments, and was given "--port 9000".'],
    [['restore', '--force', 'books'], "Unknown option '--force'."],
  ] as const) {
    test(`refuses ${args.join(' ')}, prints the usage, and does nothing`, () => {
      const { status, stdout, stderr } = run(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.ok(stderr.startsWith(`${why}\n\nUsage: kvitt ${args[0]}`), stderr);
      assert.ok(!existsSync(data));
    });
  }

  test('prints its help and fails without arguments, and names its version', () => {
    const { status, stdout, stderr } = run();
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^Kvitt, invoicing .*\n\nUsage: kvitt <command>/);
    assert.ok(!existsSync(data));
    const version = run('--version');
    assert.deepEqual([version.status, version.stdout.trim()], [0, '0.1.0']);
  });

  test('refuses arguments of account create that are not options', () => {
    const { status, stderr } = run('account', 'create', 'demo', '--name', 'Demo ehf.');
    assert.equal(status, 1);
    assert.equal(stderr.trim(), 'Field create must be followed by options alone, not by "demo"');
    assert.ok(!existsSync(data));
  });
});

test('npm scripts replace their shell with node, so that a SIGTERM to npm reaches it', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.match(scripts.start, /^exec node /);
  const left = Object.entries<string>(scripts).filter(([, command]) => /(^|&& *)node /.test(command));
  assert.deepEqual(left, [], 'the shell would end and leave the process behind');
});
