import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { operations } from '../../src/surfaces/console/routes.ts';
import { noBrowser } from '../support/browser.ts';
import { Desk, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import { Random } from '../support/fuzz/random.ts';

/** How many keys are pressed in all; KVITT_TEST_MONKEY_KEYS=20000 for a long run. */
const COUNT = Number(process.env.KVITT_TEST_MONKEY_KEYS ?? 600);
const SEED = Number(process.env.KVITT_TEST_MONKEY_SEED ?? 1);

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzáðéíóúýþæöADRKX?/.,-'];
const MOVES = [
  ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Tab', 'Tab', 'Shift+Tab', 'Escape'],
  ...['PageUp', 'PageDown', 'Home', 'End', 'Backspace', 'Delete'],
];
const KEYS = [...LETTERS, ...LETTERS, ...'0123456789', ...MOVES, ...MOVES];

/** A screen, and the buttons that are pressed to open something over it. */
type Scene = readonly [path: string, ...buttons: readonly string[]];

const scenes = (books: Books): readonly Scene[] => [
  ...[
    '',
    'inbox',
    'invoices',
    'payments',
    'bank',
    'bank/accounts',
    'customers',
    'items',
    'drafts',
    'quotes',
    'orders',
    'recurring',
  ].map(alone),
  ...['costs', 'tasks', 'selling', 'reports', 'proposals', 'apps', 'webhooks'].map(alone),
  ...['', '/company', '/bank', '/documents', '/delivery', '/mail', '/people', '/bookkeepers'].map((at) =>
    alone(`settings${at}`),
  ),
  ...['invoices', 'quotes', 'orders', 'recurring'].map((list) => alone(`${list}/new`)),
  ...['customers', 'items', 'tasks', 'selling'].map((list) => alone(`${list}?new=1`)),
  [`invoices?open=${books.invoice}`],
  [`invoices?open=${books.invoice}`, 'Credit'],
  [`invoices?open=${books.invoice}`, 'Record payment'],
  [`payments?open=${books.payment}`],
  [`payments?open=${books.payment}`, 'Take back'],
  [`payments?open=${books.surplus}`, 'Change what it settles'],
  [`invoices?open=${books.invoice}`, 'More'],
  [`quotes?open=${books.quote}`],
  [`orders?open=${books.order}`],
  [`recurring?open=${books.recurring}`],
  [`costs?open=${books.cost}`],
  [`tasks?open=${books.task}`],
  [`customers/${books.customer}`],
  [`customers/${books.customer}`, 'Edit'],
  [`quotes/${books.quote}`],
  [`proposals/${books.proposal}`, 'Decline with a reason…'],
  ['settings/people', 'Invite'],
];

function alone(path: string): Scene {
  return [path];
}

interface Press {
  key: string;
  /** Where the focus was then. */
  focus: string;
}

interface Write {
  operation: string;
  /** The keys before it, the last one first. */
  pressed: readonly Press[];
}

describe('a monkey at the keyboard', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  const writes: Write[] = [];
  let page: Page;
  let devtools: CDPSession;
  let books: Books;

  before(async () => {
    await desk.open();
    const seller = await desk.kvitt.account({ vat_no: '145678' });
    books = await openBooks(seller);
    page = await desk.signIn(seller.username, { undo: true });
    devtools = await page.context().newCDPSession(page);
    await page.addInitScript(stampRequests);
    await page.reload();
    // Nobody signs out, and no file is loaded into the window, which stays where it is.
    await page.route(/^http:\/\/[^/]+\/(?!console)/, (route) => route.fulfill({ status: 204 }));
    // A language that was chosen counts until the next page, whose buttons are found by their English names.
    await page.route('**/console/?lang=*', (route) => route.abort());
    // A write is noted and refused, so that the books stay as they are.
    await page.route('**/console/api/*', async (route) => {
      const operation = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      if (!isWrite(operation)) return route.continue();
      const pressed = route.request().headers()['x-pressed'] ?? '';
      writes.push({ operation, pressed: JSON.parse(decodeURIComponent(pressed) || '[]') });
      return route.fulfill({ status: 409, json: { error: 'busy', message: 'No', problems: [] } });
    });
  });
  after(() => desk.close());

  const open = async ([path, ...buttons]: Scene) => {
    // What was left open over the last screen would hide the buttons.
    const isHere = buttons.length === 0 && (await page.evaluate(leaveScreen).catch(() => false));
    // The palette and the help belong to no screen.
    if (isHere) await page.keyboard.press('Escape');
    if (isHere) await visit(page, `/console/${path}`);
    else await page.goto(`/console/${path}`);
    for (const name of buttons) {
      const button = page.getByRole('button', { name, exact: true });
      await button.first().click();
    }
  };
  /** Playwright knows the keys of an American keyboard only. */
  const pressKey = async (key: string) => {
    if (key.length > 1 || key <= '~') return page.keyboard.press(key);
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, unmodifiedText: key });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  };
  const press = async (random: Random, scene: Scene, keys: readonly string[], count: number) => {
    await open(scene);
    for (let pressed = 0; pressed < count; pressed += 1) {
      await pressKey(random.pick(keys));
      // A jump leads anywhere: the scene is opened again from time to time.
      if (random.next() % 60 === 0) await open(scene);
    }
  };

  test(`writes nothing by ${COUNT} keys without Enter, Space or a chord`, async () => {
    const all = scenes(books);
    for (const [at, scene] of all.entries())
      await press(new Random(SEED, at), scene, KEYS, Math.ceil(COUNT / all.length));
    assert.deepEqual(writes, []);
  });

  test('runs by Enter only the action of the focused button, and mails or issues nothing from a field', async () => {
    const all = scenes(books);
    const keys = [...KEYS, ...MOVES, ...Array.from({ length: 30 }, () => 'Enter')];
    for (const [at, scene] of all.entries())
      await press(new Random(SEED + 1, at), scene, keys, Math.ceil(COUNT / all.length / 2));
    const wrong = writes.filter((write) => !isAsked(write));
    assert.deepEqual(wrong, []);
  });
});

function isWrite(operation: string): boolean {
  if (operation === 'approve-proposal' || operation === 'try-agent') return true;
  return Object.hasOwn(operations, operation)
    ? operations[operation as keyof typeof operations].kind === 'write'
    : false;
}

/** What sends, settles, decides or deletes. */
function isFinal(operation: string): boolean {
  const known = operations[operation as keyof typeof operations] as { isUndoable?: true } | undefined;
  return operation === 'approve-proposal' || known?.isUndoable === true;
}

/** Words of the buttons behind which an operation that cannot be taken back may stand. */
const BUTTONS: Readonly<Record<string, RegExp>> = {
  'create-invoice': /Issue|Credit|paid|claim/i,
  'issue-invoice': /Issue/,
  'issue-draft-invoice': /Issue/,
  'accept-quote': /Accept|Issue|invoice/i,
  'create-invoice-from-order': /invoice/i,
  'do-paid-invoice': /paid/i,
  'record-payment': /Record|Pay back/,
  'allocate-payment': /settles/,
  'apply-credit': /Use credit/,
  'reverse-payment': /Take back/,
  'write-off-invoice': /Write off/,
  'approve-cost': /Approve/,
  'answer-einvoice': /answer/i,
  'approve-proposal': /Approve/,
  'decline-proposal': /Decline/,
  'stop-recurring-invoice': /Stop/,
  'deactivate-task': /Delete|Close|Finish|Complete/,
  'release-order': /Cancel|Release/,
  'release-overdue-orders': /Cancel|Release/,
  'merge-customers': /Merge/,
  'remind-invoice': /remind/i,
  'resend-invoice': /send/i,
  'send-quote': /send/i,
  'send-customer-statement': /send/i,
};

/**
 * Whether the person asked for this by Enter: at a button of that name, or, for what can be changed back, in a field. A
 * choice in a menu runs when the menu is gone, so further keys may have been pressed by then.
 */
function isAsked({ operation, pressed }: Write): boolean {
  return pressed.some((press) => isAskedBy(operation, press));
}

function isAskedBy(operation: string, { key, focus }: Press): boolean {
  if (key !== 'Enter') return false;
  const [role = '', name = ''] = focus.split(': ');
  const isButton = /^(button|menuitem|option|a)$/.test(role);
  if (!isFinal(operation)) return isButton || role === 'input';
  return isButton && (BUTTONS[operation] ?? /Delete|Remove/).test(name);
}

/** Runs in the page: drops what was typed, and says whether this is the console, where links can be followed. */
function leaveScreen(): boolean {
  const { sessionStorage, __TSR_ROUTER__: router } = globalThis as any;
  if (!router) return false;
  sessionStorage.clear();
  router.history.push('/console/reports');
  return true;
}

/**
 * Runs in the page: each request says in a header which keys were pressed last, and the role and the name of what had the
 * focus then. By the time that a request is seen outside of the page, the next key may have been pressed.
 */
function stampRequests(): void {
  const { window, document, Request } = globalThis as any;
  const KEPT = 12;
  let pressed: Press[] = [];
  const describeFocus = () => {
    const element = document.activeElement;
    const option = document.getElementById(element?.getAttribute('aria-activedescendant') ?? '');
    const focused = option ?? element;
    const role = focused?.getAttribute('role') ?? focused?.tagName.toLowerCase();
    return `${role}: ${focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''}`.slice(0, 120);
  };
  const note = ({ key }: { key: string }) => {
    pressed = [{ key, focus: describeFocus() }, ...pressed].slice(0, KEPT);
  };
  window.addEventListener('keydown', note, { capture: true });
  const send = window.fetch;
  window.fetch = (target: unknown, init?: object) => {
    const request = new Request(target, init);
    request.headers.set('x-pressed', encodeURIComponent(JSON.stringify(pressed)));
    return send.call(window, request);
  };
}
