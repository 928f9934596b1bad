import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { cronTasks } from '../../src/jobs/all.ts';
import {
  deadLinks,
  disabledTests,
  longFiles,
  looseVersions,
  missingPaths,
  uncheckedTypes,
  unfinishedWork,
  unusedFiles,
} from '../support/tidy-rules.ts';
import { ROOT, readTree } from '../support/tree.ts';

describe('the source tree', () => {
  const src = readTree('src/**/*.ts');
  const tests = readTree('test/**/*.test.ts');
  const browser = readTree('console/src/**/*.{ts,tsx}');
  const pages = readTree('*.md', 'docs/**/*.md', 'sdk/*.md');

  it('has no file over 350 lines', () => assert.deepEqual(longFiles(src), []));
  it('has no unfinished work in comments', () => assert.deepEqual(unfinishedWork(src), []));
  it('does not bypass the type checker', () => assert.deepEqual(uncheckedTypes(src), []));
  it('applies the same rules to the browser application', () => {
    const problems = [...longFiles(browser), ...unfinishedWork(browser), ...uncheckedTypes(browser)];
    assert.deepEqual(problems, []);
  });
  it('builds addresses by urlPart, which takes any text of a client', () => {
    const surfaces = [...src].filter(([file]) => file.startsWith('src/surfaces/'));
    const own = surfaces.filter(([, source]) => source.includes('encodeURIComponent(')).map(([file]) => file);
    assert.deepEqual(own, ['src/surfaces/http/request/url-part.ts']);
  });
  it('disables no test', () => assert.deepEqual(disabledTests(tests), []));
  it('has no unused file', () => assert.deepEqual(unusedFiles(src), []));
  const manifests = ['.', 'console', 'sdk', 'test/clients'].map((folder): [string, string] => [
    folder,
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  ]);
  it('pins every package to an exact version', () => {
    for (const [folder, manifest] of manifests) assert.deepEqual(looseVersions(manifest), [], folder);
  });
  it('gives every workspace a version, without which npm writes no bill of materials (npm run sbom)', () => {
    for (const [folder, manifest] of manifests)
      assert.match(JSON.parse(manifest).version ?? '', /^\d+\.\d+\.\d+$/, folder);
  });
  it('has no dead links in its documentation', () => assert.deepEqual(deadLinks(pages), []));
  it('has no conflict marker in its documentation', () => {
    assert.deepEqual(
      [...pages].filter(([, text]) => /^(<{7}|>{7}) /m.test(text)).map(([file]) => file),
      [],
    );
  });
  it('names no missing file in its documentation', () => assert.deepEqual(missingPaths(pages), []));
  it('describes each cron task with its interval in docs/operating.md', () => {
    const described = [
      ...(pages.get('docs/operating.md') ?? '').matchAll(/^\| ([\w-]+) \| (\d+ )?(minute|hour)s? \|/gm),
    ];
    const interval = { minute: 60, hour: 3600 };
    assert.deepEqual(
      described
        .map(
          ([, name, count = '1', unit]) => `${name} ${Number(count) * interval[unit as 'minute' | 'hour']}`,
        )
        .sort(),
      // The job runner adds the task that sweeps exhausted jobs.
      [
        ...cronTasks(async () => null).map(({ name, everySeconds }) => `${name} ${everySeconds}`),
        'exhausted-jobs 60',
      ].sort(),
    );
  });
});

describe('the tidiness rules', () => {
  const tree = (source: string) => new Map([['src/a.ts', source]]);
  const cases: [name: string, check: (text: string) => string[], bad: string[], good: string[]][] = [
    [
      'missing paths',
      (text) => missingPaths(tree(text), (path) => path === 'src/main.ts'),
      ['see `src/mian.ts`'],
      ['see `src/main.ts`', 'add `src/kernel/migrations/NNNN_name.sql`', 'src/mian.ts'],
    ],
    ['length', (text) => longFiles(tree(text)), ['a\n'.repeat(351)], ['a\n'.repeat(350)]],
    [
      'unfinished work',
      (text) => unfinishedWork(tree(text)),
      ['a(); // TODO later', '/* FIXME: no */'],
      [`const state = 'TODO';`, '// todos are tasks'],
    ],
    [
      'unchecked types',
      (text) => uncheckedTypes(tree(text)),
      [
        'a as any',
        'let a: any;',
        'let a: Map<string, any>;',
        'let a: any[] = []',
        '// @ts-ignore',
        '// @ts-nocheck',
      ],
      ['// as any', 'Promise.any([])', `'a: any'`, 'sql`= any($1)`', 'const a = { any: 1 }', 'f(a, any)'],
    ],
    [
      'disabled tests',
      (text) => disabledTests(tree(text)),
      ['it.only(a)', 'describe\n  .skip(a)', 'test.todo(a)', 'test(a, { skip: true })'],
      ['test(a, { skip: !url })', `'it.only'`, 't.skip(why)', 'lines.skip(1)'],
    ],
    [
      'unused files',
      (text) => unusedFiles(new Map([...tree(''), ['src/main.ts', text]])),
      ['', `import './b.ts'`, `// import './a.ts'`],
      [`import './a.ts'`, `import type { A } from './a.ts'`, `new URL('./a.ts', import.meta.url)`],
    ],
    [
      'loose versions',
      (text) => looseVersions(`{ "devDependencies": { "a": "${text}" } }`),
      ['^1.2.3', '~1.2.3', '1', 'latest', '>=1.2.3', '*'],
      ['1.2.3', '18.4.0-beta.17'],
    ],
    [
      'dead links',
      (text) => deadLinks(new Map([['docs/a.md', text]]), (path) => path === 'docs/b.md'),
      ['[x](c.md)', '![x](b.png "t")', '[x](../b.md#y)', '[x]: c.md', '[x](/docs/b.md)', '[x](../../b.md)'],
      ['[x](b.md#y)', '[x](https://a.is)', '[x](#y)', '[x]: ./b.md', '```\n[x](c.md)\n```', '`[x](c.md)`'],
    ],
  ];
  for (const [name, check, bad, good] of cases) {
    it(`find ${name}`, () => {
      for (const text of bad) assert.equal(check(text).length, 1, `nothing found in: ${text.slice(0, 80)}`);
      for (const text of good) assert.deepEqual(check(text), []);
    });
  }
});
