import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DONE_TEXT_KEYS } from '../../console/src/api/done-texts.ts';
import { shell as en } from '../../console/src/i18n/en/shell.ts';
import { shell as is } from '../../console/src/i18n/is/shell.ts';
import { actions } from '../../src/surfaces/console/actions.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import { undoableOperations } from '../../src/surfaces/console/undoable.ts';
import { readTree } from '../support/tree.ts';

const undoable = undoableOperations();

/** Names of operations that issue, accept, pay, mail, delete or close something for good. */
const FINAL_NAME =
  /(^|-)(issue|send|resend|remind|accept|approve|decline|paid|pay|delete|remove|stop|release|merge|deactivate|cancel|revoke|withdraw|leave|reset|credit)(-|$)/;
/** Events of the same; an operation that can emit one does it. */
const FINAL_EVENT = /\.(issued|accepted|approved|declined|paid|deleted|stopped|closed|lapsed|credited)$/;

/** What takes effect at once, and why. */
const AT_ONCE: Readonly<Record<string, string>> = {
  'revoke-agent': 'ends access',
  'change-agent':
    'a program is frozen at once; the dialog lists the quotes and orders that are closed with it',
  'revoke-bookkeeper-key': 'ends access',
  'remove-bookkeeper': 'ends access',
  'remove-person': 'ends access',
  'withdraw-invitation': 'ends access',
  'leave-tenant': 'ends access',
  'remove-second-factor': 'is confirmed by password and code, and ends sessions',
  'reset-second-factor': 'is confirmed by the password, for a phone that was lost',
  'stop-account-import': 'starting it again goes on',
  'close-question': 'it can be asked again, and an answer is still kept with it',
  'end-task': 'stops a timer; the time that it logs can be changed',
  'start-task': 'may stop another timer; the time that it logs can be changed',
  'decline-quote': 'a change opens the quote again',
  'decline-tenant': 'the tenant may ask again',
  'accept-tenant': 'leave-tenant takes it back, and the tenant gives the key',
};

test('every issue, acceptance, payment, mail and deletion of the console can be undone', () => {
  const writes = Object.entries(operations).filter(([, { kind }]) => kind === 'write');
  const events = (operation: object) =>
    'events' in operation ? (operation.events as readonly string[]) : [];
  const final = [...writes, ...Object.entries(actions)]
    .filter(
      ([name, operation]) =>
        FINAL_NAME.test(name) || events(operation).some((type) => FINAL_EVENT.test(type)),
    )
    .map(([name]) => name);
  assert.ok(final.length > 25, `${final.length} operations were found`);
  assert.deepEqual(
    final.filter((name) => !undoable.has(name) && !(name in AT_ONCE)),
    [],
  );
  assert.deepEqual(
    Object.keys(AT_ONCE).filter((name) => !final.includes(name) || undoable.has(name)),
    [],
  );
});

test('the console has texts for each action before and after it runs', () => {
  const names = [...undoable.keys()].filter((name) => name !== 'run-many').sort();
  assert.deepEqual(Object.keys(DONE_TEXT_KEYS).sort(), names);
  for (const texts of [is, en])
    assert.deepEqual(
      names.filter((name) => !(`pending.${name}` in texts)),
      [],
    );
});

test('the console sends every write as one that the server may delay', () => {
  const calls = [...readTree('console/src/**/*.{ts,tsx}')].flatMap(([path, text]) =>
    [...text.matchAll(/\bcall\(\s*'([\w-]+)'/g)].map(([, name = '']) => `${path}: ${name}`),
  );
  const names = new Set(
    Object.entries(operations)
      .filter(([, { kind }]) => kind === 'write')
      .map(([name]) => name),
  );
  const direct = calls.filter((one) => names.has(one.split(': ')[1] ?? ''));
  assert.deepEqual(direct, ['console/src/main.tsx: set-language']);
});
