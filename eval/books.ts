import assert from 'node:assert/strict';

export interface Account {
  url: string;
  username: string;
  apiKey: string;
}

export type Fields = Record<string, any>;

/** All records of the books by kind and guid, and how far the events went. */
export interface Snapshot {
  records: ReadonlyMap<string, Fields>;
  cursor: string;
}

/** The lists of the credential API that together are the books. */
const LISTS: readonly [kind: string, endpoint: string, fields?: Fields][] = [
  ['customer', 'get-customers'],
  ['item', 'get-items'],
  ['invoice', 'get-invoices', { sort: 'created_desc' }],
  ['payment', 'get-payments'],
  ['quote', 'get-quotes'],
  ['order', 'get-order-invoices'],
  ['draft', 'get-draft-invoices'],
  ['recurring', 'get-recurring-invoices'],
  ['cost', 'get-costs', { limit: 1000 }],
  ['sale', 'get-product-sales'],
  ['task', 'get-tasks', { type: 'open' }],
  ['task', 'get-tasks', { type: 'invoice' }],
  ['task', 'get-tasks', { type: 'older' }],
  ['proposal', 'get-proposals'],
  ['bookkeeper', 'get-bookkeepers'],
];

/** The books of an account by its own key. */
export class Books {
  readonly #account: Account;
  readonly #settle: () => Promise<unknown>;

  /** `settle` runs the jobs that are due, so that mails are sent and costs approved before the books are read. */
  constructor(account: Account, settle: () => Promise<unknown>) {
    this.#account = account;
    this.#settle = settle;
  }

  /** The whole answer of a call of the credential API that must succeed. */
  async #answer(endpoint: string, fields: Fields): Promise<any> {
    const { url, username, apiKey } = this.#account;
    const form = new URLSearchParams({ username, api_key: apiKey });
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    const response = await fetch(`${url}/api/v1/${endpoint}`, { method: 'POST', body: form });
    const answer = (await response.json()) as { status: boolean; message: string; result: unknown };
    assert.equal(answer.status, true, `${endpoint}: ${answer.message}`);
    return answer;
  }

  async call(endpoint: string, fields: Fields = {}): Promise<any> {
    return (await this.#answer(endpoint, fields)).result;
  }

  /** The whole books as they are now. */
  async snapshot(): Promise<Snapshot> {
    await this.#settle();
    const records = new Map<string, Fields>();
    for (const [kind, endpoint, fields = {}] of LISTS)
      for (const record of await this.call(endpoint, fields)) records.set(`${kind} ${record.guid}`, record);
    let cursor = '0';
    for (let isEnd = false; !isEnd; ) {
      const { result, next } = await this.#answer('get-events', { after: cursor, limit: 500 });
      cursor = next;
      isEnd = result.length < 500;
    }
    return { records, cursor };
  }

  /** What has happened since a snapshot, in its order. */
  async eventsSince({ cursor }: Snapshot): Promise<{ type: string; data: Fields }[]> {
    return this.call('get-events', { after: cursor, limit: 500 });
  }
}
