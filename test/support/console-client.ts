import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { request } from './http-request.ts';
import { PASSWORD, Person } from './person.ts';

/** Calls the console API as the browser application does: with a session cookie and the form key of its page. */
export class ConsoleClient {
  readonly person: Person;
  csrfToken = '';

  constructor(url: string) {
    this.person = new Person(url);
  }

  async signIn({ username }: { username: string }, password = PASSWORD): Promise<this> {
    const page = await this.person.signIn({ username }, '/console', password);
    assert.equal(page.status, 303, page.text);
    return this.open();
  }

  /** Reads the form key of a session that exists already, for example after an invitation was accepted. */
  async open(): Promise<this> {
    this.csrfToken = (await this.session()).body.form_key ?? '';
    return this;
  }

  session() {
    return this.send('GET', 'session');
  }

  async send(
    method: string,
    name: string,
    fields: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: any }> {
    const isForm = fields instanceof FormData;
    const response = await request(`${this.person.url}/console/api/${name}`, {
      method,
      headers: {
        cookie: this.person.cookieHeader(),
        ...(!isForm && { 'content-type': 'application/json' }),
        'x-form-key': this.csrfToken,
        ...headers,
      },
      ...(method === 'POST' && { body: isForm ? fields : JSON.stringify(fields) }),
    });
    this.person.storeCookies(response);
    return { status: response.status, body: response.json() };
  }

  call(name: string, fields: unknown = {}, headers: Record<string, string> = {}) {
    return this.send('POST', name, fields, headers);
  }

  /** Sends a file in a multipart form. */
  upload(name: string, fileName: string, bytes: Uint8Array | string, headers: Record<string, string> = {}) {
    const form = new FormData();
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer> | string]), fileName);
    return this.call(name, form, headers);
  }

  /** Returns the answer to a call that must succeed. */
  async ok(name: string, fields: unknown = {}) {
    const { status, body } = await this.call(name, fields);
    assert.equal(status, 200, `${name}: ${body.message}`);
    return body;
  }

  /** Sends every row, and compares the code and message of each refusal. */
  async assertRefused(
    name: string,
    rows: readonly (readonly [sent: object, refusal: string])[],
  ): Promise<void> {
    for (const [sent, refusal] of rows) {
      const { status, body } = await this.call(name, sent);
      assert.ok(status >= 400 && status < 500, `${name} took ${JSON.stringify(sent).slice(0, 200)}`);
      assert.equal(`${body.error}: ${body.message}`, refusal, JSON.stringify(sent).slice(0, 200));
    }
  }
}

export function signInToConsole(seller: Client): Promise<ConsoleClient> {
  return new ConsoleClient(seller.url).signIn(seller);
}
