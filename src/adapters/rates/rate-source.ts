import { toError } from '../../domain/values/errors.ts';
import type { PublishedRate, RateSource } from '../../kernel/ports/ports.ts';
import { boundedText } from '../bounded-text.ts';
import { readRates } from './read-rates.ts';

/** A year of all currencies is about 1 MB. */
const MAX_BYTES = 4_000_000;
const TIMEOUT_MS = 20_000;

/** The address that KVITT_RATES_URL names. Redirects are not followed: the operator names the right address once. */
export class PublishedRates implements RateSource {
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor(url: string, timeoutMs = TIMEOUT_MS) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  async fetchRates(): Promise<PublishedRate[]> {
    try {
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const response = await fetch(this.#url, { redirect: 'manual', signal });
      const { status, headers } = response;
      if (status >= 300 && status < 400)
        throw new Error(`it redirects to ${headers.get('location')}; name that address instead`);
      if (!response.ok) throw new Error(`it answers ${status}`);
      return readRates(await boundedText(response, MAX_BYTES));
    } catch (error) {
      throw new Error(`No exchange rates from KVITT_RATES_URL: ${reasonOf(toError(error))}`);
    }
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'it did not answer in time';
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
