import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Client } from '../support/client.ts';
import { TestService } from '../support/service.ts';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';
import { until } from '../support/until.ts';

/** The programs in the documents: that of the README, and the one in the shell. */
function readProgram(language: 'js' | 'bash'): string {
  const text = readFileSync(join(ROOT, language === 'js' ? 'README.md' : 'docs/command-line.md'), 'utf8');
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? assert.fail(language);
}

describe('the programs in the documents', () => {
  const kvitt = new TestService();
  let seller: Client;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
  });
  after(() => kvitt.stop());

  /** Runs the program, pays the invoice that it waits for, and returns the PDF that it saved. */
  async function runProgram(command: string, file: string, source: string): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'kvitt-program-'));
    try {
      writeFileSync(join(folder, file), source);
      const env = {
        ...COMMAND_ENV,
        PATH: `${join(ROOT, 'bin')}:${COMMAND_ENV.PATH}`,
        KVITT_URL: seller.url,
        KVITT_USERNAME: seller.username,
        KVITT_API_KEY: seller.apiKey,
      };
      const child = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
      });
      const ended = once(child, 'close');
      const [, guid] = await until('the program waits', () => {
        assert.equal(child.exitCode, null, output);
        return /^Invoice (\S+) waits/m.exec(output);
      });
      await seller.ok('do-paid-invoice', { guid });
      await ended;
      assert.equal(child.exitCode, 0, output);
      return readFileSync(join(folder, 'invoice.pdf'), 'latin1');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test('invoice, wait for the payment and save the PDF, with the client', async () => {
    const source = readProgram('js');
    assert.ok(source.trimEnd().split('\n').length <= 30);
    const client = pathToFileURL(join(ROOT, 'sdk/src/index.ts')).href;
    const pdf = await runProgram(
      process.execPath,
      'program.mjs',
      source.replace(`'kvitt-sdk'`, `'${client}'`),
    );
    assert.match(pdf, /^%PDF-/);
  });
  test('invoice, wait for the payment and save the PDF, with the command line', async () => {
    assert.match(await runProgram('bash', 'program.sh', `set -e\n${readProgram('bash')}`), /^%PDF-/);
  });
});
