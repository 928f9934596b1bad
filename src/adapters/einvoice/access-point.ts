import { EINVOICE_STATES, type EinvoiceState } from '../../domain/einvoice-states.ts';
import {
  DeliveryRejected,
  type EinvoiceNetwork,
  type EinvoiceOrder,
  type EinvoiceUpdate,
} from '../../kernel/ports/ports.ts';
import { boundedText } from '../bounded-text.ts';
import { enveloped } from './sbdh.ts';

interface AccessPointOptions {
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
/** So many faults without an answer between them: it has other troubles, and is asked again later. */
const PATIENCE = 3 * AT_ONCE;
const ANSWER_BYTES = 100_000;
const NO_ANSWER = 'The e-invoice access point answered with something that is no JSON';

type Answer = Record<string, unknown>;

/**
 * An access point of the Peppol network, by HTTP: documents are posted to its address in their envelope, and
 * `<address>/<id>` tells where one stands.
 */
export class AccessPoint implements EinvoiceNetwork {
  readonly #options: AccessPointOptions;

  constructor(options: AccessPointOptions) {
    this.#options = options;
  }

  async submit(order: EinvoiceOrder): Promise<EinvoiceUpdate & { reference: string }> {
    const { status, body } = await this.#call('', {
      method: 'POST',
      headers: { 'content-type': 'application/xml; charset=utf-8', 'idempotency-key': order.transmission },
      body: enveloped(order),
    });
    // A conflict: it has the document from an earlier try.
    if (status >= 300 && status !== 409) throw refusal(status, body);
    // The page of a proxy is no word of the access point's; the same document may be sent again.
    if (!body) throw new DeliveryRejected(NO_ANSWER, { refused: false });
    const named = typeof body.id === 'string' && /^[\x21-\x7e]{1,200}$/.test(body.id) ? body.id : '';
    return {
      status: stateIn(body) ?? 'sent',
      reason: reasonIn(body),
      reference: named || order.transmission,
    };
  }

  /** A document that it can't tell of keeps it from telling of no other. It is an error when it tells of none. */
  async states(_accountId: number, references: string[]): Promise<Map<string, EinvoiceUpdate>> {
    const known = new Map<string, EinvoiceUpdate>();
    const waiting = [...references];
    let [answered, silent, fault]: [number, number, unknown] = [0, 0, null];
    const ask = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        try {
          const news = await this.#stateOf(one);
          if (news) known.set(one, news);
          [answered, silent] = [answered + 1, 0];
        } catch (error) {
          [silent, fault] = [silent + 1, error];
          if (silent >= PATIENCE) waiting.length = 0;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, references.length) }, ask));
    if (answered === 0 && fault) throw fault;
    return known;
  }

  /** Null where it knows no such document, or has a word for its state that we don't know. */
  async #stateOf(reference: string): Promise<EinvoiceUpdate | null> {
    const { status, body } = await this.#call(`/${encodeURIComponent(reference)}`, { method: 'GET' });
    if (status === 404) return null;
    if (status >= 300) throw refusal(status, body);
    if (!body) throw new DeliveryRejected(NO_ANSWER, { refused: false });
    const state = stateIn(body);
    return state && { status: state, reason: reasonIn(body) };
  }

  async #call(path: string, init: RequestInit): Promise<{ status: number; body: Answer | null }> {
    const { url, key, answerMs = 30_000 } = this.#options;
    const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { ...headers, ...init.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      });
      return { status: response.status, body: answerIn(await boundedText(response, ANSWER_BYTES)) };
    } catch (error) {
      const late = (error as Error).name === 'TimeoutError';
      const what = late ? 'did not answer in time' : 'could not be reached';
      throw new DeliveryRejected(`The e-invoice access point ${what}`, { refused: false, cause: error });
    }
  }
}

/** Nothing at all is an answer too, which says no more than its status. Null for what is no JSON. */
function answerIn(text: string): Answer | null {
  if (text.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && !Array.isArray(body) ? (body as Answer | null) : null;
  } catch {
    return null;
  }
}

function stateIn({ status }: Answer): EinvoiceState | null {
  const word = String(status ?? '').toLowerCase();
  return EINVOICE_STATES.find((state) => state === word) ?? SYNONYMS.get(word) ?? null;
}

function reasonIn({ reason, message }: Answer): string {
  return textOf(reason) || textOf(message);
}

/** A document that the access point finds fault with stays faulty; all else may pass. */
function refusal(status: number, body: Answer | null): DeliveryRejected {
  const why = reasonIn(body ?? {});
  return new DeliveryRejected(`The e-invoice access point answered ${status}${why && `: ${why}`}`, {
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
