import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Client } from './client.ts';
import { type RequestOptions, request } from './http-request.ts';
import { basicAuth } from './requests.ts';

export const PASSWORD = 'a good password';
export const CALLBACK = 'https://app.example/callback';

export interface Page {
  status: number;
  headers: Headers;
  location: string | null;
  text: string;
}

/** A person with a browser that stores cookies and does not follow redirects. */
export class Person {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  lang = 'en';
  /** The address that a trusted proxy reports. */
  address: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  get(path: string): Promise<Page> {
    return this.#send(path, {});
  }

  post(path: string, fields: Record<string, string>): Promise<Page> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Submits the form of a page that posts to `action`, with its hidden fields and the added ones. */
  submit(page: Page, action: string, added: Record<string, string> = {}): Promise<Page> {
    return this.post(action, { ...hiddenFields(page.text, action), ...added });
  }

  async signIn({ username }: { username: string }, next = '/account', password = PASSWORD): Promise<Page> {
    const page = await this.get(`/sign-in?next=${encodeURIComponent(next)}`);
    return this.submit(page, '/sign-in', { username, password });
  }

  /** Opens an authorize page, signs in if necessary, and consents. Returns the address of the redirect. */
  async allow(path: string, seller: { username: string }): Promise<URL> {
    let page = await this.get(path);
    if (page.location?.startsWith('/sign-in')) {
      page = await this.signIn(seller, path);
      assert.equal(page.location, path);
      page = await this.get(path);
    }
    if (page.location === null) {
      assert.equal(page.status, 200, page.text);
      const action = path.split('?')[0] ?? '';
      page = await this.submit(page, action, { decision: 'allow' });
    }
    assert.ok(page.location, page.text);
    return new URL(page.location);
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  storeCookies({ headers }: { headers: Headers }): void {
    for (const set of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  async #send(path: string, init: RequestOptions): Promise<Page> {
    const cookie = this.cookieHeader();
    const headers = {
      accept: 'text/html',
      'accept-language': this.lang,
      ...(cookie && { cookie }),
      ...(this.address && { 'x-forwarded-for': this.address }),
    };
    const response = await request(this.url + path, { ...init, headers });
    this.storeCookies(response);
    const { status } = response;
    return {
      status,
      headers: response.headers,
      location: response.headers.get('location'),
      text: response.text(),
    };
  }
}

export function hiddenFields(page: string, action: string): Record<string, string> {
  const forms = [...page.matchAll(/<form method="post" action="([^"]*)"( novalidate)?>([\s\S]*?)<\/form>/g)];
  const form = forms.find((one) => one[1] === action);
  assert.ok(form, `no form for ${action} in ${page}`);
  const [, , novalidate, content = ''] = form;
  // The browser's own messages are in the language of the browser, not of the page.
  assert.ok(novalidate || !/ required\b/.test(content), `the browser checks the form for ${action}`);
  const fields = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

export interface ClientCredentials {
  client_id: string;
  client_secret: string;
}

export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: response.json() };
}

export async function registerClient(
  seller: Client,
  fields: Record<string, unknown> = {},
): Promise<ClientCredentials> {
  const sent = { name: 'An app', redirect_uri: CALLBACK, ...fields };
  const { status, body } = await postJson(`${seller.url}/agent/register`, sent, basicAuth(seller));
  assert.equal(status, 200, body.message);
  return body;
}

export function authorizePath(fields: Record<string, string>, base = '/agent'): string {
  return `${base}/authorize?${new URLSearchParams({ redirect_uri: CALLBACK, state: 'xyz', ...fields })}`;
}

export interface AuthorizedClient extends ClientCredentials {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
}

/** Registers a program and gets it tokens with the account's consent to the scopes. */
export async function authorizeClient(
  seller: Client,
  scope = 'dashboard_data',
  app?: ClientCredentials,
): Promise<AuthorizedClient> {
  const client = app ?? (await registerClient(seller));
  const { verifier, challenge } = createPkcePair();
  const path = authorizePath({ client_id: client.client_id, scope, code_challenge: challenge });
  const back = await new Person(seller.url).allow(path, seller);
  const { status, body } = await exchangeCode(seller.url, client, back.searchParams.get('code') ?? '', {
    code_verifier: verifier,
  });
  assert.equal(status, 200, body.message);
  return { ...client, ...body };
}

export function createPkcePair(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export function exchangeCode(
  url: string,
  { client_id, client_secret }: ClientCredentials,
  code: string,
  fields: Record<string, unknown> = {},
) {
  return postJson(`${url}/agent/token`, {
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    code,
    redirect_uri: CALLBACK,
    ...fields,
  });
}

export function refreshTokens(
  url: string,
  { client_id, client_secret }: ClientCredentials,
  refresh_token: string,
  fields: Record<string, unknown> = {},
) {
  return postJson(`${url}/agent/token`, {
    grant_type: 'refresh_token',
    client_id,
    client_secret,
    refresh_token,
    ...fields,
  });
}

/** Sends a request to the agent API. */
export async function agentCall(
  url: string,
  path: string,
  token: string,
  method = 'GET',
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await request(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, body: response.json() };
}
