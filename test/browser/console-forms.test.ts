import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser, PATIENCE_MS } from '../support/browser.ts';
import { Desk } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import type { FormCase } from '../support/form-case.ts';
import { FORMS } from '../support/form-cases.ts';
import { type FormState, readForm } from '../support/form-state.ts';
import { readTree } from '../support/tree.ts';

/** Reads, and writes that only the person's own screen notices. */
const READS = /^(session|find-|get-|preview-|show-|start-second-factor)/;
/** What leaves the company, grants access or cannot be taken back. */
const IRREVERSIBLE =
  /^(create-invoice|issue-|accept-|answer-einvoice|approve-|resend-|remind-|send-|do-paid|record-payment|allocate-|apply-credit|reverse-|write-off|delete-|stop-|invite-|rotate-|merge-|remove-|replace-|reset-|require-|grant-|set-person-role|add-bookkeeper|redeliver-|revoke-|start-invoice-numbers|create-webhook|unlock-vat|submit-vat|close-account)/;

/** A request that only marks the end of those before it. */
const MARKER = 'end-of-keys';

/** Changes answers, so that forms are shown which otherwise need a company in a rare state. */
const CHANGED_ANSWERS: Readonly<Record<string, (answer: any, hasSecondFactor: boolean) => void>> = {
  session: (answer, hasSecondFactor) => {
    answer.keeps_books_of_others = true;
    answer.person.second_factor = hasSecondFactor;
  },
  'get-people': ({ people }) =>
    people.push({ ...people[0], ...COLLEAGUE, is_me: false, main: false, second_factor: true }),
  'get-tenants': (tenants) => {
    for (const tenant of tenants) tenant.has_key = true;
  },
  'find-costs': ({ rows }) => {
    for (const row of rows) Object.assign(row, { state: 'Created', remaining: 100 });
  },
  'find-agent-setups': ({ rows }) => rows.push(QUOTE_OF_PROGRAM),
  'get-receipt-address': (answer) =>
    Object.assign(answer, { is_available: true, address: 'receipts@example.is' }),
};
const QUOTE_OF_PROGRAM = {
  ...{ kind: 'quote', guid: '00000000-0000-4000-8000-000000000001', number: '1' },
  ...{ name: 'Anna', amount: 1240, currency: 'ISK', next_date: null },
};
const COLLEAGUE = { guid: '00000000-0000-4000-8000-000000000000', name: 'Anna', role: 'member' };

/** The components that render fields or a form around those of others. */
const KIT = 'Form|FormElement|FormDialog|MailDialog|CompanyForm|ProofDialog|ConfirmDialog|Question';
/** They ask a question about what stands in them, and have no fields that can be wrong. */
const QUESTIONS = [
  'bulk/bulk-question#BulkQuestion',
  'dialogs/conflict-question#ConflictQuestion',
  'documents/document-sheet#Actions',
  'invoices/editor#WarningQuestion',
  'invoices/invoice-actions#IssueQuestion',
  'proposals/decision-dialogs#Approve',
];

/** The forms of the console as `file#component`. A question is one if it holds fields. */
function findForms(): Set<string> {
  const forms = new Set<string>();
  const pattern = new RegExp(`^(?:export )?function (\\w+)|<(${KIT})\\s([^]*?)(/>|(?<!=)>\\n)`, 'gm');
  for (const [path, text] of readTree('console/src/{ui,screens}/**/*.tsx')) {
    let component = '';
    for (const [, name, tag, attributes = '', end] of text.matchAll(pattern)) {
      if (name) component = name;
      else if (
        !/^(ConfirmDialog|Question)$/.test(tag ?? '') ||
        attributes.includes('asksPassword') ||
        end === '>\n'
      )
        forms.add(`${path.replace(/^console.src.(ui|screens).|\.tsx$/g, '')}#${component}`);
    }
  }
  return new Set([...forms].filter((form) => !KIT.split('|').includes(form.split('#')[1] ?? '')));
}

test('every form of the console has a case', () => {
  const walked = new Set([...FORMS.map((one) => one.of), ...QUESTIONS]);
  assert.deepEqual(
    [...findForms()].filter((form) => !walked.has(form)),
    [],
  );
  assert.deepEqual(
    [...walked].filter((form) => !findForms().has(form)),
    [],
  );
});

describe('every form of the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let page: Page;
  let books: Books;
  const sent: string[] = [];
  let isBlocked = false;
  let hasSecondFactor = false;

  before(async () => {
    await desk.open();
    const seller = await desk.kvitt.account({ vat_no: '145678' });
    books = await openBooks(seller);
    await desk.kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(`update customers set unverified = true where guid = '${books.otherCustomer}'`),
    );
    await seller.ok('log-task', { guid: books.task, date: '2026-03-02', h: '9', p: '11:30' });
    page = await desk.signIn(seller.username);
    await page.route('**/console/api/*', async (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      if (name === MARKER) return route.fulfill({ status: 204 });
      const change = CHANGED_ANSWERS[name];
      if (change) {
        const response = await route.fetch();
        const answer = await response.json();
        if (response.ok()) change(answer, hasSecondFactor);
        return route.fulfill({ response, json: answer });
      }
      if (!isBlocked || READS.test(name)) return route.fallback();
      sent.push(name);
      return route.fulfill({ status: 503, json: { error: 'busy', message: 'x', request_id: 'x' } });
    });
  });
  after(() => desk.close());

  const openForm = async ({ open, wrong, empty = [], field: known, ...one }: FormCase): Promise<Locator> => {
    // The session is read once for each page.
    if (hasSecondFactor !== (one.hasSecondFactor ?? false)) {
      hasSecondFactor = !hasSecondFactor;
      await page.reload();
    }
    await open(page, books);
    const [label = ''] = [...(known ? [known] : []), ...Object.keys(wrong), ...empty];
    const field = page.getByLabel(labelled(label));
    const form = page.locator('form').filter({ has: field }).last();
    await form.waitFor();
    return form;
  };
  /** The button of a dialog stands outside of the form. */
  const submit = async (form: Locator) => {
    const id = await form.getAttribute('id');
    const button = id
      ? page.locator(`button[type=submit][form="${id}"]`)
      : form.locator('button[type=submit]');
    await button.click();
  };

  const pressEnterEverywhere = async (form: Locator) => {
    sent.length = 0;
    isBlocked = true;
    const fields = form.locator('input:not([type=checkbox],[type=radio],[type=file],[type=date]):enabled');
    for (const field of await fields.all()) {
      await field.press('Enter');
      // It opens the list of a picker, which would cover what stands below.
      if ((await page.locator('[data-picker-list]').count()) > 0) await page.keyboard.press('Escape');
    }
    // Requests reach the route later than the key reaches the page, but in their order.
    await page.evaluate(async (marker) => {
      for (const ms of [0, 50]) await new Promise((done) => setTimeout(done, ms));
      await fetch(`/console/api/${marker}`);
    }, MARKER);
    isBlocked = false;
    return sent.filter((name) => IRREVERSIBLE.test(name));
  };

  /** Waits for these marks; what is wrong with them afterwards is reported. */
  const assertRefused = async (form: Locator, marked: readonly string[], how: string) => {
    let state: FormState;
    const deadline = performance.now() + PATIENCE_MS;
    do state = await readForm(form, marked.length);
    while (!state.isComplete && performance.now() < deadline);
    const labels = state.marked.map(({ label }) => label);
    assert.deepEqual(labels, marked, `${how}: fields that are marked, with the refusal ${state.alert?.text}`);
    const mute = state.marked.filter(({ description }) => description === '');
    assert.deepEqual(mute, [], `${how}: marked without a text`);
    const isMarked = (name: string) =>
      labels.some((label) => label === name || label.startsWith(`${name}: `));
    const misnamed = namedFields(state.alert?.text ?? '').filter((name) => !isMarked(name));
    assert.deepEqual(misnamed, [], `${how}: fields that the refusal names otherwise than the form`);
    const [first] = state.marked;
    assert.ok(first?.isFocused, `${how}: ${first?.label} has not the focus`);
    assert.ok(first.isInView, `${how}: ${first.label} is out of view`);
    assert.ok(state.alert?.isInView, `${how}: the refusal is out of view`);
    assert.ok(state.gap < 120, `${how}: the refusal stands ${state.gap} pixels from its button`);
  };

  /** A dialog asks before it loses what was typed, other than a password. A page and the receipt desk keep it. */
  const leave = async (form: Locator, { wrong, keepsTyped }: FormCase) => {
    if ((await page.getByRole('dialog').filter({ has: form }).count()) === 0) return;
    // The locator may find another form when this one is gone.
    const element = await form.elementHandle();
    await page.keyboard.press('Escape');
    const typed = Object.keys(wrong).filter((label) => label !== 'Your password');
    if (typed.length > 0 && !keepsTyped) await page.getByRole('button', { name: 'Discard it' }).click();
    await element?.waitForElementState('hidden');
  };

  const assertKept = async (one: FormCase) => {
    const form = await openForm(one);
    for (const [label, value] of Object.entries(one.wrong))
      assert.equal(await form.getByLabel(labelled(label)).inputValue(), value);
    await leave(form, one);
  };

  /** A field is marked no longer once something else is typed into it. */
  const assertMended = async (form: Locator, { name, wrong, marked, right = '77' }: FormCase) => {
    const label = Object.keys(wrong).find((one) => marked?.includes(one) ?? true);
    if (label === undefined) return;
    const field = form.getByLabel(labelled(label));
    const before = await field.inputValue();
    await field.fill(right);
    // A date is read when its field is left.
    await field.blur();
    assert.notEqual(await field.getAttribute('aria-invalid'), 'true', `${name}: ${label} is still marked`);
    await field.fill(before);
    await field.blur();
  };

  for (const one of FORMS) {
    test(`${one.name}: Enter submits nothing irreversible, and each problem is shown at its field`, async () => {
      const form = await openForm(one);
      assert.deepEqual(await pressEnterEverywhere(form), []);
      if (one.empty) {
        await submit(form);
        await assertRefused(form, one.empty, 'empty');
      }
      for (const [label, value] of Object.entries(one.wrong))
        await form.getByLabel(labelled(label)).fill(value);
      if (Object.keys(one.wrong).length > 0) {
        await submit(form);
        await assertRefused(form, one.marked ?? Object.keys(one.wrong), 'wrong');
        if (one.refusal) assert.match((await readForm(form)).alert?.text ?? '', one.refusal);
        await assertMended(form, one);
      }
      await leave(form, one);
      if (one.keepsTyped) await assertKept(one);
    });
  }
});

/** The fields that a refusal names, one problem in a line. The lines of a document are named by their numbers. */
function namedFields(alert: string): string[] {
  const names = alert.split('\n').map((line) => /^([^.]+?): /.exec(line)?.[1] ?? '');
  return names.filter((name) => name !== '' && !/^Lines$|^Line \d+(, |$)/.test(name));
}

/** The label of a field that may be left out says so. */
function labelled(label: string): RegExp {
  return new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( ?optional| ?empty: no limit)?$`);
}
