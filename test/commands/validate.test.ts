import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';

/** A processor that fails rule A of documents whose name has "bad", and warns of B in those with "odd". */
const PROCESSOR = `#!/usr/bin/env node
const [rules, document] = process.argv.slice(2);
const report = (id, flag) => '<svrl:failed-assert id="' + id + '" flag="' + flag + '"><svrl:text>[' + id + '] wrong &amp; odd</svrl:text></svrl:failed-assert>';
if (document.includes('crash')) { console.error('no such rule'); process.exit(2); }
console.log('<?xml version="1.0"?><svrl:schematron-output xmlns:svrl="http://purl.oclc.org/dsdl/svrl">'
  + (document.includes('bad') && rules.includes('core') ? report('A', 'fatal') : '')
  + (document.includes('odd') ? report('B', 'warning') : '') + '</svrl:schematron-output>');
`;

describe('kvitt validate', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kvitt-validate-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  const processor = join(directory, 'processor');
  writeFileSync(processor, PROCESSOR);
  chmodSync(processor, 0o755);
  const folder = (name: string, files: string[]) => {
    const path = join(directory, name);
    mkdirSync(path);
    for (const file of files) writeFileSync(join(path, file), '<x/>');
    return path;
  };
  const rules = folder('rules', ['core.xslt', 'network.xslt', 'readme.txt']);
  const run = (...args: string[]) =>
    spawnSync('bin/kvitt', ['validate', ...args], { cwd: ROOT, env: COMMAND_ENV, encoding: 'utf8' });
  const validate = (documents: string) =>
    run(documents, '--rules', rules, '--command', `${processor} {rules} {document}`);

  test('names the failed rules of each document, and ends with 1', () => {
    const { status, stdout } = validate(
      folder('mixed', ['1-good.xml', '2-bad.xml', '3-odd.xml', 'notes.txt']),
    );
    assert.equal(status, 1);
    assert.deepEqual(stdout.trim().split('\n'), [
      '2-bad.xml: error A: [A] wrong & odd',
      '3-odd.xml: warning B: [B] wrong & odd',
      '3-odd.xml: warning B: [B] wrong & odd',
      '3 documents, 2 without errors',
    ]);
  });

  test('ends with 0 where nothing failed', () => {
    const { status, stdout } = validate(folder('good', ['1-good.xml', '2-odd.xml']));
    assert.equal(status, 0);
    assert.match(stdout, /2 documents, 2 without errors/);
  });

  test('says what is missing', () => {
    const documents = folder('some', ['1.xml']);
    const empty = folder('none', []);
    for (const [args, why] of [
      [[documents], /Usage: kvitt validate FOLDER --rules DIR/],
      [[empty, '--rules', rules], /has no XML files/],
      [[documents, '--rules', empty], /has no XSLT files/],
      [[join(directory, 'nowhere'), '--rules', rules], /cannot be read/],
      [[documents, '--rules', rules, '--command', '/nonexistent/processor {rules}'], /cannot be run/],
    ] as const) {
      const { status, stderr } = run(...args);
      assert.equal(status, 1, stderr);
      assert.match(stderr, why);
    }
    assert.match(validate(folder('broken', ['crash.xml'])).stderr, /ended with 2: no such rule/);
  });
});
