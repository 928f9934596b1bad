import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { closeContexts, PATIENCE_MS, sharedBrowser } from './browser.ts';
import type { DatabaseKind } from './databases.ts';
import { moveDate } from './move-date.ts';
import { PASSWORD, Person } from './person.ts';
import { TestService } from './service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface PageOptions {
  lang?: 'is' | 'en';
  dark?: boolean;
  phone?: boolean;
  /** Actions wait until they cannot be undone any more, as they do for new people. */
  undo?: boolean;
}

/** A node with the console, which the run has built, and a browser to look at it with. */
export class Desk {
  readonly kvitt = new TestService();
  browser!: Browser;
  /** What the pages complained of in the browser's own console. */
  readonly complaints: string[] = [];

  /** `env`: of a node of its own. */
  async open(kind: DatabaseKind = 'postgres', env?: Record<string, string>): Promise<void> {
    await (env ? this.kvitt.startOwn(kind, env) : this.kvitt.start(kind));
    this.browser = await sharedBrowser();
  }

  async close(): Promise<void> {
    if (this.browser) await closeContexts(this.browser);
    await this.kvitt.stop();
  }

  /** A browser of somebody who has not been here before. */
  async page({ lang = 'en', dark = false, phone = false }: PageOptions = {}): Promise<Page> {
    const context: BrowserContext = await this.browser.newContext({
      baseURL: this.kvitt.url,
      viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: lang === 'is' ? 'is-IS' : 'en-GB',
    });
    // In the browser it is the same day as on the node.
    await context.addInitScript(moveDate, this.kvitt.now().getTime() - Date.now());
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    return page;
  }

  /** Signs in by requests of its own, and hands the cookies to the browser; `fillSignIn` uses the page. */
  async signIn(username: string, look: PageOptions = {}): Promise<Page> {
    if (!look.undo) await this.turnDelayOff(username);
    const page = await this.page(look);
    const person = new Person(this.kvitt.url);
    await person.get(`/sign-in?lang=${look.lang ?? 'en'}`);
    await person.signIn({ username }, '/console');
    const flags = { url: this.kvitt.url, httpOnly: true, sameSite: 'Lax' } as const;
    await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, ...flags })));
    await page.goto('/console');
    return page;
  }

  /** Lets actions of this person happen at once. */
  async turnDelayOff(username: string): Promise<void> {
    const { db } = this.kvitt.service.engine.kernel;
    await db.transaction((tx) =>
      tx.script(`insert into person_preferences (account_id, person_id, undo_delay)
        select account_id, id, false from people where username = '${username}' on conflict do nothing`),
    );
  }

  async fillSignIn(page: Page, username: string, password = PASSWORD): Promise<void> {
    await page.fill('input[name=username]', username);
    await page.fill('input[name=password]', password);
    await page.click('main button');
  }
}

/**
 * Opens a screen of the console as a link within it does. The application is not loaded anew, which would take four
 * times as long, and what it has cached stays.
 *
 * It waits for a navigation that is still under way, since the router would drop that one and keep the old screen, with
 * its open dialogs, when both are the same.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const visited = await page.evaluate(
    async ({ to, patience }) => {
      const { __TSR_ROUTER__: router, requestAnimationFrame } = globalThis as unknown as InPage;
      const isBusy = ({ status, location, resolvedLocation } = router.state) =>
        status !== 'idle' || resolvedLocation !== location;
      const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(done));
      const deadline = performance.now() + patience;
      // Waiting for the next frame would have one drawn.
      const nextLook = () => new Promise<void>((done) => setTimeout(done, 10));
      const settle = async () => {
        while (isBusy() && performance.now() < deadline) await nextLook();
      };
      await settle();
      router.history.push(to);
      await nextFrame();
      await settle();
      return !isBusy();
    },
    { to: path, patience: PATIENCE_MS },
  );
  // What runs in the page has no time limit of its own: without this one the whole file would hang.
  assert.ok(visited, `${page.url()} did not become ${path}`);
}

/** Waits for the heading of a screen and for what it loads, in one message to the browser. */
export async function settled(page: Page): Promise<void> {
  const isSettled = await page.evaluate(async (patience) => {
    const { document, performance } = globalThis as any;
    const isWaiting = () => !document.querySelector('h1') || document.querySelector('.pulse') !== null;
    const deadline = performance.now() + patience;
    // Waiting for the next frame would have one drawn.
    while (isWaiting() && performance.now() < deadline) await new Promise((done) => setTimeout(done, 10));
    return !isWaiting();
  }, PATIENCE_MS);
  assert.ok(isSettled, `${page.url()} has no heading, or loads for ever`);
}

/** Does something that the console confirms, and waits for that toast, not for one of the same text from before. */
export async function confirmed(page: Page, text: string, action: () => Promise<void>): Promise<void> {
  const [before] = await page
    .locator('[data-toast]')
    .evaluateAll((shown) => shown.map((one) => one.getAttribute('data-toast')));
  await action();
  await page.locator(`[data-toast]:not([data-toast="${before}"])`).filter({ hasText: text }).waitFor();
}

/** The names that `visit` needs in the page. */
interface InPage {
  __TSR_ROUTER__: {
    history: { push(path: string): void };
    state: { status: string; location: object; resolvedLocation?: object };
  };
  requestAnimationFrame(callback: () => void): void;
}

/** No problem that a checker can find: names, contrast, roles, order of headings. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  let found = await page.evaluate(runChecker);
  if (found === null) {
    await page.evaluate(axe);
    found = await page.evaluate(runChecker);
  }
  assert.deepEqual(found, [], `${where} has problems`);
}

/** Runs in the page; null where the checker has not been loaded. */
async function runChecker(): Promise<string[] | null> {
  const { axe: checker } = globalThis as unknown as { axe?: typeof Axe };
  if (!checker) return null;
  const { violations } = await checker.run({
    resultTypes: ['violations'],
    // By default it also downloads all style sheets again, for an experimental rule that is off.
    preload: { assets: ['media'] },
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Nothing sticks out sideways, and no text is a bare key. */
export async function assertTidy(page: Page, where: string): Promise<void> {
  const { over, text } = await page.evaluate(() => {
    const { documentElement, body } = (globalThis as any).document;
    return { over: documentElement.scrollWidth - documentElement.clientWidth, text: body.innerText };
  });
  assert.ok(over <= 0, `${where} is ${over} pixels too wide`);
  assert.doesNotMatch(text, /\bundefined\b|\bNaN\b|\[object|\{\w+\}/, where);
}
