import assert from 'node:assert/strict';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { hiddenFields } from './person.ts';

export interface PageResponse {
  status: number;
  location: string;
  headers: Headers;
  text: string;
}

/** A visitor whose browser has no cookies and no scripts. */
export class Visitor {
  readonly url: string;
  lang = 'is';

  constructor(url: string) {
    this.url = url;
  }

  async get(address: string, init: RequestInit = {}): Promise<PageResponse> {
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

  /** Opens the page and submits its form with the prefilled fields and the typed ones. */
  async buy(address: string, typed: Record<string, string> = {}): Promise<PageResponse> {
    return this.send(address, { ...(await this.form(address)), ...typed });
  }

  async form(address: string): Promise<Record<string, string>> {
    const { text } = await this.get(address);
    const action = /<form method="post" action="([^"]*)"(?: novalidate)?>/.exec(text)?.[1] ?? '';
    return { ...hiddenFields(text, action), ...ANNA };
  }

  send(address: string, fields: Record<string, string>): Promise<PageResponse> {
    return this.get(address, { method: 'POST', body: new URLSearchParams(fields) });
  }
}

/** A sale of tickets to an event with a date and a place. */
export const EVENT = {
  type: 'EVENT',
  name: 'Vetrartónleikar',
  event_date: '2026-12-12',
  event_time: '19:30',
  event_place: 'Hof',
};

export const ANNA = { name: 'Anna Jónsdóttir', email: 'anna@example.is', qty: '1' };

/** The error message of a field, if the field is marked as invalid and refers to the message. */
export function findFieldError(page: string, name: string): string | null {
  const field = new RegExp(`<(?:input|select|textarea) id="${name}"[^>]*>`).exec(page)?.[0] ?? '';
  const isDescribed = new RegExp(`aria-describedby="[^"]*\\b${name}-error"`).test(field);
  if (!isDescribed || !field.includes('aria-invalid="true"')) return null;
  return new RegExp(`id="${name}-error">([^<]*)<`).exec(page)?.[1] ?? null;
}

/** The addresses of the tickets that a page links to. */
export function findTicketLinks(page: string): string[] {
  return [...page.matchAll(/href="[^"]*(\/ticket\/\d+\/[\w-]{64})"/g)].map(([, link]) => link ?? '');
}

/** Renders the QR codes of a page as pixels and decodes them, as a camera would. */
export async function decodeQrCodes(page: string): Promise<string[]> {
  const pictures = page.match(/<svg class="qr".*?<\/svg>/gs) ?? [];
  return Promise.all(
    pictures.map(async (svg) => {
      const sizedSvg = svg.replace(
        '<svg ',
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" ',
      );
      const { data, info } = await sharp(Buffer.from(sizedSvg))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
    }),
  );
}

export function assertStaticPage({ text, headers }: PageResponse, maxBytes = 100_000): void {
  assert.doesNotMatch(text, /<script|javascript:|\son\w+=|style="/i);
  assert.ok(Buffer.byteLength(text) < maxBytes, `${Buffer.byteLength(text)} bytes`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; (img-src 'self'; )?base-uri 'none'; /,
  );
  assert.match(policy, /form-action 'self'; frame-ancestors 'none'$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
}
