import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Role } from '../../src/domain/access/roles.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import { undoableOperations } from '../../src/surfaces/console/undoable.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { PASSWORD } from '../support/person.ts';
import { TestService } from '../support/service.ts';

/** What a person changes of the own access and screens, whatever the role; and what is read as a file. */
const OWN = `update-myself change-password end-sessions set-language set-preferences save-view delete-view
  confirm-second-factor remove-second-factor replace-recovery-codes export-books`.split(/\s+/);

/** What books or approves; none of it issues a document or sends anything out. */
const BOOKS =
  `do-paid-invoice record-payment allocate-payment apply-credit reverse-payment write-off-invoice undo-write-off
  close-payment-matter update-invoice upload-file create-cost create-cost-adv approve-cost move-cost-to-new delete-cost
  create-bank-account update-bank-account import-bank-statement book-bank-line unbook-bank-line ignore-bank-line
  restore-bank-line export-payables export-journal create-journal-layout update-journal-layout delete-journal-layout
  update-journal-accounts lock-vat-period decide-vat-kind
  ask-question answer-question close-question undo-actions dismiss-actions`.split(/\s+/);

/** What opens the books again or hands them in. */
const FILES = ['unlock-vat-period', 'submit-vat-return', 'set-tax-login'];

/** Keys and addresses by which others get at the books. */
const SECRETS = 'get-webhooks get-webhook-deliveries get-tenants get-tenant-requests'.split(/\s+/);

const ALL = Object.entries(operations);
const READS = ALL.filter(([, { kind }]) => kind !== 'write').map(([name]) => name);
const OPEN_READS = READS.filter((name) => !SECRETS.includes(name));

const MAY: Readonly<Record<Exclude<Role, 'member'>, readonly string[]>> = {
  owner: ALL.map(([name]) => name),
  accountant: [...OPEN_READS, ...OWN, ...BOOKS, ...FILES],
  viewer: [...OPEN_READS, ...OWN],
};

describe('roles of people', () => {
  const kvitt = new TestService();
  let username: string;
  before(async () => {
    await kvitt.start('postgres');
    username = (await kvitt.account()).username;
  });
  after(() => kvitt.stop());

  /** A person of the account with this role, and the password of its owner. */
  async function signIn(role: Role): Promise<ConsoleClient> {
    await kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(`insert into people (account_id, guid, username, role, password_hash, created_at)
        select account_id, gen_random_uuid(), '${role}-${username}', '${role}', password_hash, now()
        from people where username = '${username}' on conflict do nothing`),
    );
    return new ConsoleClient(kvitt.url).signIn({ username: `${role}-${username}` });
  }

  for (const [role, may] of Object.entries(MAY))
    test(`every operation is tried as ${role}`, async () => {
      const client = await signIn(role as Role);
      const allowed: string[] = [];
      for (const [name, { kind }] of ALL) {
        const sent = { current_password: PASSWORD, second_factor_code: '000000', dry_run: true };
        const { body } = await client.call(name, kind === 'write' ? sent : {});
        if (!['role_refused', 'owner_required'].includes(body?.error)) allowed.push(name);
      }
      assert.deepEqual(allowed.sort(), [...may].sort());
    });

  test('a member may do the daily work, but neither file VAT returns nor manage access', async () => {
    const client = await signIn('member');
    for (const [name, code] of [
      ['create-invoice', 'field_required'],
      ['lock-vat-period', 'field_required'],
      ['unlock-vat-period', 'role_refused'],
      ['submit-vat-return', 'role_refused'],
      ['update-company', 'owner_required'],
    ] as const)
      assert.equal((await client.call(name, { dry_run: true })).body.error, code, name);
  });

  for (const role of ['accountant', 'viewer'] as const)
    test(`many records at once are what a person with the role ${role} may do with each`, async () => {
      const client = await signIn(role);
      const allowed: string[] = [];
      for (const [name, operation] of undoableOperations()) {
        if (!('kind' in operation)) continue;
        const many = { operation: name, guids: ['01a1ef4b-13da-77f1-9cdf-3282f8ba0103'], input: {} };
        const refusals = [
          (await client.call('preview-many', many)).body.refused[0].problems[0].code,
          (await client.call('run-many', many)).body.refused[0].problems[0].code,
        ];
        assert.equal(refusals[0], refusals[1], name);
        if (!['role_refused', 'owner_required'].includes(refusals[0])) allowed.push(name);
      }
      assert.deepEqual(
        allowed.filter((name) => !MAY[role].includes(name)),
        [],
      );
      assert.equal(allowed.includes('approve-cost'), role === 'accountant');
    });
});
