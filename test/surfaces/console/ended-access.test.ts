import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { emptyRow } from '../../../src/kernel/database/row.ts';
import { sql } from '../../../src/kernel/database/sql.ts';
import type { ConsoleClient } from '../../support/console-client.ts';
import {
  acceptInvitation,
  addColleague,
  findPerson,
  invitePerson,
  newEmailAddress,
  signInOwner,
  waitForMailedLink,
} from '../../support/people.ts';
import {
  agentCall,
  authorizePath,
  CALLBACK,
  createPkcePair,
  exchangeCode,
  PASSWORD,
  Person,
  postJson,
  registerClient,
} from '../../support/person.ts';
import { waitForBlockedSessions } from '../../support/postgres-locks.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

onBothDatabases('a person whose access ends', (kvitt) => {
  let owner: Awaited<ReturnType<typeof signInOwner>>;
  before(async () => {
    owner = await signInOwner(kvitt);
  });

  const invite = async (by: ConsoleClient) =>
    (await invitePerson(by, newEmailAddress(), { role: 'owner' })).body.link.slice(kvitt.url.length);
  const guidOf = async (username: string) => (await findPerson(owner, username)).guid;
  const remove = async (username: string) => owner.ok('remove-person', { guid: await guidOf(username) });
  const demote = async (username: string) =>
    owner.ok('set-person-role', { guid: await guidOf(username), role: 'member', current_password: PASSWORD });

  /** Registers a program by itself, as a program on somebody's own machine does, and starts a consent to it. */
  async function consentToOwnProgram(person: Person) {
    const redirect_uri = 'https://own.example/callback';
    const { client_id } = (
      await postJson(`${kvitt.url}/oauth/register`, {
        redirect_uris: [redirect_uri],
        client_name: 'My machine',
      })
    ).body;
    const { verifier, challenge } = createPkcePair();
    const path = authorizePath({
      client_id,
      redirect_uri,
      scope: 'dashboard_data',
      code_challenge: challenge,
    });
    const code = async () => (await person.allow(path, { username: '' })).searchParams.get('code') ?? '';
    const exchange = (sent: string) =>
      exchangeCode(kvitt.url, { client_id } as never, sent, { code_verifier: verifier, redirect_uri });
    return { client_id, code, exchange };
  }

  for (const [change, end] of [
    ['removed', remove],
    ['demoted', demote],
  ] as const) {
    test(`loses sessions, invitations, codes and own programs when ${change}`, async () => {
      const leaving = await addColleague(kvitt, owner, 'owner');
      const invitation = await invite(leaving);
      const kept = await invite(owner);
      const program = await consentToOwnProgram(leaving.person);
      const tokens = (await program.exchange(await program.code())).body;
      const inFlight = await program.code();
      const company = await registerClient(owner.seller, { name: `Company app ${change}` });
      const consent = await leaving.person.allow(
        authorizePath({ client_id: company.client_id, scope: 'dashboard_data' }),
        leaving,
      );
      const companyTokens = await exchangeCode(kvitt.url, company, consent.searchParams.get('code') ?? '');
      assert.equal((await agentCall(kvitt.url, '/agent/status', tokens.access_token)).status, 200);
      const { next } = await owner.seller.call('get-events', { types: 'agent.*', limit: 500 });
      const revocations = owner.seller.call('get-events', { types: 'agent.revoked', after: next, wait: 25 });
      if (change === 'removed') {
        const guid = await guidOf(leaving.username);
        const rehearsed = await owner.call('remove-person', { guid }, { 'kvitt-dry-run': '1' });
        assert.deepEqual(rehearsed.body.would, { events: ['agent.revoked'] }, 'a trigger emits it');
      }
      const startedAt = performance.now();

      await end(leaving.username);

      const { client_id: agent_id } = program;
      const [revoked, ...others] = (await revocations).result;
      assert.deepEqual([revoked.data, others], [{ guid: agent_id, agent_id }, []], 'the books say so');
      assert.equal(
        revoked.at.slice(0, 16),
        kvitt.now().toISOString().slice(0, 16),
        'by the clock of the service',
      );
      assert.ok(performance.now() - startedAt < 20_000, 'a call that waits for events is woken');

      assert.equal((await leaving.session()).status, 401, 'the session has ended');
      assert.equal((await new Person(kvitt.url).get(invitation)).status, 403, 'the invitation has ended');
      assert.equal((await new Person(kvitt.url).get(kept)).status, 200, 'other invitations are valid');
      const late = await program.exchange(inFlight);
      assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant'], 'the code has ended');
      assert.equal((await agentCall(kvitt.url, '/agent/status', tokens.access_token)).status, 401);
      const companyCall = await agentCall(kvitt.url, '/agent/status', companyTokens.body.access_token);
      assert.equal(companyCall.status, 200, 'a program that the company registered stays connected');
    });
  }

  test('leaves no valid secret of a program that the person registered in the browser', async () => {
    const leaving = await addColleague(kvitt, owner, 'owner');
    const cookie = leaving.person.cookieHeader();
    const registration = { name: 'Registered by a person', redirect_uri: CALLBACK };
    const { client_id, client_secret } = (
      await postJson(`${kvitt.url}/agent/register`, registration, { cookie })
    ).body;
    const tryCode = (secret: string) =>
      exchangeCode(kvitt.url, { client_id, client_secret: secret }, 'kvco_unknown');
    assert.equal((await tryCode(client_secret)).body.error, 'invalid_grant');
    await remove(leaving.username);
    assert.equal((await tryCode(client_secret)).body.error, 'invalid_client');
    const renewed = await registerClient(owner.seller, { ...registration, rotate_secret: true });
    assert.equal(renewed.client_id, client_id);
    assert.equal((await tryCode(renewed.client_secret)).body.error, 'invalid_grant');
  });

  test('cannot use a reset link that was mailed to a former address', async () => {
    const member = await addColleague(kvitt, owner);
    const stranger = new Person(kvitt.url);
    await stranger.submit(await stranger.get('/forgotten'), '/forgotten', { name: member.username });
    const path = await waitForMailedLink(kvitt, member.username);
    assert.equal((await stranger.get(path)).status, 200);
    const email = newEmailAddress();
    const invitation = (await invitePerson(owner, email)).body.link.slice(kvitt.url.length);
    await member.ok('update-myself', { email, current_password: PASSWORD });
    assert.equal((await stranger.get(path)).status, 403);
    assert.equal((await member.session()).status, 200);
    await member.ok('update-myself', { email: '', current_password: PASSWORD });
    assert.equal((await stranger.get(invitation)).status, 403, 'the address was taken meanwhile');
  });

  test('leaves no invitation that was made with the former password', async () => {
    const second = await addColleague(kvitt, owner, 'owner');
    const invitation = await invite(second);
    await second.ok('update-myself', { name: 'Renamed', current_password: PASSWORD });
    assert.equal((await new Person(kvitt.url).get(invitation)).status, 200);
    await second.ok('change-password', { password: 'another good password', current_password: PASSWORD });
    assert.equal((await new Person(kvitt.url).get(invitation)).status, 403);
  });

  test('gets no secret while the removal commits', async () => {
    const { db } = kvitt.service.engine.kernel;
    // The embedded database has one session, so no two transactions are open at the same time.
    if (db.embedded) return;
    const leaving = await addColleague(kvitt, owner, 'owner');
    const guid = await guidOf(leaving.username);
    const email = newEmailAddress();
    const { status, body } = await db.transaction(async (tx) => {
      await tx.query(
        emptyRow,
        sql`update people set removed_at = now(), password_hash = null where guid = ${guid}`,
      );
      const invited = invitePerson(leaving, email);
      await waitForBlockedSessions(kvitt.database.env.DATABASE_URL, 1);
      await tx.commit();
      return invited;
    });
    assert.deepEqual([status, body.error], [403, 'owner_required']);
    assert.deepEqual(await query(kvitt, sql`select guid from invitations where email = ${email}`), []);
  });

  for (const operation of ['rotate-api-key', 'grant-bookkeeper-key'])
    test(`gets no key by ${operation} while the removal commits`, async () => {
      const { db } = kvitt.service.engine.kernel;
      // The embedded database has one session, so no two transactions are open at the same time.
      if (db.embedded) return;
      const leaving = await addColleague(kvitt, owner, 'owner');
      const person = await guidOf(leaving.username);
      const { guid } = await owner.ok('add-bookkeeper', { bookkeeper: `firm-of-${leaving.username}` });
      const { status, body } = await db.transaction(async (tx) => {
        await tx.query(
          emptyRow,
          sql`update people set removed_at = now(), password_hash = null where guid = ${person}`,
        );
        const fields = operation === 'rotate-api-key' ? {} : { guid };
        const granted = leaving.call(operation, { ...fields, current_password: PASSWORD });
        await waitForBlockedSessions(kvitt.database.env.DATABASE_URL, 1);
        await tx.commit();
        return granted;
      });
      assert.deepEqual([status, body.error, body.api_key], [403, 'owner_required', undefined]);
      const [bookkeeper] = (await owner.ok('get-bookkeepers')).filter(
        (one: { guid: string }) => one.guid === guid,
      );
      assert.equal(bookkeeper.status, 'Registered');
    });

  test('can be invited again, and accepts under the former username', async () => {
    const member = await addColleague(kvitt, owner);
    await remove(member.username);
    const { link } = (await invitePerson(owner, member.username)).body;
    const person = new Person(kvitt.url);
    const page = await acceptInvitation(person, link.slice(kvitt.url.length), {
      name: 'Again',
      username: member.username,
    });
    assert.equal(page.status, 303);
  });
});
