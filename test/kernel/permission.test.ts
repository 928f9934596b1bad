import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits } from '../../src/domain/access/program-limits.ts';
import { ROLES, type Role } from '../../src/domain/access/roles.ts';
import { BOOKING_ROLES, FILING_ROLES, OWNERS } from '../../src/kernel/access/access.ts';
import type { Account } from '../../src/kernel/access/account.ts';
import type { Scope } from '../../src/kernel/access/scopes.ts';
import { Failure } from '../../src/kernel/failures/failure.ts';
import type { Caller } from '../../src/kernel/operations/caller.ts';
import { checkPermission } from '../../src/kernel/operations/permission.ts';
import { requirePermission } from '../../src/kernel/write/permission.ts';

const account = { id: 1, disabled: false } as Account;
const closed = { ...account, disabled: true };
const call = { account, ip: '', requestId: '' };
const key: Caller = { by: 'key', via: 'agent', ...call };
const program: Caller = { by: 'program', via: 'agent', agentId: 'x', ...call };
const person = (role: Role): Caller => ({
  by: 'person',
  via: 'console',
  person: { id: 1, role },
  ...call,
});
const cases: [name: string, scope: Scope | 'any' | null, caller: Caller, refusal: string | null][] = [
  ['a caller without scopes runs an operation that has one', 'nav', key, null],
  ['a caller without scopes runs an operation that has none', null, key, null],
  ['a granted scope is enough', 'nav', { ...program, scopes: ['cost', 'nav'] }, null],
  ['a scope that was not granted is missing', 'nav', { ...program, scopes: ['cost'] }, 'required scope: nav'],
  ['a program without the scope runs what is open to every program', 'any', { ...program, scopes: [] }, null],
  ['no scope opens nothing', 'nav', { ...program, scopes: [] }, 'required scope: nav'],
  [
    'a key lacks what its plan lacks',
    'task',
    { ...key, scopes: ['nav'] },
    'The plan of this account does not include task; ask the operator to add it',
  ],
  [
    'no scope opens an operation that is closed to programs',
    null,
    { ...program, scopes: ['nav'] },
    'use the credential API with username and api_key, or the console',
  ],
];

for (const [name, scope, caller, refusal] of cases) {
  test(name, () => {
    const check = () => checkPermission({ access: { scope }, kind: 'read' }, caller);
    if (refusal === null) return check();
    assert.throws(check, (error) => error instanceof Failure && error.message.endsWith(refusal));
  });
}

test('either of two scopes is enough where an operation names both', () => {
  const op = { kind: 'read', access: { scope: 'payment', orScope: 'nav' } } as const;
  for (const scopes of [['payment'], ['nav'], ['cost', 'nav']] as Scope[][])
    checkPermission(op, { ...program, scopes });
  assert.throws(
    () => checkPermission(op, { ...program, scopes: ['cost'] }),
    (error) => error instanceof Failure && error.message.endsWith('required scope: payment'),
  );
});

test("only owners, and the account's own key, run operations for owners", () => {
  const op = { kind: 'write', access: { scope: null, roles: OWNERS } } as const;
  checkPermission(op, key);
  checkPermission(op, person('owner'));
  assert.throws(
    () => checkPermission(op, person('member')),
    (error) => error instanceof Failure && error.code === 'owner_required',
  );
});

test('accountants book and file, viewers read, and neither approves invoices of programs', () => {
  const may = (kind: 'read' | 'write', roles?: readonly Role[]) => (role: Role) => {
    const op = { kind, access: { scope: null, ...(roles && { roles }) } } as const;
    for (const caller of [person(role), { ...program, scopes: undefined, person: { id: 1, role } } as const])
      try {
        checkPermission(op, caller);
      } catch (error) {
        assert.ok(error instanceof Failure && error.code === 'role_refused', String(error));
        return false;
      }
    return true;
  };
  assert.deepEqual(ROLES.filter(may('read')), ROLES);
  assert.deepEqual(ROLES.filter(may('write')), ['owner', 'member']);
  assert.deepEqual(ROLES.filter(may('write', BOOKING_ROLES)), ['owner', 'member', 'accountant']);
  assert.deepEqual(ROLES.filter(may('write', FILING_ROLES)), ['owner', 'accountant']);
});

test('a read-only program runs no write except to give up its own access', () => {
  const limits = { ...defaultLimits({ isSelfRegistered: false }), mode: 'read' as const };
  const reader = { ...program, scopes: ['nav'], limits } as const;
  checkPermission({ kind: 'read', access: { scope: 'nav' } }, reader);
  checkPermission({ kind: 'write', access: { scope: 'nav', isOwnAccess: true } }, reader);
  assert.throws(
    () => checkPermission({ kind: 'write', access: { scope: 'nav' } }, reader),
    (error) => error instanceof Failure && error.code === 'read_only',
  );
});

test('only the operator writes in a closed account', () => {
  const write = { kind: 'write', access: { scope: null } } as const;
  const others: Caller[] = [
    key,
    program,
    person('owner'),
    { by: 'visitor', via: 'page', ...call },
    { by: 'job', via: 'job', ...call },
  ];
  for (const one of others) {
    const caller = { ...one, account: closed };
    assert.throws(
      () => checkPermission(write, caller),
      (error) => error instanceof Failure && error.code === 'account_disabled',
      one.by,
    );
    checkPermission({ ...write, kind: 'read' }, caller);
  }
  checkPermission(write, { by: 'operator', via: 'operator', ...call, account: closed });
});

test("a bookkeeper's key does not run operations that need the account's own key", () => {
  const op = { kind: 'write', access: { scope: null, needsOwnKey: true } } as const;
  checkPermission(op, key);
  assert.throws(
    () => checkPermission(op, { ...key, account: { ...account, bookkeeperKey: 'x' } }),
    (error) => error instanceof Failure && error.code === 'own_key_required',
  );
});

test('a closed account still records events from outside', async () => {
  const ran = new Error('ran');
  const run = requirePermission(() => Promise.reject(ran));
  const caller = { by: 'job', via: 'job', ...call, account: closed };
  await assert.rejects(run({ op: { kind: 'internal', isAllowedWhenClosed: true }, caller } as never), ran);
  await assert.rejects(run({ op: { kind: 'internal' }, caller } as never), { code: 'account_disabled' });
});
