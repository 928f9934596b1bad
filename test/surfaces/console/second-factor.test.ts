import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { digest } from '../../../src/kernel/node/digest.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { runJobs } from '../../support/jobs.ts';
import {
  acceptInvitation,
  addColleague,
  findPerson,
  invitePerson,
  newEmailAddress,
  signInOwner,
  waitForMailedLink,
} from '../../support/people.ts';
import { PASSWORD, Person } from '../../support/person.ts';
import { appCode, enrol } from '../../support/second-factor.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

const CODE_PAGE = '/sign-in/code?next=%2Faccount';
const NEW_PASSWORD = 'another good password';

onBothDatabases(
  'the second factor',
  (kvitt) => {
    let owner: Awaited<ReturnType<typeof signInOwner>>;
    let time: number;
    before(async () => {
      time = kvitt.now().getTime();
      kvitt.now = () => new Date(time);
      owner = await signInOwner(kvitt);
    });
    after(() => kvitt.resetClock());
    /** Each test starts in a time step of its own, because a code works once. */
    beforeEach(() => {
      time += 5 * 60_000;
    });
    const now = () => new Date(time);

    /** Types the password, and answers the page that follows. */
    async function startSignIn(username: string, password = PASSWORD) {
      const person = new Person(kvitt.url);
      const page = await person.signIn({ username }, '/account', password);
      const answer = async (code: string) =>
        person.submit(await person.get(page.location ?? ''), '/sign-in/code', { code });
      return { person, page, answer };
    }
    const isSignedIn = async (person: Person) => (await person.get('/account')).status === 200;

    test('is turned on with the password and a first code, and ends the other sessions', async () => {
      const member = await addColleague(kvitt, owner);
      const otherBrowser = await new ConsoleClient(kvitt.url).signIn(member);
      await member.assertRefused('start-second-factor', [
        [{}, 'password_wrong: The password is not right; type your own again'],
      ]);
      const started = await member.ok('start-second-factor', { current_password: PASSWORD });
      assert.match(started.uri, /^otpauth:\/\/totp\/Kvitt%3A/);
      assert.ok(started.uri.includes(`secret=${started.secret}`) && started.qr.path.startsWith('M'));
      const wrong = 'code_wrong: The code is not right; type the newest one';
      const code = appCode(started.secret, now());
      await member.assertRefused('confirm-second-factor', [
        [{ token: started.token, code: '000000' }, wrong],
        [{ token: started.token.slice(0, -4), code }, wrong],
        [{ token: 'x', code }, wrong],
        [{ token: started.token }, 'field_required: Field code is required'],
      ]);
      const foreign = await otherOwner();
      await foreign.assertRefused('confirm-second-factor', [[{ token: started.token, code }, wrong]]);
      const { recovery_codes } = await member.ok('confirm-second-factor', { token: started.token, code });
      assert.equal(new Set(recovery_codes).size, 10);
      assert.deepEqual([(await member.session()).status, (await otherBrowser.session()).status], [200, 401]);
      assert.equal((await member.open()).csrfToken.length > 0, true);
      assert.equal((await member.session()).body.person.second_factor, true);
      assert.equal((await findPerson(owner, member.username)).second_factor, true);
      const again = await member.call('start-second-factor', { current_password: PASSWORD });
      assert.deepEqual([again.status, again.body.error], [409, 'second_factor_known']);
    });
    const otherOwner = () => signInOwner(kvitt);

    test('stores no secret that is not confirmed, and accepts none after a quarter of an hour', async () => {
      const member = await addColleague(kvitt, owner);
      const { guid } = await findPerson(owner, member.username);
      const stored = () =>
        query(
          kvitt,
          sql`
        select person_id from second_factors join people on people.id = person_id where guid = ${guid}`,
        );
      const { secret, token } = await member.ok('start-second-factor', { current_password: PASSWORD });
      assert.deepEqual(await stored(), []);
      const colleague = await addColleague(kvitt, owner);
      const code = () => appCode(secret, now());
      for (const other of [colleague, owner])
        assert.equal(
          (await other.call('confirm-second-factor', { token, code: code() })).body.error,
          'code_wrong',
        );
      time += 16 * 60_000;
      assert.equal(
        (await member.call('confirm-second-factor', { token, code: code() })).body.error,
        'code_wrong',
      );
      assert.deepEqual(await stored(), []);
      assert.equal((await startSignIn(member.username)).page.location, '/account');
    });

    test('is asked for after the password, in both languages, and accepts a code once', async () => {
      const member = await addColleague(kvitt, owner);
      const { secret } = await enrol(member, now());
      const { person, page, answer } = await startSignIn(member.username);
      assert.deepEqual([page.status, page.location], [303, CODE_PAGE]);
      assert.equal(await isSignedIn(person), false, 'the password alone opens nothing');
      assert.match((await person.get(CODE_PAGE)).text, /autocomplete="one-time-code"/);
      assert.match((await person.get(`${CODE_PAGE}&lang=is`)).text, /<h1>Auðkenning<\/h1>/);
      await person.get(`${CODE_PAGE}&lang=en`);
      const replayed = await answer(appCode(secret, now()));
      assert.deepEqual([replayed.status, /The code is wrong/.test(replayed.text)], [401, true]);
      assert.equal((await answer('')).status, 401);
      time += 30_000;
      const done = await answer(appCode(secret, now()));
      assert.deepEqual([done.status, done.location], [303, '/account']);
      assert.ok(await isSignedIn(person));
      const second = await startSignIn(member.username);
      assert.equal((await second.answer(appCode(secret, now()))).status, 401, 'a code of an earlier sign-in');
      assert.equal((await second.answer(appCode(secret, now(), 2))).status, 401, 'beyond the window');
      const [one, two] = [await startSignIn(member.username), await startSignIn(member.username)];
      time += 30_000;
      const both = await Promise.all([one, two].map((attempt) => attempt.answer(appCode(secret, now()))));
      assert.deepEqual(both.map(({ status }) => status).sort(), [303, 401], 'at the same moment');
    });

    test('accepts each recovery code once, and stores neither codes nor secret in the clear', async () => {
      const member = await addColleague(kvitt, owner);
      const { secret, recoveryCodes } = await enrol(member, now());
      const [code = '', other = ''] = recoveryCodes;
      assert.equal(
        (await (await startSignIn(member.username)).answer(` ${code.toLowerCase()} `)).status,
        303,
      );
      assert.equal((await (await startSignIn(member.username)).answer(code)).status, 401);
      for (const table of ['second_factors', 'recovery_codes', 'audit_log', 'idempotency_keys']) {
        const statement = sql([`select t::text as row from ${table} t`] as unknown as TemplateStringsArray);
        for (const { row } of await query<{ row: string }>(kvitt, statement))
          assert.ok(!row.includes(secret) && !row.includes(other), table);
      }
      time += 30_000;
      const proof = { current_password: PASSWORD, second_factor_code: appCode(secret, now()) };
      const client = await signInWithCode(member.username, recoveryCodes[2] ?? '');
      const { recovery_codes } = await client.ok('replace-recovery-codes', proof);
      assert.equal((await (await startSignIn(member.username)).answer(other)).status, 401);
      assert.equal((await (await startSignIn(member.username)).answer(recovery_codes[0])).status, 303);
    });

    async function signInWithCode(username: string, code: string): Promise<ConsoleClient> {
      const client = new ConsoleClient(kvitt.url);
      const page = await client.person.signIn({ username });
      await client.person.submit(await client.person.get(page.location ?? ''), '/sign-in/code', { code });
      return client.open();
    }

    test('is not bypassed by a password reset, an old challenge or a forged one', async () => {
      const member = await addColleague(kvitt, owner);
      const { secret } = await enrol(member, now());
      const waiting = await startSignIn(member.username);
      const person = new Person(kvitt.url);
      await person.submit(await person.get('/forgotten'), '/forgotten', { name: member.username });
      const path = await waitForMailedLink(kvitt, member.username);
      const reset = await person.submit(await person.get(path), '/new-password', { password: NEW_PASSWORD });
      assert.match(reset.location ?? '', /^\/sign-in\/code/);
      assert.equal(await isSignedIn(person), false);
      time += 30_000;
      const late = await waiting.person.get(CODE_PAGE);
      assert.equal(late.location, '/sign-in?next=%2Faccount', 'the password has changed');
      const code = appCode(secret, now());
      const form = await person.get(CODE_PAGE);
      const challenge = person.cookies.get('kvitt-step') ?? '';
      for (const forged of ['', 'x', challenge.slice(0, -6)]) {
        person.cookies.set('kvitt-step', forged);
        assert.match((await person.submit(form, '/sign-in/code', { code })).location ?? '', /^\/sign-in\?/);
      }
      person.cookies.set('kvitt-step', challenge);
      assert.equal((await person.post('/sign-in/code', { code })).status, 403, 'a form of another page');
      time += 16 * 60_000;
      assert.match((await person.get(CODE_PAGE)).location ?? '', /^\/sign-in\?/, 'too old');
    });

    test('is turned off with password and code, reset by an owner or the operator, never by oneself', async () => {
      const member = await addColleague(kvitt, owner);
      const { secret, recoveryCodes } = await enrol(member, now());
      const confirmed = { current_password: PASSWORD };
      await member.open();
      assert.equal((await member.call('remove-second-factor', confirmed)).body.error, 'code_wrong');
      const [code = '', next = ''] = recoveryCodes;
      const withCode = { second_factor_code: code };
      assert.equal((await member.call('remove-second-factor', withCode)).body.error, 'password_wrong');
      const { guid } = await findPerson(owner, member.username);
      assert.equal((await member.call('reset-second-factor', { guid, ...confirmed })).status, 403);
      await member.ok('remove-second-factor', { ...confirmed, ...withCode });
      assert.equal((await startSignIn(member.username)).page.location, '/account');
      const again = await enrol(member, now());
      assert.notEqual(again.secret, secret);
      await member.open();
      const earlier = { ...confirmed, second_factor_code: next };
      assert.equal((await member.call('remove-second-factor', earlier)).body.error, 'code_wrong');

      const colleague = await addColleague(kvitt, owner, 'owner');
      await enrol(colleague, now());
      await colleague.open();
      const own = (await findPerson(owner, colleague.username)).guid;
      assert.equal((await colleague.call('reset-second-factor', { guid: own, ...confirmed })).status, 404);
      const stranger = await signInOwner(kvitt);
      assert.equal((await stranger.call('reset-second-factor', { guid: own, ...confirmed })).status, 404);
      await owner.ok('reset-second-factor', { guid: own, ...confirmed });
      assert.equal((await colleague.session()).status, 401);
      assert.equal((await startSignIn(colleague.username)).page.location, '/account');
      await enrol(await new ConsoleClient(kvitt.url).signIn(colleague), now());
      const path = (name: string) =>
        `/accounts/${owner.seller.username}/people/${encodeURIComponent(name)}/reset-second-factor`;
      assert.equal((await kvitt.operator('POST', path(colleague.username))).status, 200);
      assert.equal((await kvitt.operator('POST', path(colleague.username))).status, 404, 'there is none');
      assert.equal((await kvitt.operator('POST', path('nobody'))).status, 404);
      assert.equal((await kvitt.operator('POST', path('a\0b'))).status, 404);
      assert.equal((await startSignIn(colleague.username)).page.location, '/account');
    });

    test('can be required by an owner: everybody enrols at the next sign-in', async () => {
      const company = await signInOwner(kvitt);
      const member = await addColleague(kvitt, company);
      const setRequired = (required: unknown, more: object = { current_password: PASSWORD }) =>
        company.call('require-second-factor', { required, ...more });
      assert.equal((await setRequired(true, {})).status, 401);
      assert.equal((await setRequired('perhaps')).status, 422);
      assert.equal(
        (await member.call('require-second-factor', { required: true, current_password: PASSWORD })).status,
        403,
      );
      assert.equal((await setRequired(true)).status, 200);
      assert.equal((await member.session()).status, 200, 'sessions go on until the next sign-in');
      const { person, page, answer } = await startSignIn(member.username);
      assert.equal(page.location, CODE_PAGE);
      const form = await person.get(CODE_PAGE);
      assert.match(form.text, /<svg class="qr"/);
      const secret = /<code class="secret">([A-Z2-7 ]+)</.exec(form.text)?.[1]?.replaceAll(' ', '') ?? '';
      assert.equal((await answer('000000')).status, 401);
      const done = await answer(appCode(secret, now()));
      const codes = [...done.text.matchAll(/<li><code>([A-Z2-7-]+)</g)];
      assert.deepEqual([done.status, codes.length], [200, 10]);
      assert.ok(await isSignedIn(person));
      const client = Object.assign(new ConsoleClient(kvitt.url), { person });
      await client.open();
      const proof = { current_password: PASSWORD, second_factor_code: codes[0]?.[1] };
      assert.equal((await client.call('remove-second-factor', proof)).body.error, 'second_factor_required');
      const { link } = (await invitePerson(company, newEmailAddress())).body;
      const invited = new Person(kvitt.url);
      const accepted = await acceptInvitation(invited, link.slice(kvitt.url.length), {
        name: 'New',
        username: newEmailAddress(),
      });
      assert.match(accepted.location ?? '', /^\/sign-in\/code/);
      assert.equal((await setRequired(false)).status, 200);
      assert.equal(
        (await client.call('remove-second-factor', { ...proof, second_factor_code: codes[1]?.[1] })).status,
        200,
      );
    });

    test('limits wrong codes over all addresses', async () => {
      const member = await addColleague(kvitt, owner);
      const { secret } = await enrol(member, now());
      time += 30_000;
      const { answer } = await startSignIn(member.username);
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) statuses.push((await answer('123456')).status);
      assert.deepEqual([statuses.indexOf(429), statuses.at(0)], [10, 401]);
      assert.equal((await answer(appCode(secret, now()))).status, 429);
      // The browser that the person enrolled with is a known device.
      member.person.cookies.delete('kvitt');
      const page = await member.person.signIn(member);
      const form = await member.person.get(page.location ?? '');
      const done = await member.person.submit(form, '/sign-in/code', { code: appCode(secret, now()) });
      assert.equal(done.status, 303);
    });

    test('verifies no more concurrent wrong codes than are allowed', async (t) => {
      const member = await addColleague(kvitt, owner);
      await enrol(member, now());
      const { person, page } = await startSignIn(member.username);
      const form = await person.get(page.location ?? '');
      const { mock } = t.mock.method(kvitt.service.engine.kernel.secrets, 'unseal');
      const burst = Array.from({ length: 60 }, () =>
        person.submit(form, '/sign-in/code', { code: '123456' }),
      );
      const statuses = (await Promise.all(burst)).map(({ status }) => status);
      assert.deepEqual(new Set(statuses), new Set([401, 429]));
      // The secret of the app is a text; what travels in cookies is an object.
      assert.equal(mock.calls.filter(({ result }) => typeof result === 'string').length, 10);
    });

    test('is replaced by a mailed code where a name without it is attacked for long', async () => {
      const member = await addColleague(kvitt, owner);
      const subject = digest(`sign-in of ${member.username} within a day`);
      const until = new Date(time + 3600_000);
      await query(
        kvitt,
        sql`insert into attempts (subject, count, until) values (${subject}, 1000, ${until}) returning count`,
      );
      const { person, page, answer } = await startSignIn(member.username);
      assert.equal(page.location, CODE_PAGE);
      const { text } = await person.get(CODE_PAGE);
      assert.ok(/We sent a code to p…@example\.is/.test(text) && !text.includes(member.username));
      await runJobs(kvitt);
      const mails = (await kvitt.operator('GET', `/sandbox/mail?to=${member.username}`)).body;
      const code = /: (\d{8})\n/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
      assert.equal((await answer('00000000')).status, 401);
      assert.equal((await answer(code)).location, '/account');
      assert.ok(await isSignedIn(person));
      member.person.cookies.delete('kvitt');
      assert.equal((await member.person.signIn(member)).location, '/account', 'a known device is not asked');
    });
  },
  { KVITT_RATE_LIMIT: 'on' },
);
