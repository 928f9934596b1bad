import { Client, type Reply } from '../client.ts';
import type { Rounds } from './rounds.ts';
import type { World } from './world.ts';

/**
 * A program that never gives up: it repeats every call, under the same key and at whichever node answers, until it has the
 * answer. Its calls are made in rounds with those of the other companies of the installation.
 */
export class SteadyClient extends Client {
  readonly #world: World;
  readonly #rounds: Rounds;
  readonly #company: number;
  #calls = 0;

  constructor(account: Client, world: World, rounds: Rounds, company: number) {
    super(account.url, account.username, account.apiKey);
    this.#world = world;
    this.#rounds = rounds;
    this.#company = company;
  }

  override call(
    endpoint: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    this.#calls += 1;
    const number = this.#calls;
    const isRead = endpoint.startsWith('get-');
    const key: Record<string, string> = isRead ? {} : { 'idempotency-key': `call-${number}` };
    const send = (node: number) => this.#sendTo(node, endpoint, fields, { ...headers, ...key });
    return this.#rounds.answer({ company: this.#company, number, send });
  }

  #sendTo(node: number, endpoint: string, fields: object, headers: Record<string, string>): Promise<Reply> {
    const { addresses } = this.#world;
    const client = new Client(addresses[node % addresses.length] ?? '', this.username, this.apiKey);
    return client.call(endpoint, { ...fields }, headers);
  }
}
