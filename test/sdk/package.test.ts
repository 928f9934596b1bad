import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { done, json, ScriptedServer } from '../support/sdk-server.ts';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';

const run = promisify(execFile);

const PROGRAM = `import { Kvitt, KvittError, type Invoice } from 'kvitt-sdk';

const kvitt = new Kvitt({ url: String(process.argv[2]), username: 'demo', apiKey: 'key' });
const { guid, payment_link } = await kvitt.invoices.create({
  type: 'invoice',
  amount: 1240,
  currency: 'ISK',
  settlement_date: '2026-03-23',
  customer: { name: 'A', output_select: '4' },
  items: [{ description: 'B', qty: 1, unit_price: 1000, tax: 'S' }],
});
// @ts-expect-error An invoice needs a settlement date.
const refused = kvitt.invoices.create({ type: 'invoice', amount: 1, currency: 'ISK', customer: {}, items: [] });
const code = await refused.then(() => '', (error: unknown) => (error instanceof KvittError ? error.code : ''));
const numbers: string[] = [];
for await (const invoice of kvitt.invoices.list({ from: '2026-01-01', limit: 2 })) {
  const one: Invoice = invoice;
  numbers.push(one.number);
}
console.log(JSON.stringify({ node: process.versions.node, guid, payment_link, numbers, code }));
`;

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-package-'));
  const server = new ScriptedServer();
  const npm = async (cwd: string, ...args: string[]) => (await run('npm', args, { cwd, env: ENV })).stdout;
  const ENV = { ...COMMAND_ENV, HOME: folder, npm_config_update_notifier: 'false' };
  const installed = join(folder, 'node_modules/kvitt-sdk');
  before(async () => {
    await server.start();
    await npm(join(ROOT, 'sdk'), 'pack', '--pack-destination', folder);
    writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
    await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', './kvitt-sdk-0.1.0.tgz');
  });
  after(() => {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has nothing but compiled files, types, licence and documentation, and no dependencies', () => {
    const files = globSync('**', { cwd: installed, withFileTypes: true }).filter((one) => one.isFile());
    const names = files.map(({ name }) => name);
    assert.deepEqual(names.filter((name) => !/\.(js|d\.ts)$/.test(name)).sort(), [
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    assert.ok(existsSync(join(installed, 'dist/index.js')));
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    for (const file of globSync('dist/**/*.js', { cwd: installed })) {
      const imported = [...readFileSync(join(installed, file), 'utf8').matchAll(/\bfrom '([^']+)'/g)];
      for (const [, target = ''] of imported) assert.match(target, /^\.\.?\/.*\.js$/, file);
    }
  });
  test('is typed for a program that is compiled strictly, and works where it was installed', async () => {
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'nodenext',
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      skipLibCheck: true,
      strict: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = join(ROOT, 'test/clients/node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    assert.equal(stdout, '');

    const invoices = (...numbers: string[]) => done(numbers.map((number) => ({ guid: number, number })));
    server.script(
      done('0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
      json({ status: false, message: 'Field settlement_date is required', error_code: 'field_required' }),
      invoices('3', '2'),
      invoices('1'),
    );
    const { node, ...printed } = JSON.parse(
      (await run(findOldNode(), ['program.js', server.url], { cwd: folder, env: COMMAND_ENV })).stdout,
    );
    assert.deepEqual(printed, {
      guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
      numbers: ['3', '2', '1'],
      code: 'field_required',
    });
    assert.ok(Number.parseInt(node, 10) >= 20);
  });
});

/** The oldest Node.js of the machine: the system's, which may be 20, beside the one that npm installed. */
function findOldNode(): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'node'))
    .filter((file) => existsSync(file));
  return found.at(-1) ?? process.execPath;
}
