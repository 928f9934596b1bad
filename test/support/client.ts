import assert from 'node:assert/strict';
import { companyKennitala } from '../domain/generators.ts';
import { OPERATOR_TOKEN } from './databases.ts';
import { request } from './http-request.ts';

export interface Reply {
  httpStatus: number;
  status: boolean;
  message: string;
  result: any;
  error_code?: string;
  [more: string]: any;
}

let accountCount = 0;

/** A client program of the credential API with its own account. */
export class Client {
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;

  constructor(url: string, username: string, apiKey: string) {
    this.url = url;
    this.username = username;
    this.apiKey = apiKey;
  }

  /** Sends form fields; `data` is encoded as JSON. */
  async call(
    endpoint: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const form = new URLSearchParams({ username: this.username, api_key: this.apiKey });
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const response = await request(`${this.url}/api/v1/${endpoint}`, { method: 'POST', body: form, headers });
    return { ...(response.json() as Reply), httpStatus: response.status };
  }

  /** Returns the result of a call that must succeed. */
  async ok(
    endpoint: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<any> {
    const reply = await this.call(endpoint, fields, headers);
    assert.equal(reply.status, true, `${endpoint}: ${reply.message}`);
    return reply.result;
  }

  /** Returns the reply to a call that must be refused with HTTP 200 and an error code. */
  async expectRefusal(
    endpoint: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const reply = await this.call(endpoint, fields, headers);
    assert.equal(reply.status, false, `${endpoint} was not refused`);
    assert.equal(reply.httpStatus, 200);
    assert.equal(reply.result, null);
    assert.equal(typeof reply.error_code, 'string');
    return reply;
  }
}

export async function createAccount(url: string, fields: Record<string, unknown> = {}): Promise<Client> {
  accountCount += 1;
  const body = {
    username: `account${accountCount}-${process.pid}`,
    password: 'a good password',
    name: `Account ${accountCount} ehf.`,
    registration_no: companyKennitala(accountCount % 1000),
    address: 'Hafnarstræti 12',
    zip: '600',
    city: 'Akureyri',
    bank_account: '0101-26-123456',
    ...fields,
  };
  const response = await request(`${url}/operator/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const account = response.json() as { username: string; api_key: string; message?: string };
  assert.equal(response.status, 201, account.message);
  return new Client(url, account.username, account.api_key);
}

/** An inline invoice line; `fields` override the defaults. */
export function line(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    add_new: 1,
    item_number: 'SKU-1',
    description: 'A thing',
    qty: 1,
    uom: 'C62',
    unit_price: 1000,
    tax: 'S',
    ...fields,
  };
}

/** The smallest invoice: one piece for 1,000 plus 24 % VAT, to a customer who receives it on paper. */
export function invoice(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'invoice',
    amount: 1240,
    currency: 'ISK',
    issue_date: '2026-03-02',
    due_date: '2026-03-16',
    settlement_date: '2026-03-23',
    customer: { name: 'Kaupandi ehf.', output_select: 4 },
    items: [line()],
    ...fields,
  };
}
