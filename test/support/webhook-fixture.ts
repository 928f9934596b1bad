import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Client } from './client.ts';
import { type ReceivedMessage, Receiver } from './receiver.ts';
import type { TestService } from './service.ts';

/** Seconds after the begin of a test at which its events have been delivered for the first time. */
export const SOON = 10;
export const MINUTE = 60;
export const HOUR = 3600;

export function verify(secret: string, { body, headers }: ReceivedMessage): { type: string } {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };
}

/** A receiver that verifies the signature of each delivery, and a new account with webhooks for each test of a suite. */
export class WebhookFixture {
  readonly receiver = new Receiver();
  seller!: Client;
  readonly #kvitt: TestService;
  #start = 0;
  #count = 0;
  /** The newest secret of each webhook by its path, and the messages that it does not verify. */
  readonly secrets = new Map<string, string>();
  readonly #unverified: string[] = [];

  constructor(kvitt: TestService) {
    this.#kvitt = kvitt;
    const { receiver } = this;
    before(async () => {
      receiver.inspect = (message) => {
        try {
          verify(this.secrets.get(message.path) ?? '', message);
        } catch (error) {
          this.#unverified.push(`${message.path}: ${(error as Error).message}`);
        }
      };
      await receiver.start();
    });
    after(() => receiver.stop());
    afterEach(() => assert.deepEqual(this.#unverified.splice(0), [], 'every delivery is signed'));
    beforeEach(async () => {
      receiver.messages.length = 0;
      receiver.answer = (response) => response.writeHead(204).end();
      this.seller = await kvitt.account();
      this.#start = kvitt.now().getTime();
    });
  }

  /** Creates a webhook with a path of its own. */
  async create(more: object = {}, client = this.seller) {
    const path = `/hook-${++this.#count}`;
    const made = await client.ok('create-webhook', { data: { url: this.receiver.url + path, ...more } });
    this.secrets.set(path, made.secret);
    return { ...made, path } as { guid: string; secret: string; path: string };
  }

  /** Writes the event item.created. */
  createItem() {
    return this.seller.ok('create-item', { data: { description: 'V', unit_price: 1, tax: 'S' } });
  }

  /** Runs all that is due so many seconds after the begin of the test. */
  run(seconds = 0) {
    const now = new Date(this.#start + seconds * 1000).toISOString();
    return this.#kvitt.operator('POST', '/jobs/run', { now });
  }

  deliveries(guid: string, state?: string) {
    return this.seller.ok('get-webhook-deliveries', { guid, state });
  }

  async get(guid: string) {
    const all = await this.seller.ok('get-webhooks');
    return all.find((webhook: { guid: string }) => webhook.guid === guid);
  }
}
