import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import type { Client } from '../support/client.ts';
import { findFreePort } from '../support/free-port.ts';
import { createImage } from '../support/images.ts';
import { TestService } from '../support/service.ts';
import { ROOT } from '../support/tree.ts';
import { until } from '../support/until.ts';

const SOURCE = pathToFileURL(join(ROOT, 'sdk/src/index.ts')).href;

/** The programs of the README by their title. Each begins with the lines of "Start". */
function readRecipes(): Map<string, string> {
  const readme = readFileSync(join(ROOT, 'sdk/README.md'), 'utf8');
  const programs = [...readme.matchAll(/^#{2,3} (.+)\n(?:(?!^#)[\s\S])*?```js\n([\s\S]*?)```/gm)].map(
    ([, title = '', code = '']): [string, string] => [title, code],
  );
  const [[, start] = ['', ''], ...recipes] = programs;
  return new Map(recipes.map(([title, code]) => [title, start + code]));
}

describe('the recipes of the README', () => {
  const kvitt = new TestService();
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-recipes-'));
  const recipes = readRecipes();
  const tested = new Set<string>();
  let exported: Record<string, unknown> = {};
  let seller: Client;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
    writeFileSync(join(folder, 'receipt.png'), await createImage(8, 8, 'png'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await kvitt.stop();
  });

  /** Runs a recipe in this process, and returns what it printed. */
  async function run(t: TestContext, title: string, env: Record<string, string> = {}): Promise<string[]> {
    tested.add(title);
    const file = join(folder, `recipe-${tested.size}.mjs`);
    writeFileSync(file, (recipes.get(title) ?? assert.fail(title)).replaceAll(`'kvitt-sdk'`, `'${SOURCE}'`));
    const lines: string[] = [];
    t.mock.method(console, 'log', (...values: unknown[]) => lines.push(format(...values)));
    const variables = {
      KVITT_URL: kvitt.url,
      KVITT_USERNAME: seller.username,
      KVITT_API_KEY: seller.apiKey,
      TMPDIR: folder,
      RECEIPT: join(folder, 'receipt.png'),
      ...env,
    };
    const before = { ...process.env };
    Object.assign(process.env, variables);
    try {
      exported = await import(pathToFileURL(file).href);
    } finally {
      for (const name of Object.keys(variables)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
    return lines;
  }

  test('check the connection', async (t) => {
    assert.match((await run(t, 'Check the connection'))[0] ?? '', /^Account \d+ ehf\.$/);
  });
  test('invoice a new customer', async (t) => {
    assert.deepEqual(await run(t, 'Invoice a new customer'), ['Sent 46500']);
  });
  test('repeat a write safely', async (t) => {
    assert.deepEqual(await run(t, 'Repeat a write safely'), ['true']);
  });
  test('read a long list to its end', async (t) => {
    assert.deepEqual(await run(t, 'Read a long list to its end'), ['46500']);
  });
  test('save the PDF of the newest invoice', async (t) => {
    const [number] = await run(t, 'Save the PDF of the newest invoice');
    assert.match(readFileSync(join(folder, `invoice-${number}.pdf`), 'latin1'), /^%PDF-/);
  });
  test('credit an invoice', async (t) => {
    assert.deepEqual(await run(t, 'Credit an invoice'), ['credit']);
  });
  test('send a receipt', async (t) => {
    assert.deepEqual(await run(t, 'Send a receipt'), ['New']);
  });
  test('handle a refusal', async (t) => {
    assert.deepEqual(await run(t, 'Handle a refusal'), ['customer_not_found 200 true']);
  });
  test('stop a call that takes too long', async (t) => {
    assert.deepEqual(await run(t, 'Stop a call that takes too long'), ['2']);
  });
  test('rehearse a write', async (t) => {
    const before = await seller.ok('get-count-invoices');
    assert.deepEqual(await run(t, 'Rehearse a write'), ['1240 ISK']);
    assert.equal(await seller.ok('get-count-invoices'), before);
  });
  test('follow events', async (t) => {
    assert.match((await run(t, 'Follow what happens')).at(-1) ?? '', /^invoice\.issued [0-9a-f-]{36}$/);
  });
  test('receive webhooks', async (t) => {
    const port = await findFreePort();
    const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of a webhook').toString('base64')}`;
    const title = 'Receive webhooks';
    recipes.set(title, `${recipes.get(title)}\nexport { server };`);
    const lines = await run(t, title, { PORT: String(port) });
    process.env.WEBHOOK_SECRET = WEBHOOK_SECRET;
    t.after(() => {
      delete process.env.WEBHOOK_SECRET;
      (exported.server as Server).close();
    });
    const deliver = (signature: string, body: string, id: string, time: string) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': time,
          'webhook-signature': signature,
          connection: 'close',
        },
      });
    const body = JSON.stringify({
      type: 'invoice.paid',
      timestamp: '2026-03-02T12:00:00.000Z',
      data: { guid: 'g' },
    });
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', 'a secret of a webhook')
      .update(`e1.${time}.${body}`)
      .digest('base64');
    await until('the recipe listens', async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 400);
    assert.equal((await deliver(`v1,${signature}`, body, 'e1', time)).status, 204);
    assert.equal((await deliver('v1,AAAA', body, 'e1', time)).status, 400);
    assert.deepEqual(lines, ['invoice.paid g']);
  });
  test('every recipe of the README runs', () => {
    assert.deepEqual([...tested].sort(), [...recipes.keys()].sort());
    assert.ok(recipes.size >= 10);
  });
});
