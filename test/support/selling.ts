import assert from 'node:assert/strict';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import type { Client } from './client.ts';
import { hiddenFields, Person } from './person.ts';

export interface Visited {
  status: number;
  location: string;
  headers: Headers;
  text: string;
}

/** A stranger with a browser: no cookies, no script, and a language. */
export class Stranger {
  readonly url: string;
  lang = 'is';

  constructor(url: string) {
    this.url = url;
  }

  async get(address: string, init: RequestInit = {}): Promise<Visited> {
    const response = await fetch(new URL(address, this.url), {
      redirect: 'manual',
      ...init,
      headers: { 'accept-language': this.lang, ...(init.headers as Record<string, string>) },
    });
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      headers: response.headers,
      text: await response.text(),
    };
  }

  /** Opens the page and sends its form, with what it holds and what is typed. */
  async buy(address: string, typed: Record<string, string> = {}): Promise<Visited> {
    return this.send(address, { ...(await this.form(address)), ...typed });
  }

  async form(address: string): Promise<Record<string, string>> {
    const { text } = await this.get(address);
    const action = /<form method="post" action="([^"]*)">/.exec(text)?.[1] ?? '';
    return { ...hiddenFields(text, action), ...ANNA };
  }

  send(address: string, fields: Record<string, string>): Promise<Visited> {
    return this.get(address, { method: 'POST', body: new URLSearchParams(fields) });
  }
}

/** A sale of tickets to something that has a day and a place. */
export const EVENT = {
  type: 'EVENT',
  name: 'Vetrartónleikar',
  event_date: '2026-12-12',
  event_time: '19:30',
  event_place: 'Hof',
};

export const ANNA = { name: 'Anna Jónsdóttir', email: 'anna@example.is', qty: '1' };

/** What is said beside a field, if the field is marked as wrong and tied to it. */
export function wrongAt(page: string, name: string): string | null {
  const field = new RegExp(`<(?:input|select|textarea) id="${name}"[^>]*>`).exec(page)?.[0] ?? '';
  const tied = new RegExp(`aria-describedby="[^"]*\\b${name}-error"`).test(field);
  if (!tied || !field.includes('aria-invalid="true"')) return null;
  return new RegExp(`id="${name}-error">([^<]*)<`).exec(page)?.[1] ?? null;
}

/** The addresses of the tickets that a page leads to. */
export function ticketLinks(page: string): string[] {
  return [...page.matchAll(/href="[^"]*(\/ticket\/\d+\/[\w-]{64})"/g)].map(([, link]) => link ?? '');
}

/** What the codes on a page say, read as a camera would: drawn first, and then looked at. */
export async function codesOn(page: string): Promise<string[]> {
  const pictures = page.match(/<svg class="qr".*?<\/svg>/gs) ?? [];
  return Promise.all(
    pictures.map(async (svg) => {
      const drawn = svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" ');
      const { data, info } = await sharp(Buffer.from(drawn))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
    }),
  );
}

export function assertPlain({ text, headers }: Visited, most = 100_000): void {
  assert.doesNotMatch(text, /<script|javascript:|\son\w+=|style="/i);
  assert.ok(Buffer.byteLength(text) < most, `${Buffer.byteLength(text)} bytes`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; (img-src 'self'; )?base-uri 'none'; /,
  );
  assert.match(policy, /form-action 'self'; frame-ancestors 'none'$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
}

export interface AtConsole {
  person: Person;
  call(name: string, body: FormData | object): Promise<{ status: number; body: any }>;
}

/** One of the seller's people, who calls the operations of the console. */
export async function signedIn(seller: Client): Promise<AtConsole> {
  const { url } = seller;
  const person = new Person(url);
  await person.signIn(seller);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const session = await fetch(`${url}/console/api/session`, { headers: { cookie } });
  const { form_key } = (await session.json()) as { form_key: string };
  return {
    person,
    async call(name, body) {
      const isForm = body instanceof FormData;
      const type = isForm ? {} : { 'content-type': 'application/json' };
      const response = await fetch(`${url}/console/api/${name}`, {
        method: 'POST',
        headers: { cookie, 'x-form-key': form_key, ...type },
        body: isForm ? body : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
