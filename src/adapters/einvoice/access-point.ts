import { EINVOICE_STATES, type EinvoiceState } from '../../domain/einvoice-states.ts';
import {
  type EinvoiceNetwork,
  type EinvoiceNews,
  type EinvoiceOrder,
  Undelivered,
} from '../../kernel/ports.ts';
import { enveloped } from './sbdh.ts';

export interface AccessPointOptions {
  url: string;
  key: string | undefined;
  /** How long it may take to answer. */
  answerMs?: number;
}

/** Words that access points use for the states that we know. */
const SYNONYMS: ReadonlyMap<string, EinvoiceState> = new Map([
  ['accepted', 'sent'],
  ['pending', 'queued'],
  ['received', 'sent'],
  ['processing', 'sent'],
  ['sending', 'sent'],
  ['error', 'failed'],
]);
const AT_ONCE = 8;
const ANSWER_LIMIT = 100_000;

/**
 * An access point of the Peppol network, by HTTP: documents are posted to its address in their envelope, and
 * `<address>/<id>` tells where one stands.
 */
export class AccessPoint implements EinvoiceNetwork {
  readonly #options: AccessPointOptions;

  constructor(options: AccessPointOptions) {
    this.#options = options;
  }

  async submit(order: EinvoiceOrder): Promise<EinvoiceNews & { reference: string }> {
    const { status, body } = await this.#call('', {
      method: 'POST',
      headers: { 'content-type': 'application/xml; charset=utf-8', 'idempotency-key': order.transmission },
      body: enveloped(order),
    });
    // A conflict: it has the document from an earlier try.
    if (status >= 300 && status !== 409) throw refusal(status, body);
    const named = typeof body.id === 'string' && /^[\x21-\x7e]{1,200}$/.test(body.id) ? body.id : '';
    return { ...newsIn(body, 'sent'), reference: named || order.transmission };
  }

  async states(_accountId: number, references: string[]): Promise<Map<string, EinvoiceNews>> {
    const known = new Map<string, EinvoiceNews>();
    const waiting = [...references];
    const ask = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const { status, body } = await this.#call(`/${encodeURIComponent(one)}`, { method: 'GET' });
        if (status === 404) continue;
        if (status >= 300) throw refusal(status, body);
        known.set(one, newsIn(body, 'sent'));
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, references.length) }, ask));
    return known;
  }

  async #call(path: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
    const { url, key, answerMs = 30_000 } = this.#options;
    const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { ...headers, ...init.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      });
      return { status: response.status, body: jsonIn((await response.text()).slice(0, ANSWER_LIMIT)) };
    } catch (error) {
      const late = (error as Error).name === 'TimeoutError';
      const what = late ? 'did not answer in time' : 'could not be reached';
      throw new Undelivered(`The e-invoice access point ${what}`, { refused: false, cause: error });
    }
  }
}

function jsonIn(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function newsIn(
  { status, reason, message }: Record<string, unknown>,
  byDefault: EinvoiceState,
): EinvoiceNews {
  const word = String(status ?? '').toLowerCase();
  const known = EINVOICE_STATES.find((state) => state === word) ?? SYNONYMS.get(word) ?? byDefault;
  return { status: known, reason: textOf(reason) || textOf(message) };
}

/** A document that the access point finds fault with stays faulty; all else may pass. */
function refusal(status: number, { reason, message }: Record<string, unknown>): Undelivered {
  const why = textOf(reason) || textOf(message);
  return new Undelivered(`The e-invoice access point answered ${status}${why && `: ${why}`}`, {
    refused: [400, 413, 415, 422].includes(status),
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, 300)
    : '';
}
