import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consoleImportBreaches } from '../support/console-import-rules.ts';
import { importBreaches } from '../support/import-rules.ts';
import { importsOf } from '../support/imports.ts';
import { readTree, type Tree } from '../support/tree.ts';

describe('imports in src', () => {
  it('follow the rules of the architecture', () => {
    const tree = readTree('src/**/*.ts');
    assert.ok(tree.size > 0, 'src is empty');
    assert.deepEqual(importBreaches(tree), []);
  });
});

describe('the import rules', () => {
  it('accept a tree that follows them', () => {
    assert.deepEqual(importBreaches(validTree()), []);
  });

  for (const { rule, file, source, message } of invalidFiles()) {
    it(`refuse ${rule}`, () => {
      const found = importBreaches(validTree().set(file, source));
      assert.equal(found.length, 1, found.join('\n') || 'nothing was found');
      assert.match(found[0] ?? '', message);
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
  const validConsoleTree = (): Tree =>
    new Map([
      ['console/src/main.tsx', `import './router.tsx'; import './styles.css';`],
      [
        'console/src/router.tsx',
        `const a = () => import('./screens/items/items.tsx'); import './shell/nav.tsx';`,
      ],
      ['console/src/i18n/lang.ts', ''],
      [
        'console/src/lib/format.ts',
        `import '../../../src/domain/values/format.ts'; import '../i18n/lang.ts';`,
      ],
      ['console/src/api/call.ts', `import type { A } from '../../../src/surfaces/console/routes.ts';`],
      ['console/src/ui/elements/page.tsx', `import { useState } from 'react'; import '../../api/call.ts';`],
      ['console/src/ui/forms/field.tsx', `import '../elements/page.tsx';`],
      ['console/src/shell/nav.tsx', `import '../ui/elements/page.tsx';`],
      ['console/src/screens/items/item-dialog.tsx', `import '../../ui/forms/field.tsx';`],
      ['console/src/screens/items/items.tsx', `import './item-dialog.tsx';`],
    ]);
  const cases: [rule: string, file: string, source: string, message: RegExp][] = [
    ['a read that is not retried', 'screens/items/list.tsx', 'useQuery({});', /useRead, which retries/],
    ['code that is not retried', 'ui/elements/menu.tsx', `import('./page.tsx');`, /loadChunk, which retries/],
    [
      'a text that imports the API client',
      'i18n/translation.tsx',
      `import '../api/call.ts';`,
      /i18n may not import api/,
    ],
    [
      'a ui component that imports a screen',
      'ui/elements/a.tsx',
      `import '../../screens/items/items.tsx';`,
      /ui may not import screens/,
    ],
    [
      'an element that imports a form',
      'ui/elements/a.tsx',
      `import '../forms/field.tsx';`,
      /elements does not come after forms/,
    ],
    ['a ui component in no folder', 'ui/a.tsx', '', /no place in the order of console.src.ui/],
    [
      'a screen that imports the shell',
      'screens/items/a.tsx',
      `import '../../shell/nav.tsx';`,
      /import shell/,
    ],
    [
      "an import of another screen's internals",
      'screens/costs/a.tsx',
      `import '../items/items.tsx';`,
      /internals of the screen items/,
    ],
    [
      'an import of server code',
      'api/a.ts',
      `import '../../../src/kernel/node/ids.ts';`,
      /only types and the domain/,
    ],
    ['an import of a test', 'lib/a.ts', `import '../../../test/support/tree.ts';`, /outside console/],
    ['an unknown layer', 'helpers/a.ts', '', /no known layer/],
    ['a cycle of types', 'lib/format.ts', `import type { A } from './format.ts';`, /import cycle/],
  ];
  it('accept a tree that follows them', () =>
    assert.deepEqual(consoleImportBreaches(validConsoleTree()), []));
  for (const [rule, file, source, message] of cases) {
    it(`refuse ${rule}`, () => {
      const found = consoleImportBreaches(validConsoleTree().set(`console/src/${file}`, source));
      assert.equal(found.length, 1, found.join('\n') || 'nothing was found');
      assert.match(found[0] ?? '', message);
    });
  }
  it('allow the dialogs that screens share', () => {
    const tree = validConsoleTree().set(
      'console/src/screens/tasks/a.tsx',
      `import '../items/item-dialog.tsx';`,
    );
    assert.deepEqual(consoleImportBreaches(tree), []);
  });
});

describe('the import parser', () => {
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
    it(`parses ${JSON.stringify(source)}`, () => assert.deepEqual(importsOf(source), expected));
  }
});

function validTree(): Tree {
  return new Map([
    ['src/main.ts', `import { config } from './config.ts'; import './surfaces/agent/routes.ts';`],
    ['src/config.ts', 'export const config = process.env;'],
    ['src/domain/values/money.ts', `import Big from 'big.js';`],
    [
      'src/kernel/node/ids.ts',
      `import type { Config } from '../../config.ts'; import '../../domain/values/money.ts';`,
    ],
    ['src/kernel/database/pool.ts', `import pg from 'pg'; import { PGlite } from '@electric-sql/pglite';`],
    ['src/rendering/labels.ts', `export const paid = 'kvitt';`],
    ['src/rendering/pdf.ts', `import '../domain/values/money.ts'; import './labels.ts';`],
    ['src/modules/accounts/store.ts', 'export const one = sql<Row>`select 1`;'],
    ['src/modules/customers/create.ts', `import '../accounts/store.ts'; // process.env, sql\`\``],
    [
      'src/modules/invoices/issue/create-invoice.ts',
      `import '../../customers/create.ts'; import '../../../rendering/pdf.ts';`,
    ],
    [
      'src/modules/reports/figures/sales.ts',
      `import '../../invoices/issue/create-invoice.ts'; import '../../accounts/store.ts';`,
    ],
    ['src/adapters/mail.ts', `import '../kernel/node/ids.ts'; const text = "sql \`x\` process.env";`],
    ['src/jobs/deliver.ts', `import '../modules/invoices/create.ts'; import '../rendering/pdf.ts'; sql\`\`;`],
    ['src/surfaces/http/server/server.ts', `import '../../../kernel/node/ids.ts';`],
    [
      'src/surfaces/agent/routes.ts',
      `import '../http/server/server.ts'; import '../../modules/reports/figures/sales.ts';`,
    ],
  ]);
}

function invalidFiles(): { rule: string; file: string; source: string; message: RegExp }[] {
  const importCase = (rule: string, file: string, target: string, message: RegExp) => {
    return { rule, file: `src/${file}`, source: `import type { A } from '${target}';`, message };
  };
  return [
    importCase(
      'a domain that imports the kernel',
      'domain/values/a.ts',
      '../../kernel/node/ids.ts',
      /domain may not import kernel/,
    ),
    importCase(
      'a domain that imports the configuration',
      'domain/values/a.ts',
      '../../config.ts',
      /imports nothing/,
    ),
    importCase(
      'a kernel that imports a module',
      'kernel/node/a.ts',
      '../../modules/accounts/store.ts',
      /kernel may not/,
    ),
    importCase(
      'a rendering that imports the kernel',
      'rendering/a.ts',
      '../kernel/node/ids.ts',
      /rendering may not/,
    ),
    importCase(
      'a module that imports an adapter',
      'modules/items/a.ts',
      '../../adapters/mail.ts',
      /modules may not/,
    ),
    importCase(
      'an adapter that imports a rendering',
      'adapters/a.ts',
      '../rendering/pdf.ts',
      /adapters may not/,
    ),
    importCase(
      'a job that imports an adapter',
      'jobs/a.ts',
      '../adapters/mail.ts',
      /jobs may not import adapters/,
    ),
    importCase(
      'a surface that imports a job',
      'surfaces/operator/a.ts',
      '../../jobs/deliver.ts',
      /surfaces may not/,
    ),
    importCase(
      'a surface that imports another',
      'surfaces/operator/a.ts',
      '../agent/routes.ts',
      /the surface agent/,
    ),
    importCase(
      'a module that imports a later one',
      'modules/items/a.ts',
      '../invoices/create.ts',
      /items does not come after/,
    ),
    importCase(
      'a module that imports one of the same row',
      'modules/items/a.ts',
      '../customers/create.ts',
      /does not come after customers/,
    ),
    importCase('a module that is missing in the order', 'modules/gifts/a.ts', './b.ts', /without a place/),
    importCase(
      'a room that imports a later one',
      'kernel/node/a.ts',
      '../database/pool.ts',
      /after database/,
    ),
    importCase('a room that is missing in the order', 'kernel/attic/a.ts', './b.ts', /no place in the order/),
    importCase('a file beside the rooms', 'kernel/a.ts', './b.ts', /no place in the order/),
    importCase('an import of main.ts', 'jobs/a.ts', '../main.ts', /may not import main/),
    importCase(
      'a client in a surface',
      'surfaces/http/server/a.ts',
      '../../../../sdk/src/client.ts',
      /outside src/,
    ),
    importCase(
      'an import from outside src',
      'kernel/node/a.ts',
      '../../../test/support/tree.ts',
      /outside src/,
    ),
    importCase('an unknown folder', 'helpers/a.ts', './b.ts', /no known folder/),
    importCase('big.js outside of money', 'domain/values/a.ts', 'big.js', /only in its own file/),
    importCase('pg outside of the database', 'modules/items/store.ts', 'pg', /only in its own file/),
    importCase(
      'PGlite outside of the database',
      'kernel/node/a.ts',
      '@electric-sql/pglite/worker',
      /only in its own file/,
    ),
    ...[`import { config } from '../../config.ts';`, `import { type Config } from '../../config.ts';`].map(
      (source) => {
        return { rule: source, file: 'src/kernel/node/a.ts', source, message: /only the wiring/ };
      },
    ),
    ...[
      'process.env.A',
      `process?.['env']`,
      'const { argv, env } = process',
      `import { env } from 'node:process'`,
    ].map((source) => ({
      rule: source,
      file: 'src/kernel/node/a.ts',
      source,
      message: /reads process\.env/,
    })),
    ...['tx.run(sql`select 1`)', 'sql<{ a: Map<string, number> }>`select 1`'].map((source) => {
      return {
        rule: `${source} in an operation`,
        file: 'src/modules/items/create.ts',
        source,
        message: /holds SQL/,
      };
    }),
    { rule: 'a barrel', file: 'src/kernel/node/index.ts', source: '', message: /barrel/ },
    {
      rule: 'a file that imports itself',
      file: 'src/domain/values/money.ts',
      source: `import type { A } from './money.ts';`,
      message: /money\.ts → src\/domain\/values\/money\.ts is an import cycle/,
    },
    {
      rule: 'a cycle of two files',
      file: 'src/rendering/labels.ts',
      source: `import type { Page } from './pdf.ts';`,
      message: /labels\.ts → src\/rendering\/pdf\.ts|pdf\.ts → src\/rendering\/labels\.ts/,
    },
  ];
}
