import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consoleImportBreaches } from '../support/console-import-rules.ts';
import { importBreaches } from '../support/import-rules.ts';
import { importsOf } from '../support/imports.ts';
import { readTree, type Tree } from '../support/tree.ts';

describe('imports', () => {
  it('keep to the rules of the architecture', () => {
    const tree = readTree('src/**/*.ts');
    assert.ok(tree.size > 0, 'src is empty');
    assert.deepEqual(importBreaches(tree), []);
  });
});

describe('the import rules', () => {
  it('are content with a tree that keeps them', () => {
    assert.deepEqual(importBreaches(lawfulTree()), []);
  });

  for (const { rule, file, source, says } of unlawfulFiles()) {
    it(`refuse ${rule}`, () => {
      const found = importBreaches(lawfulTree().set(file, source));
      assert.equal(found.length, 1, found.join('\n') || 'nothing was found');
      assert.match(found[0] ?? '', says);
    });
  }
});

describe('imports of the console', () => {
  it('follow its layers, without cycles', () => {
    const tree = readTree('console/src/**/*.{ts,tsx}');
    assert.ok(tree.size > 0, 'console/src is empty');
    assert.deepEqual(consoleImportBreaches(tree), []);
  });
});

describe('the import rules of the console', () => {
  const lawful = (): Tree =>
    new Map([
      ['console/src/main.tsx', `import './router.tsx'; import './styles.css';`],
      [
        'console/src/router.tsx',
        `const a = () => import('./screens/items/items.tsx'); import './shell/nav.tsx';`,
      ],
      ['console/src/words/lang.ts', ''],
      ['console/src/lib/format.ts', `import '../../../src/domain/format.ts'; import '../words/lang.ts';`],
      ['console/src/api/call.ts', `import type { A } from '../../../src/surfaces/console/routes.ts';`],
      ['console/src/ui/page.tsx', `import { useState } from 'react'; import '../api/call.ts';`],
      ['console/src/shell/nav.tsx', `import '../ui/page.tsx';`],
      ['console/src/screens/items/item-dialog.tsx', `import '../../ui/page.tsx';`],
      ['console/src/screens/items/items.tsx', `import './item-dialog.tsx';`],
    ]);
  const cases: [rule: string, file: string, source: string, says: RegExp][] = [
    [
      'a word that calls the server',
      'words/words.tsx',
      `import '../api/call.ts';`,
      /words may not import api/,
    ],
    [
      'a kit that knows a screen',
      'ui/a.tsx',
      `import '../screens/items/items.tsx';`,
      /ui may not import screens/,
    ],
    ['a screen that knows the shell', 'screens/items/a.tsx', `import '../../shell/nav.tsx';`, /import shell/],
    [
      'internals of a screen',
      'screens/costs/a.tsx',
      `import '../items/items.tsx';`,
      /internals of the screen items/,
    ],
    ['code of the server', 'api/a.ts', `import '../../../src/kernel/ids.ts';`, /only types and the domain/],
    ['a test', 'lib/a.ts', `import '../../../test/support/tree.ts';`, /outside console/],
    ['a layer of its own', 'helpers/a.ts', '', /no known layer/],
    ['a cycle of types', 'lib/format.ts', `import type { A } from './format.ts';`, /ring of imports/],
  ];
  it('accept a tree that follows them', () => assert.deepEqual(consoleImportBreaches(lawful()), []));
  for (const [rule, file, source, says] of cases) {
    it(`refuse ${rule}`, () => {
      const found = consoleImportBreaches(lawful().set(`console/src/${file}`, source));
      assert.equal(found.length, 1, found.join('\n') || 'nothing was found');
      assert.match(found[0] ?? '', says);
    });
  }
  it('allow the dialogs that screens share', () => {
    const tree = lawful().set('console/src/screens/tasks/a.tsx', `import '../items/item-dialog.tsx';`);
    assert.deepEqual(consoleImportBreaches(tree), []);
  });
});

describe('the reader of imports', () => {
  const cases: [string, { target: string; typeOnly: boolean }[]][] = [
    [`import './a.ts'`, [{ target: './a.ts', typeOnly: false }]],
    [`import a, { b as c } from "./a.ts"`, [{ target: './a.ts', typeOnly: false }]],
    [`import {\n  // why\n  a,\n  type B,\n} from './a.ts'`, [{ target: './a.ts', typeOnly: false }]],
    [`import * as a from './a.ts'`, [{ target: './a.ts', typeOnly: false }]],
    [`import type { A } from './a.ts'`, [{ target: './a.ts', typeOnly: true }]],
    [`import type from './a.ts'`, [{ target: './a.ts', typeOnly: false }]],
    [`import { from } from './a.ts'`, [{ target: './a.ts', typeOnly: false }]],
    [`export { a } from './a.ts'`, [{ target: './a.ts', typeOnly: false }]],
    [`export * as a from './a.ts'`, [{ target: './a.ts', typeOnly: false }]],
    [`export type { A } from './a.ts'`, [{ target: './a.ts', typeOnly: true }]],
    [`export { a };\nconst from = 'x'`, []],
    [`export type A = { from: 'x' };`, []],
    ['const a = await import(`./a.ts`)', [{ target: './a.ts', typeOnly: false }]],
    [`new Worker(new URL('./a.ts', import.meta.url))`, [{ target: './a.ts', typeOnly: false }]],
    [`new URL('./migrations/', import.meta.url)`, []],
    [`// import './a.ts'\n/* import './b.ts' */ const a = "import './c.ts'"`, []],
    ['const a = `import "./a.ts" $' + '{ await import("./b.ts") }`', [{ target: './b.ts', typeOnly: false }]],
    [`const quote = /'/; import './a.ts'; const half = a / 2 + '/'`, [{ target: './a.ts', typeOnly: false }]],
    [`const a = { import: 1 }; a.import('./a.ts'); import.meta.dirname`, []],
  ];
  for (const [source, expected] of cases) {
    it(`understands ${JSON.stringify(source)}`, () => assert.deepEqual(importsOf(source), expected));
  }
});

function lawfulTree(): Tree {
  return new Map([
    ['src/main.ts', `import { config } from './config.ts'; import './surfaces/agent/routes.ts';`],
    ['src/config.ts', 'export const config = process.env;'],
    ['src/domain/money.ts', `import Big from 'big.js';`],
    ['src/kernel/ids.ts', `import type { Config } from '../config.ts'; import '../domain/money.ts';`],
    ['src/kernel/database/pool.ts', `import pg from 'pg'; import { PGlite } from '@electric-sql/pglite';`],
    ['src/rendering/labels.ts', `export const paid = 'kvitt';`],
    ['src/rendering/pdf.ts', `import '../domain/money.ts'; import './labels.ts';`],
    ['src/modules/accounts/store.ts', 'export const one = sql<Row>`select 1`;'],
    ['src/modules/customers/create.ts', `import '../accounts/store.ts'; // process.env, sql\`\``],
    [
      'src/modules/invoices/issue/create-invoice.ts',
      `import '../customers/create.ts'; import '../../rendering/pdf.ts';`,
    ],
    ['src/modules/reports/sales.ts', `import '../invoices/create.ts'; import '../accounts/store.ts';`],
    ['src/adapters/mail.ts', `import '../kernel/ids.ts'; const text = "sql \`x\` process.env";`],
    ['src/jobs/deliver.ts', `import '../modules/invoices/create.ts'; import '../rendering/pdf.ts'; sql\`\`;`],
    ['src/surfaces/http/server.ts', `import '../../kernel/ids.ts';`],
    ['src/surfaces/agent/routes.ts', `import '../http/server.ts'; import '../../modules/reports/sales.ts';`],
  ]);
}

function unlawfulFiles(): { rule: string; file: string; source: string; says: RegExp }[] {
  const room = (rule: string, file: string, target: string, says: RegExp) => {
    return { rule, file: `src/${file}`, source: `import type { A } from '${target}';`, says };
  };
  return [
    room('a domain that knows the kernel', 'domain/a.ts', '../kernel/ids.ts', /domain may not know kernel/),
    room('a domain that knows the configuration', 'domain/a.ts', '../config.ts', /imports nothing/),
    room('a kernel that knows a module', 'kernel/a.ts', '../modules/accounts/store.ts', /kernel may not/),
    room('a document that knows the kernel', 'rendering/a.ts', '../kernel/ids.ts', /rendering may not/),
    room('a module that knows an adapter', 'modules/items/a.ts', '../../adapters/mail.ts', /modules may not/),
    room('an adapter that knows a document', 'adapters/a.ts', '../rendering/pdf.ts', /adapters may not/),
    room('a job that knows an adapter', 'jobs/a.ts', '../adapters/mail.ts', /jobs may not know adapters/),
    room('a surface that knows a job', 'surfaces/mcp/a.ts', '../../jobs/deliver.ts', /surfaces may not/),
    room('a surface that knows another', 'surfaces/mcp/a.ts', '../agent/routes.ts', /the surface agent/),
    room(
      'a module before its turn',
      'modules/items/a.ts',
      '../invoices/create.ts',
      /items does not come after/,
    ),
    room(
      'modules of one row',
      'modules/items/a.ts',
      '../customers/create.ts',
      /does not come after customers/,
    ),
    room('a module without a place', 'modules/gifts/a.ts', './b.ts', /without a place/),
    room('anyone who knows main.ts', 'jobs/a.ts', '../main.ts', /may not know main/),
    room('leaving src', 'kernel/a.ts', '../../test/support/tree.ts', /outside src/),
    room('a room of its own', 'helpers/a.ts', './b.ts', /no known room/),
    room('big.js outside of money', 'domain/a.ts', 'big.js', /one home/),
    room('pg outside of the database', 'modules/items/store.ts', 'pg', /one home/),
    room('PGlite outside of the database', 'kernel/a.ts', '@electric-sql/pglite/worker', /one home/),
    ...[`import { config } from '../config.ts';`, `import { type Config } from '../config.ts';`].map(
      (source) => {
        return { rule: source, file: 'src/kernel/a.ts', source, says: /only the wiring/ };
      },
    ),
    ...[
      'process.env.A',
      `process?.['env']`,
      'const { argv, env } = process',
      `import { env } from 'node:process'`,
    ].map((source) => ({ rule: source, file: 'src/kernel/a.ts', source, says: /reads process\.env/ })),
    ...['tx.run(sql`select 1`)', 'sql<{ a: Map<string, number> }>`select 1`'].map((source) => {
      return { rule: `${source} in a verb`, file: 'src/modules/items/create.ts', source, says: /holds SQL/ };
    }),
    { rule: 'a barrel', file: 'src/kernel/index.ts', source: '', says: /barrel/ },
    {
      rule: 'a file that imports itself',
      file: 'src/domain/money.ts',
      source: `import type { A } from './money.ts';`,
      says: /money\.ts → src\/domain\/money\.ts is a ring/,
    },
    {
      rule: 'a ring of two files',
      file: 'src/rendering/labels.ts',
      source: `import type { Page } from './pdf.ts';`,
      says: /labels\.ts → src\/rendering\/pdf\.ts|pdf\.ts → src\/rendering\/labels\.ts/,
    },
  ];
}
