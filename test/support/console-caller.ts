import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { Person } from './person.ts';

/** A browser's calls of the console's face: a session, and the key of its page. */
export class Caller {
  readonly person: Person;
  key = '';

  constructor(url: string) {
    this.person = new Person(url);
  }

  async signIn(seller: Client): Promise<this> {
    await this.person.signIn(seller, '/console');
    this.key = (await this.send('GET', 'session')).body.form_key;
    return this;
  }

  async send(method: string, name: string, fields?: unknown, headers: Record<string, string> = {}) {
    const cookie = [...this.person.cookies].map(([one, value]) => `${one}=${value}`).join('; ');
    const response = await fetch(`${this.person.url}/console/api/${name}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', 'x-form-key': this.key, ...headers },
      ...(method === 'POST' && { body: JSON.stringify(fields ?? {}) }),
    });
    return { status: response.status, body: (await response.json()) as any };
  }

  call(name: string, fields: unknown = {}, headers: Record<string, string> = {}) {
    return this.send('POST', name, fields, headers);
  }

  /** As a form with a file. */
  async upload(
    name: string,
    fileName: string,
    bytes: Uint8Array | string,
    headers: Record<string, string> = {},
  ) {
    const form = new FormData();
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer> | string]), fileName);
    const cookie = [...this.person.cookies].map(([one, value]) => `${one}=${value}`).join('; ');
    const response = await fetch(`${this.person.url}/console/api/${name}`, {
      method: 'POST',
      headers: { cookie, 'x-form-key': this.key, ...headers },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as any };
  }

  /** The answer to a call that must succeed. */
  async ok(name: string, fields: unknown = {}) {
    const { status, body } = await this.call(name, fields);
    assert.equal(status, 200, `${name}: ${body.message}`);
    return body;
  }

  /** Sends every row, and compares how each is refused. */
  async refused(name: string, rows: readonly (readonly [sent: object, refusal: string])[]): Promise<void> {
    for (const [sent, refusal] of rows) {
      const { status, body } = await this.call(name, sent);
      assert.ok(status >= 400 && status < 500, `${name} took ${JSON.stringify(sent).slice(0, 200)}`);
      assert.equal(`${body.error}: ${body.message}`, refusal, JSON.stringify(sent).slice(0, 200));
    }
  }
}
