import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Client } from '../support/client.ts';
import { PASSWORD, Person, postJson, registerClient } from '../support/person.ts';
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

    test('with a wrong operator token block that address, also with the right token', async () =>
      runLater(async (advance) => {
        const path = `${kvitt.url}/operator/accounts/${seller.username}`;
        const callWithToken = async () =>
          (await fetch(path, { headers: { authorization: 'Bearer guess' } })).status;
        const answers: number[] = [];
        for (let n = 0; n < 102; n++) answers.push(await callWithToken());
        assert.deepEqual([answers.indexOf(429), answers.at(-1)], [100, 429]);
        assert.equal((await kvitt.operator('GET', `/accounts/${seller.username}`)).status, 429);
        advance(6);
        assert.equal((await kvitt.operator('GET', `/accounts/${seller.username}`)).status, 200);
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
  { KVITT_RATE_LIMIT: 'on' },
);
