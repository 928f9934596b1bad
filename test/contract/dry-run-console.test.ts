import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';
import { randomBodies } from '../support/changed-bodies.ts';
import type { Client } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { DatabaseDigest } from '../support/database-digest.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books, Fields } from '../support/endpoints/case.ts';
import { openProposal } from '../support/endpoints/proposals.ts';
import { Random } from '../support/fuzz/random.ts';
import { createImage } from '../support/images.ts';
import { addColleague, findPerson, newEmailAddress } from '../support/people.ts';
import { PASSWORD } from '../support/person.ts';
import { buy, openSale } from '../support/sales.ts';
import { appCode, enrol } from '../support/second-factor.ts';
import { onBothDatabases } from '../support/service.ts';

const CONFIRMED = { current_password: PASSWORD };
const SEED = 1613;
const GUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The writes that only the console has; the others are rehearsed in dry-run.test.ts. */
const served = new Set([...agentRoutes, ...routes].map(({ operation }) => operation.name as string));
const WRITES = Object.entries(operations)
  .filter(([, { kind, name }]) => kind === 'write' && !served.has(name))
  .map(([name]) => name);

onBothDatabases('a dry run of the console', (kvitt) => {
  let seller: Client;
  let owner: ConsoleClient;
  let books: Books;
  let digest: DatabaseDigest;
  let member: ConsoleClient & { username: string };
  let secret: string;
  const random = new Random(SEED);
  const outcomes = { done: 0, refused: 0 };

  before(async () => {
    const now = kvitt.now();
    kvitt.now = () => now;
    seller = await kvitt.account({ email: 'owner@example.is' });
    owner = await signInToConsole(seller);
    books = await openBooks(seller);
    digest = await DatabaseDigest.of(kvitt.service.engine.kernel.db);
    member = await addColleague(kvitt, owner);
  });

  const delayed = async (state: 'waiting' | 'refused') => {
    const { guid } = await owner.ok('save-view', { screen: '/quotes', name: state, filters: {} });
    const { body } = await owner.call('delete-view', { guid }, { prefer: 'respond-async' });
    if (state === 'refused')
      await kvitt.service.engine.kernel.db.transaction((tx) =>
        tx.script(`update stored_calls set state = 'refused' where guid = '${body.delayed.guid}'`),
      );
    return { guids: [body.delayed.guid] };
  };
  const agentId = async () => ({ agent_id: (await owner.ok('find-agents')).rows[0].agent_id });
  const file = async (fields: Fields = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    form.set('file', new Blob([new Uint8Array(await createImage(40, 20, 'png'))]), 'a.png');
    return form;
  };
  const memberGuid = async () => ({ guid: (await findPerson(owner, member.username)).guid });
  const ticket = async () => {
    const { guid } = await openSale(seller, { type: 'EVENT' });
    const { invoice_number } = await buy(seller, guid);
    return { guid, invoice_number };
  };
  /** The fields of calls that succeed. A round needs what the rounds before it have done. */
  const ROUNDS: readonly Record<string, () => Fields | FormData | Promise<Fields | FormData>>[] = [
    {
      'undo-actions': () => delayed('waiting'),
      'dismiss-actions': () => delayed('refused'),
      'set-preferences': () => ({ notifications: { cost: 'now' } }),
      'save-view': () => ({ screen: '/invoices', name: 'Mín', filters: { tab: 'paid' } }),
      'delete-view': async () => ({ guid: (await owner.ok('get-saved-views')).views[0].guid }),
      'connect-bank-account': () => ({ guid: books.bankAccount }),
      'close-payment-matter': () => ({ guid: books.invoice }),
      'add-customer-note': () => ({ customer_guid: books.customer, text: 'Vill fá póst' }),
      'delete-customer-note': async () => ({
        guid: (await owner.ok('add-customer-note', { customer_guid: books.customer, text: 'x' })).guid,
      }),
      'save-customer-contact': () => ({
        customer_guid: books.customer,
        name: 'Sigga',
        role: 'Bókhald',
        phone_number: '5551234',
      }),
      'delete-customer-contact': async () => ({
        guid: (await owner.ok('save-customer-contact', { customer_guid: books.customer, name: 'y' })).guid,
      }),
      'renew-receipt-address': () => ({}),
      'approve-cost': () => ({ guid: books.cost }),
      'create-product-sale': () => ({ type: 'STAND', name: 'Bolur', amount: 2500 }),
      'set-product-sale': () => ({ guid: books.event, inventory_add: 1 }),
      'set-product-sale-image': () => file({ guid: books.event }),
      'release-order': ticket,
      'tick-attendee': async () => ({ ...(await ticket()), attended: 1, seat: 1 }),
      'release-overdue-orders': () => ({ guid: books.event }),
      'change-agent': async () => ({ ...(await agentId()), limits: { max_amount: 5 } }),
      'decline-proposal': async () => ({ guid: await openProposal(seller), reason: 'Nei' }),
      'revoke-agent': agentId,
      'rotate-api-key': () => CONFIRMED,
      'close-account': () => ({ ...CONFIRMED, username: 'nobody' }),
      'invite-person': () => ({ email: newEmailAddress(), role: 'member', ...CONFIRMED }),
      'withdraw-invitation': async () => {
        const { guid } = await owner.ok('invite-person', { email: 'a@b.is', role: 'member', ...CONFIRMED });
        return { guid };
      },
      'set-logo': () => file(),
      'start-invoice-numbers': () => ({ next: 4711, leave_gap: 1 }),
      'set-mail-text': () => ({ lang: 'is', about: 'invoice', subject: 'Nýr', greeting: 'Hæ' }),
      'require-second-factor': () => ({ required: false, ...CONFIRMED }),
      'set-language': () => ({ lang: 'en' }),
      'update-myself': () => ({ name: 'Ég', email: member.username, ...CONFIRMED }),
      'confirm-second-factor': async () => {
        const started = await member.ok('start-second-factor', CONFIRMED);
        secret = started.secret;
        return { token: started.token, code: appCode(secret, kvitt.now()) };
      },
    },
    {
      'remove-logo': () => ({}),
      'set-receipt-senders': () => ({ senders: ['@efnissalan.example'] }),
      'replace-recovery-codes': () => ({ ...CONFIRMED, second_factor_code: appCode(secret, kvitt.now(), 1) }),
      'change-password': () => ({ password: PASSWORD, ...CONFIRMED }),
      'end-sessions': () => ({}),
    },
    {
      'remove-second-factor': async () => {
        const later = kvitt.now().getTime() + 90_000;
        kvitt.now = () => new Date(later);
        return { ...CONFIRMED, second_factor_code: appCode(secret, kvitt.now()) };
      },
    },
    {
      'reset-second-factor': async () => {
        const later = kvitt.now().getTime() + 90_000;
        kvitt.now = () => new Date(later);
        await enrol(await member.open(), kvitt.now());
        return { ...(await memberGuid()), ...CONFIRMED };
      },
    },
    {
      'set-person-role': async () => ({ ...(await memberGuid()), role: 'owner', ...CONFIRMED }),
      'remove-person': memberGuid,
    },
  ];
  const BY_MEMBER: ReadonlySet<string> = new Set([
    'set-language',
    'update-myself',
    'confirm-second-factor',
    'replace-recovery-codes',
    'remove-second-factor',
    'change-password',
    'end-sessions',
  ]);
  /** A changed body that is valid would lock the test out, so it is only rehearsed. */
  const CHANGES_ACCESS: ReadonlySet<string> = new Set([
    'change-password',
    'update-myself',
    'require-second-factor',
    'confirm-second-factor',
    'replace-recovery-codes',
    'remove-second-factor',
    'reset-second-factor',
    'set-person-role',
    'remove-person',
  ]);
  /** Refused on these books, and the rehearsal foretells that. */
  const REFUSED: ReadonlySet<string> = new Set([
    'close-account',
    'close-payment-matter',
    'release-overdue-orders',
  ]);

  test('keeps nothing and predicts the answer of every write that only the console has, also of random bodies', async () => {
    assert.deepEqual(ROUNDS.flatMap((round) => Object.keys(round)).sort(), WRITES.sort());
    for (const round of ROUNDS) {
      const calls: (readonly [string, Fields | FormData])[] = [];
      for (const [name, fields] of Object.entries(round)) calls.push([name, await fields()]);
      await member.open();
      await checkRound(calls);
    }
    assert.ok(outcomes.done > 10 && outcomes.refused > 25, JSON.stringify(outcomes));
  });

  async function checkRound(calls: readonly (readonly [string, Fields | FormData])[]): Promise<void> {
    const by = (name: string) => (BY_MEMBER.has(name) ? member : owner);
    const before = await readBooks();
    const rehearsals = new Map<string, Awaited<ReturnType<ConsoleClient['call']>>>();
    for (const [name, sent] of calls)
      rehearsals.set(name, await by(name).call(name, sent, { 'kvitt-dry-run': '1' }));
    assert.deepEqual(await readBooks(), before, 'a rehearsal has left something behind');
    for (const [name, sent] of calls) {
      const { status, body } = rehearsals.get(name) ?? { status: 0, body: {} };
      const real = await by(name).call(name, sent);
      assert.equal(real.status >= 400, REFUSED.has(name), `${name}: ${JSON.stringify(real.body)}`);
      assert.equal(status, real.status, `${name}: ${JSON.stringify(body)}`);
      const { dry_run, would: _would, ...answer } = body;
      assert.equal(dry_run, REFUSED.has(name) ? undefined : true, name);
      assert.deepEqual(withoutIds(answer), withoutIds(real.body, answer), name);
      // Some of the calls renew the session.
      await by(name).open();
    }
    for (const [name, sent] of calls)
      if (!(sent instanceof FormData))
        for (const changed of randomBodies(sent, random)) await checkChanged(name, changed, by(name));
  }

  /** A body with something left out or changed: the rehearsal is refused as the call is, or keeps nothing. */
  async function checkChanged(name: string, sent: Fields, client: ConsoleClient): Promise<void> {
    const about = `${name} with ${JSON.stringify(sent)}`;
    const before = await readBooks();
    const { status, body } = await client.call(name, sent, { 'kvitt-dry-run': '1' });
    assert.deepEqual(await readBooks(), before, `${about} has left something behind`);
    assert.ok(status < 500, about);
    if (status < 400 && CHANGES_ACCESS.has(name)) return;
    const real = await client.call(name, sent);
    assert.equal(status, real.status, `${about}: ${JSON.stringify([body, real.body])}`);
    const { dry_run: _isDry, would: _would, ...answer } = body;
    assert.deepEqual(withoutIds(answer), withoutIds(real.body, answer), about);
    outcomes[status < 400 ? 'done' : 'refused'] += 1;
    if (status < 400) await client.open();
  }

  /** Everything but the audit log, in which rehearsals and refusals are recorded. */
  async function readBooks() {
    const { audit_log: _audited, ...others } = await digest.read();
    return others;
  }
});

/** `like`: the answer of the rehearsal, whose nulls stand for ids and secrets that are not kept. */
function withoutIds(value: any, like?: any): any {
  if (like === null && value !== undefined) return null;
  if (GUID.test(value)) return null;
  if (Array.isArray(value)) return value.map((one, at) => withoutIds(one, like?.[at]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'action_id')
      .map(([name, one]) => [name, withoutIds(one, like?.[name])]),
  );
}
