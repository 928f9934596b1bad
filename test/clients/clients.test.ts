import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { endpoints } from '../../src/reference.ts';
import { describeApi } from '../../src/surfaces/openapi/document/describe.ts';
import { TestService } from '../support/service.ts';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';

const run = promisify(execFile);
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const CONFIG = {
  compilerOptions: {
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: false,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts'],
};

describe('clients that are generated from the OpenAPI document', () => {
  const kvitt = new TestService();
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kvitt-clients-'));
    await generate(folder);
    await kvitt.start('postgres');
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await kvitt.stop();
  });

  test('compile under --strict without casts, and refuse bodies that the service would refuse', async () => {
    // Collecting garbage takes a quarter of the compiler's time.
    const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' };
    const { stdout } = await run(TSC, ['-p', folder, '--singleThreaded'], { env }).catch((error) => error);
    assert.equal(stdout, '');
  });
  test('work with openapi-typescript and openapi-fetch', async () => {
    assert.deepEqual(await runProgram('with-openapi-fetch.ts'), {
      credit: true,
      cost: 201,
      agentCost: 201,
      completeCost: 201,
      registered: true,
      invoices: ['invoice', 'credit'],
      costs: ['2093'],
    });
  });
  test('work with @hey-api/openapi-ts', async () => {
    assert.deepEqual(await runProgram('with-hey-api.ts'), {
      credit: true,
      cost: 201,
      agentCost: 201,
      registered: true,
      customer: true,
      shortInvoice: true,
      unknownTask: 'task_not_found',
      invoices: 3,
      costs: 2,
    });
  });

  async function runProgram(name: string): Promise<unknown> {
    const { username, apiKey } = await kvitt.account();
    const args = [join(folder, name), kvitt.url, username, apiKey];
    const { stdout } = await run(process.execPath, args, { env: COMMAND_ENV });
    return JSON.parse(stdout);
  }
});

/** Generates both clients into a folder beside the programs that use them. */
async function generate(folder: string): Promise<void> {
  const openApi = () => JSON.parse(JSON.stringify(describeApi('https://kvitt.example', endpoints)));
  cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
  mkdirSync(join(folder, 'openapi-typescript'));
  // Binary fields are strings unless this documented transformation makes them Blobs.
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const types = await openapiTypescript(openApi(), {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  writeFileSync(join(folder, 'openapi-typescript/schema.ts'), astToString(types));
  await createClient({
    input: openApi(),
    output: { path: join(folder, 'hey-api'), module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent' },
  });
}
