import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BUILD_DIR } from '../../src/commands/build-console.ts';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { Desk } from '../support/desk.ts';

const KB = 1000;

describe('the first load of the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account();
  });
  after(() => desk.close());

  /** The files that a browser with nothing in its memory fetches to show a screen. */
  const fetched = async (screen: string): Promise<string[]> => {
    const page = await desk.signIn(seller.username);
    // What the first screen after signing in still asks for is none of it.
    await page.goto('about:blank');
    const names = new Set<string>();
    await page.route('**/console/assets/*', (route) => {
      names.add(new URL(route.request().url()).pathname.replace('/console/', ''));
      return route.continue();
    });
    await page.goto(`/console/${screen}`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().close();
    return [...names];
  };
  const size = (names: readonly string[]) =>
    names
      .map((name) => join(BUILD_DIR, name))
      .map((path) => statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size)
      .reduce((sum, bytes) => sum + bytes, 0);
  const code = (names: readonly string[]) => names.filter((name) => /\.(js|css)$/.test(name));

  test('is less than 300 kB compressed, charts included', async (t) => {
    const names = await fetched('');
    t.diagnostic(`${size(code(names))} bytes of code, ${size(names)} with fonts`);
    assert.ok(size(code(names)) < 300 * KB, `${size(code(names))} bytes`);
  });
  test('of a list loads neither charts nor the editor', async (t) => {
    const names = await fetched('invoices');
    t.diagnostic(`${size(code(names))} bytes of code, ${size(names)} with fonts`);
    assert.ok(names.length > 5, 'nothing was fetched');
    assert.deepEqual(
      names.filter((name) => /assets\/(months|editor|reports|settings|selling)/.test(name)),
      [],
    );
    assert.ok(size(code(names)) < 220 * KB, `${size(code(names))} bytes`);
    assert.ok(code(names).length < 40, `${code(names).length} files`);
  });
});
