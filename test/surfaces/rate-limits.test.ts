import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Client } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { runJobs } from '../support/jobs.ts';
import { newEmailAddress } from '../support/people.ts';
import { authorizeClient, PASSWORD, Person, postJson, registerClient } from '../support/person.ts';
import { onBothDatabases } from '../support/service.ts';

const MINUTE_MS = 60_000;

onBothDatabases(
  'failed attempts',
  (kvitt) => {
    let seller: Client;
    before(async () => {
      seller = await kvitt.account();
    });

    /** Runs a test some hours later, when all counters have expired, with a clock that stands still. */
    let hours = 0;
    async function runLater<T>(work: (advance: (minutes: number) => void) => Promise<T>): Promise<T> {
      hours += 2;
      let now = kvitt.now().getTime() + hours * 60 * MINUTE_MS;
      kvitt.now = () => new Date(now);
      try {
        return await work((minutes) => {
          now += minutes * MINUTE_MS;
        });
      } finally {
        kvitt.resetClock();
      }
    }

    const signInAt = async (address: string, username: string, password: string) => {
      const person = new Person(kvitt.url);
      person.address = address;
      return (await person.signIn({ username }, '/account', password)).status;
    };
    const signIn = (username: string, password: string) =>
      new Person(kvitt.url).signIn({ username }, '/account', password);

    for (const [who, name] of [
      ['a user', () => seller.username],
      ['a user that there is not', () => 'nobody'],
    ] as const) {
      test(`blocks sign-in as ${who} after ten failures, also with the right password`, async () =>
        runLater(async (advance) => {
          for (let n = 0; n < 10; n++) assert.equal((await signIn(name(), 'wrong')).status, 401);
          const page = await signIn(name().toUpperCase(), PASSWORD);
          assert.equal(page.status, 429);
          const wait = Number(page.headers.get('retry-after'));
          assert.ok(wait > 800 && wait <= 900, String(wait));
          assert.match(page.text, /Too many failed attempts\. Try again in 15 min\./);
          advance(16);
          assert.equal((await signIn(name(), PASSWORD)).status, who === 'a user' ? 303 : 401);
        }));
    }

    test('at the same moment are verified no more often than the limit allows', async (t) =>
      runLater(async () => {
        const { mock } = t.mock.method(kvitt.service.engine.kernel.secrets.passwords, 'matches');
        const { username } = await kvitt.account();
        const burst = Array.from({ length: 40 }, () => signInAt('203.0.113.77', username, 'wrong'));
        assert.deepEqual(new Set(await Promise.all(burst)), new Set([401, 429]));
        assert.equal(mock.callCount(), 10);
        const session = await signInToConsole(await kvitt.account());
        mock.resetCalls();
        await Promise.all(
          Array.from({ length: 40 }, () => session.call('rotate-api-key', { current_password: 'wrong' })),
        );
        assert.equal(mock.callCount(), 10);
      }));

    test('do not count successful attempts, nor those that could not be verified', async () =>
      runLater(async () => {
        const { rateLimiter } = kvitt.service.engine.kernel;
        const limits = [
          { subject: 'proof of somebody', max: 3, seconds: 900 },
          { subject: 'proof of anybody', max: 9, seconds: 900 },
        ];
        const attempt = (verify: () => Promise<boolean>) =>
          rateLimiter.attempt(limits, verify, limits.slice(0, 1));
        assert.equal(await attempt(async () => true), true);
        assert.deepEqual(await rateLimiter.counts(limits), [0, 0]);
        await assert.rejects(
          attempt(async () => {
            throw new Error('no connection');
          }),
        );
        assert.deepEqual(await rateLimiter.counts(limits), [0, 0]);
        for (let n = 0; n < 3; n++) assert.equal(await attempt(async () => false), false);
        let isVerified = false;
        const late = attempt(async () => {
          isVerified = true;
          return true;
        });
        await assert.rejects(late, { code: 'too_many_attempts' });
        assert.deepEqual([isVerified, await rateLimiter.counts(limits)], [false, [3, 3]]);
      }));

    test('of a repeated password count only within sessions of the person', async () =>
      runLater(async (advance) => {
        const victim = await kvitt.account();
        const session = await signInToConsole(victim);
        // A stranger at the same address uses up what a stranger can.
        for (let n = 0; n < 11; n++) await signIn(victim.username, 'wrong');
        const rotate = (current_password: string) => session.call('rotate-api-key', { current_password });
        for (let n = 0; n < 10; n++) assert.equal((await rotate('wrong')).body.error, 'password_wrong');
        assert.equal((await rotate(PASSWORD)).status, 429);
        assert.equal((await victim.call('hello')).httpStatus, 200);
        // Nor do the attempts in a session lock another person of the same address out.
        const other = await signInToConsole(await kvitt.account());
        assert.equal((await other.call('rotate-api-key', { current_password: PASSWORD })).status, 200);
        advance(16);
        assert.equal((await rotate(PASSWORD)).status, 200);
      }));

    test('are reset by a successful sign-in', async () =>
      runLater(async () => {
        for (let round = 0; round < 2; round++) {
          for (let n = 0; n < 6; n++) assert.equal((await signIn(seller.username, 'wrong')).status, 401);
          assert.equal((await signIn(seller.username, PASSWORD)).status, 303);
        }
      }));

    test('with wrong keys get 429, but never block the right key', async () =>
      runLater(async (advance) => {
        const wrong = new Client(kvitt.url, seller.username, 'wrong');
        for (let n = 0; n < 60; n++) assert.equal((await wrong.call('hello')).httpStatus, 401);
        const reply = await wrong.call('hello');
        assert.deepEqual(
          [reply.httpStatus, reply.error_code, reply.status],
          [429, 'too_many_attempts', false],
        );
        assert.equal((await seller.call('hello')).httpStatus, 200);
        assert.equal((await new Client(kvitt.url, 'another', 'wrong').call('hello')).httpStatus, 401);
        const register = await postJson(`${kvitt.url}/agent/register`, {
          username: seller.username,
          api_key: 'wrong',
          name: 'x',
          redirect_uri: 'https://a.example/',
        });
        assert.deepEqual([register.status, register.body.code], [429, 'too_many_attempts']);
        assert.ok(Number(register.headers.get('retry-after')) > 0);
        advance(6);
        assert.equal((await wrong.call('hello')).httpStatus, 401);
      }));

    test('with wrong keys from a shared address never block a right key that comes from it first', async () =>
      runLater(async () => {
        const other = await kvitt.account();
        const { client_id, client_secret } = await registerClient(other);
        const guess = (n: number) => new Client(kvitt.url, `guessed-${n}`, 'wrong').call('hello');
        const answers: number[] = [];
        for (let n = 0; n < 25; n++) {
          const batch = Array.from({ length: 10 }, (_, one) => guess(n * 10 + one));
          answers.push(...(await Promise.all(batch)).map(({ httpStatus }) => httpStatus));
        }
        assert.ok(answers.includes(429));
        const fresh = await kvitt.account();
        assert.equal((await fresh.call('hello')).httpStatus, 200);
        const token = { grant_type: 'refresh_token', client_id, refresh_token: 'x' };
        const tokenCall = (secret: string) =>
          postJson(`${kvitt.url}/agent/token`, { ...token, client_secret: secret });
        for (let n = 0; n < 101; n++) await tokenCall('no');
        assert.equal((await tokenCall('no')).status, 429);
        const app = await authorizeClient(other, 'nav', { client_id, client_secret });
        assert.ok(app.access_token, 'the right secret and code get through');
      }));

    test('for one name never lock the right password out at a clean address', async () =>
      runLater(async () => {
        const victim = await kvitt.account();
        const at = async (address: string, password: string, device?: Person) => {
          const person = device ?? new Person(kvitt.url);
          person.address = address;
          const page = await person.get('/sign-in?next=/account');
          return (await person.submit(page, '/sign-in', { username: victim.username, password })).status;
        };
        const known = new Person(kvitt.url);
        assert.equal(await at('198.51.100.1', PASSWORD, known), 303);
        known.cookies.delete('kvitt');
        for (let n = 0; n < 11; n++) {
          const batch = Array.from({ length: 10 }, () => at(`203.0.113.${n}`, 'wrong'));
          await Promise.all(batch);
        }
        const since = performance.now();
        assert.equal(await at('198.51.100.9', PASSWORD), 303, 'an unknown device gets through …');
        assert.ok(performance.now() - since >= 450, '… after a delay');
        for (let n = 0; n < 3; n++) assert.equal(await at('198.51.100.10', 'wrong'), 401);
        assert.equal(await at('198.51.100.10', PASSWORD), 429, 'each address has fewer tries under attack');
        // Other load only adds time, so the shortest of some attempts says whether there is a delay.
        let shortest = Number.POSITIVE_INFINITY;
        for (let n = 0; n < 5 && shortest >= 450; n++) {
          const start = performance.now();
          assert.equal(
            await at('203.0.113.1', PASSWORD, known),
            303,
            'a known device gets through anywhere …',
          );
          shortest = Math.min(shortest, performance.now() - start);
          known.cookies.delete('kvitt');
        }
        assert.ok(shortest < 450, '… without a delay');
      }));

    test('from a known device are limited too, and a new password makes the device unknown', async () =>
      runLater(async () => {
        const { username } = await kvitt.account();
        const device = new Person(kvitt.url);
        const attempt = async (password: string, address: string) => {
          device.address = address;
          device.cookies.delete('kvitt');
          const page = await device.get('/sign-in');
          return (await device.submit(page, '/sign-in', { username, password })).status;
        };
        assert.equal(await attempt(PASSWORD, '192.0.2.1'), 303);
        for (let n = 0; n < 11; n++) await signInAt('192.0.2.7', username, 'wrong');
        assert.equal(await signInAt('192.0.2.7', username, PASSWORD), 429);
        assert.equal(await attempt(PASSWORD, '192.0.2.7'), 303);
        await kvitt.operator('PATCH', `/accounts/${username}`, { password: 'changed by the operator' });
        assert.equal(await attempt('changed by the operator', '192.0.2.7'), 429);
        assert.equal(await attempt('changed by the operator', '192.0.2.8'), 303);
        for (let n = 0; n < 21; n++) await attempt('wrong', '192.0.2.9');
        assert.equal(await attempt('changed by the operator', '192.0.2.9'), 429);
        const forged = new Person(kvitt.url);
        forged.cookies.set(
          'kvitt-device',
          `${'A'.repeat(54)}.${device.cookies.get('kvitt-device')?.slice(0, 53)}x`,
        );
        forged.address = '192.0.2.7';
        const page = await forged.submit(await forged.get('/sign-in'), '/sign-in', {
          username,
          password: 'changed by the operator',
        });
        assert.equal(page.status, 429);
      }));

    test('count an IPv6 network as one address', async () =>
      runLater(async () => {
        const { username } = await kvitt.account();
        for (let n = 0; n < 10; n++) await signInAt(`2001:db8:1:2::${n + 1}`, username, 'wrong');
        assert.equal(await signInAt('2001:db8:1:2:ffff::9', username, PASSWORD), 429);
        assert.equal(await signInAt('2001:db8:1:3::1', username, PASSWORD), 303);
      }));

    test('of strangers do not use up the reset mails of a person', async () =>
      runLater(async () => {
        const email = newEmailAddress();
        const { username } = await kvitt.account({ email });
        const request = async (person: Person, address: string, name = username) => {
          person.address = address;
          person.cookies.delete('kvitt');
          return (await person.submit(await person.get('/forgotten'), '/forgotten', { name })).status;
        };
        const device = new Person(kvitt.url);
        device.address = '192.0.2.21';
        assert.equal((await device.signIn({ username })).status, 303);
        const answers: number[] = [];
        for (let n = 0; n < 7; n++) answers.push(await request(new Person(kvitt.url), '192.0.2.22'));
        assert.deepEqual(answers, [200, 200, 200, 200, 200, 429, 429], 'the requester is bounded');
        const countMails = async () => {
          await runJobs(kvitt);
          return (await kvitt.operator('GET', `/sandbox/mail?to=${email}`)).body.length;
        };
        assert.equal(await countMails(), 5);
        assert.equal(await request(new Person(kvitt.url), '192.0.2.23', email), 200);
        assert.equal(await countMails(), 5, 'the person gets no more mails, by no name');
        // The jobs of several mails run at the same time, so that the newest link need not be in the last mail.
        const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${email}`);
        const statuses = [];
        for (const { text } of mails) {
          const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
          statuses.push((await device.get(pathname + search)).status);
        }
        assert.deepEqual(statuses.sort(), [200, 403, 403, 403, 403], 'the newest link is valid');
        assert.equal(await request(device, '192.0.2.22', email), 200);
        assert.equal(await countMails(), 6, 'the known device has a bound of its own');
      }));

    test('at the token endpoint and at client registration are limited as well', async () =>
      runLater(async () => {
        const { client_id } = await registerClient(seller);
        const token = () =>
          postJson(`${kvitt.url}/agent/token`, {
            grant_type: 'refresh_token',
            client_id,
            client_secret: 'no',
            refresh_token: 'x',
          });
        const answers: number[] = [];
        for (let n = 0; n < 102; n++) answers.push((await token()).status);
        assert.deepEqual([answers.indexOf(429), answers.at(-1)], [100, 429]);
        const created: number[] = [];
        for (let n = 0; n < 61; n++)
          created.push(
            (await postJson(`${kvitt.url}/oauth/register`, { redirect_uris: ['https://a.example/'] })).status,
          );
        assert.deepEqual([created.indexOf(429), created.at(-1)], [60, 429]);
      }));

    test('with a wrong operator token get 429, but never block the right token', async () =>
      runLater(async (advance) => {
        const path = `${kvitt.url}/operator/accounts/${seller.username}`;
        const callWithToken = async () =>
          (await fetch(path, { headers: { authorization: 'Bearer guess' } })).status;
        const answers: number[] = [];
        for (let n = 0; n < 102; n++) answers.push(await callWithToken());
        assert.deepEqual([answers.indexOf(429), answers.at(-1)], [100, 429]);
        assert.equal((await kvitt.operator('GET', `/accounts/${seller.username}`)).status, 200);
        advance(6);
        assert.equal(await callWithToken(), 401);
      }));

    test('take as long for an unknown user as for a wrong password', async () =>
      runLater(async (advance) => {
        const measure = async (username: string) => {
          const person = new Person(kvitt.url);
          const page = await person.get('/sign-in');
          const since = performance.now();
          await person.submit(page, '/sign-in', { username, password: 'wrong' });
          return performance.now() - since;
        };
        let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        const areAlike = () => known / unknown < 2 && unknown / known < 2;
        // The minimum of many alternating measurements, because other load only adds time. Where one path does less
        // work, no number of measurements makes them equal.
        for (let round = 0; round < 6 && !areAlike(); round++) {
          advance(16);
          for (let n = 0; n < 9; n++) {
            known = Math.min(known, await measure(seller.username));
            unknown = Math.min(unknown, await measure('somebody-else'));
          }
        }
        assert.ok(areAlike(), `${known} and ${unknown} ms`);
      }));
  },
  { KVITT_RATE_LIMIT: 'on', KVITT_TRUST_PROXY: '127.0.0.1', KVITT_ALLOW_HTTP: 'on' },
);
