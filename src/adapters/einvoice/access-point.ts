import { EINVOICE_STATES, type EinvoiceState } from '../../domain/invoices/einvoice-states.ts';
import {
  DeliveryRejected,
  type EinvoiceNetwork,
  type EinvoiceOrder,
  type EinvoiceUpdate,
} from '../../kernel/ports/ports.ts';
import { parseJson } from '../parse-json.ts';
import { type AccessPointCall, type AccessPointOptions, callAccessPoint } from './call-access-point.ts';
import { wrapInSbdh } from './sbdh.ts';

/** Other names that access points use for our states. */
const SYNONYMS: ReadonlyMap<string, EinvoiceState> = new Map([
  ['accepted', 'sent'],
  ['pending', 'queued'],
  ['received', 'sent'],
  ['processing', 'sent'],
  ['sending', 'sent'],
  ['error', 'failed'],
]);
const CONCURRENCY = 8;
/** Circuit breaker: after this many consecutive failures polling stops until the next run. */
const MAX_CONSECUTIVE_FAILURES = 3 * CONCURRENCY;
const MAX_ANSWER_BYTES = 100_000;
const NOT_JSON = 'The e-invoice access point answered with something that is no JSON';

type HubAnswer = Record<string, unknown>;

/**
 * A Peppol access point with an HTTP API: documents are posted in their SBDH envelope, and `<address>/<id>`
 * returns the state of one.
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
      body: wrapInSbdh(order),
    });
    // 409: an earlier attempt has already delivered the document.
    if (status >= 300 && status !== 409) throw toRejection(status, body);
    // A response that is not JSON comes from a proxy, so the document may be sent again.
    if (!body) throw new DeliveryRejected(NOT_JSON, { refused: false });
    const id = typeof body.id === 'string' && /^[\x21-\x7e]{1,200}$/.test(body.id) ? body.id : '';
    return {
      status: parseState(body) ?? 'sent',
      reason: parseReason(body),
      reference: id || order.transmission,
    };
  }

  /** A failure for one document does not stop the others. Throws only if no document could be polled. */
  async states(_accountId: number, references: string[]): Promise<Map<string, EinvoiceUpdate>> {
    const states = new Map<string, EinvoiceUpdate>();
    const pending = [...references];
    let [answered, failures, lastError]: [number, number, unknown] = [0, 0, null];
    const poll = async () => {
      for (let one = pending.shift(); one !== undefined; one = pending.shift()) {
        try {
          const update = await this.#stateOf(one);
          if (update) states.set(one, update);
          [answered, failures] = [answered + 1, 0];
        } catch (error) {
          [failures, lastError] = [failures + 1, error];
          if (failures >= MAX_CONSECUTIVE_FAILURES) pending.length = 0;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, references.length) }, poll));
    if (answered === 0 && lastError) throw lastError;
    return states;
  }

  /** Null if the access point does not know the document, or reports an unknown state. */
  async #stateOf(reference: string): Promise<EinvoiceUpdate | null> {
    const { status, body } = await this.#call(`/${encodeURIComponent(reference)}`, { method: 'GET' });
    if (status === 404) return null;
    if (status >= 300) throw toRejection(status, body);
    if (!body) throw new DeliveryRejected(NOT_JSON, { refused: false });
    const state = parseState(body);
    return state && { status: state, reason: parseReason(body) };
  }

  async #call(
    path: string,
    call: Pick<AccessPointCall, 'method' | 'headers' | 'body'>,
  ): Promise<{ status: number; body: HubAnswer | null }> {
    const { status, bytes } = await callAccessPoint(this.#options, {
      ...call,
      path,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return { status, body: bytes && parseAnswer(bytes.toString()) };
  }
}

/** An empty body counts as an empty object. Null if it is not JSON. */
function parseAnswer(text: string): HubAnswer | null {
  if (text.trim() === '') return {};
  const body = parseJson(text);
  return typeof body === 'object' && !Array.isArray(body) ? (body as HubAnswer | null) : null;
}

function parseState({ status }: HubAnswer): EinvoiceState | null {
  const word = String(status ?? '').toLowerCase();
  return EINVOICE_STATES.find((state) => state === word) ?? SYNONYMS.get(word) ?? null;
}

function parseReason({ reason, message }: HubAnswer): string {
  return cleanText(reason) || cleanText(message);
}

/** A document that fails validation is never accepted, so these statuses are final; all others may be temporary. */
function toRejection(status: number, body: HubAnswer | null): DeliveryRejected {
  const why = parseReason(body ?? {});
  return new DeliveryRejected(`The e-invoice access point answered ${status}${why && `: ${why}`}`, {
    refused: [400, 413, 415, 422].includes(status),
  });
}

function cleanText(value: unknown): string {
  return typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, 300)
    : '';
}
