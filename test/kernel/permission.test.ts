import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits } from '../../src/domain/program-limits.ts';
import type { Account } from '../../src/kernel/account.ts';
import type { Caller } from '../../src/kernel/context.ts';
import { Failure } from '../../src/kernel/failures/failure.ts';
import { checkPermission } from '../../src/kernel/permission.ts';
import type { Scope } from '../../src/kernel/scopes.ts';

const account = { id: 1, disabled: false } as Account;
const closed = { ...account, disabled: true };
const as = (more: Partial<Caller>) => ({
  ...({ account, via: 'agent', ip: '', requestId: '' } as Caller),
  ...more,
});
const cases: [name: string, scope: Scope | null, caller: Partial<Caller>, refusal: string | null][] = [
  ['a caller without scopes runs an operation that has one', 'nav', {}, null],
  ['a caller without scopes runs an operation that has none', null, {}, null],
  ['a granted scope is enough', 'nav', { scopes: ['cost', 'nav'] }, null],
  [
    'a scope that was not granted is missing',
    'nav',
    { scopes: ['cost'], isDelegated: true },
    'required scope: nav',
  ],
  ['no scope opens nothing', 'nav', { scopes: [], isDelegated: true }, 'required scope: nav'],
  [
    'a key lacks what its plan lacks',
    'task',
    { scopes: ['nav'] },
    'The plan of this account does not include task; ask the operator to add it',
  ],
  [
    'no scope opens an operation that is closed to programs',
    null,
    { scopes: ['nav'] },
    'use the credential API with username and api_key, or the console',
  ],
];

for (const [name, scope, caller, refusal] of cases) {
  test(name, () => {
    const check = () => checkPermission({ scope, kind: 'read' }, as(caller));
    if (refusal === null) return check();
    assert.throws(check, (error) => error instanceof Failure && error.message.endsWith(refusal));
  });
}

test('only owners run what is for owners, and the account itself counts as one', () => {
  const op = { scope: null, kind: 'write', owners: true } as const;
  checkPermission(op, as({}));
  checkPermission(op, as({ person: { id: 1, role: 'owner' } }));
  assert.throws(
    () => checkPermission(op, as({ person: { id: 1, role: 'member' } })),
    (error) => error instanceof Failure && error.code === 'owner_required',
  );
});

test('a program that may only read runs no write but one that gives up its own access', () => {
  const limits = { ...defaultLimits({ isSelfRegistered: false }), mode: 'read' as const };
  const reader = as({ scopes: ['nav'], isDelegated: true, limits });
  checkPermission({ scope: 'nav', kind: 'read' }, reader);
  checkPermission({ scope: 'nav', kind: 'write', isOwnAccess: true }, reader);
  assert.throws(
    () => checkPermission({ scope: 'nav', kind: 'write' }, reader),
    (error) => error instanceof Failure && error.code === 'read_only',
  );
});

test('a closed account writes nothing but what has happened outside, or what the operator does', () => {
  const write = { scope: null, kind: 'write' } as const;
  for (const via of ['page', 'job', 'console', 'credential', 'agent'] as const) {
    const caller = as({ account: closed, via });
    assert.throws(
      () => checkPermission(write, caller),
      (error) => error instanceof Failure && error.code === 'account_disabled',
      via,
    );
    checkPermission({ ...write, isAllowedWhenClosed: true }, caller);
    checkPermission({ ...write, kind: 'read' }, caller);
  }
  checkPermission(write, as({ account: closed, via: 'operator' }));
});

test("a bookkeeper's key does not run what needs the account's own key", () => {
  const op = { scope: null, kind: 'write', needsOwnKey: true } as const;
  checkPermission(op, as({}));
  assert.throws(
    () => checkPermission(op, as({ account: { ...account, bookkeeperKey: 'x' } })),
    (error) => error instanceof Failure && error.code === 'own_key_required',
  );
});
