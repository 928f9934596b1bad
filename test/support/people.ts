import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { PASSWORD, type Page, Person } from './person.ts';
import type { Kvitt } from './service.ts';
import { until } from './until.ts';

/** A person's browser with the console open: calls of its face carry the session and the key of its page. */
export class Desktop {
  readonly person: Person;
  key = '';

  constructor(url: string) {
    this.person = new Person(url);
  }

  /** Signs in by the page. */
  async signIn(username: string, password = PASSWORD): Promise<this> {
    const page = await this.person.signIn({ username }, '/console', password);
    assert.equal(page.status, 303, page.text);
    return this.open();
  }

  /** For who is signed in already. */
  async open(): Promise<this> {
    this.key = (await this.session()).body.form_key ?? '';
    return this;
  }

  session() {
    return this.#send('GET', 'session');
  }

  call(name: string, fields: object = {}, headers: Record<string, string> = {}) {
    return this.#send('POST', name, fields, headers);
  }

  /** The answer to a call that must succeed. */
  async ok(name: string, fields: object = {}): Promise<any> {
    const { status, body } = await this.call(name, fields);
    assert.equal(status, 200, `${name}: ${body.message}`);
    return body;
  }

  async #send(method: string, name: string, fields?: object, headers: Record<string, string> = {}) {
    const cookie = [...this.person.cookies].map(([one, value]) => `${one}=${value}`).join('; ');
    const response = await fetch(`${this.person.url}/console/api/${name}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', 'x-form-key': this.key, ...headers },
      ...(fields && { body: JSON.stringify(fields) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, one = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.person.cookies.set(one, value);
    }
    return { status: response.status, body: (await response.json()) as any };
  }
}

/** The newest link in a mail to the address. */
export async function mailedLink(kvitt: Kvitt, to: string): Promise<string> {
  const link = await until(`a mail with a link for ${to}`, async () => {
    await kvitt.operator('POST', '/jobs/run', {});
    const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(to)}`);
    return /https?:\S+/.exec(body.at(-1)?.text ?? '')?.[0];
  });
  return new URL(link).pathname + new URL(link).search;
}

let invited = 0;

/** Somebody new in an account, invited by its owner and signed in. */
export async function colleague(
  kvitt: Kvitt,
  owner: Desktop,
  role: 'owner' | 'member' = 'member',
): Promise<Desktop & { username: string }> {
  invited += 1;
  const email = `person${invited}-${process.pid}@example.is`;
  const { link } = await owner.ok('invite-person', { email, role, current_password: PASSWORD });
  const desktop = new Desktop(kvitt.url);
  const page = await accepted(desktop.person, new URL(link).pathname + new URL(link).search, {
    name: `Person ${invited}`,
    username: email,
  });
  assert.equal(page.location, '/console', page.text);
  return Object.assign(await desktop.open(), { username: email });
}

/** Opens the link of an invitation and fills in its form. */
export async function accepted(person: Person, path: string, fields: Record<string, string>): Promise<Page> {
  return person.submit(await person.get(path), '/invitation', { password: PASSWORD, ...fields });
}

export async function ownerOf(kvitt: Kvitt, seller?: Client): Promise<Desktop & { seller: Client }> {
  const account = seller ?? (await kvitt.account());
  const desktop = await new Desktop(kvitt.url).signIn(account.username);
  return Object.assign(desktop, { seller: account });
}
