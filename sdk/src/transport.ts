import { base64Of } from './bytes.ts';
import { KvittError, toError } from './errors.ts';
import { isRecord, type WireRequest } from './request.ts';
import { isRetryable, retryDelay, sleep } from './retry.ts';

/** Returns an access token. `isExpired`: the service has refused the one that was returned before. */
export type TokenSource = (isExpired: boolean) => string | Promise<string>;

interface CommonSettings {
  /** Address of the service, such as `https://kvitt.example`. */
  url: string;
  /** How often a call is repeated after a connection error or a 429, 502, 503 or 504; 5 when left out. */
  retries?: number;
  /** How often it is repeated after a connection error alone; as often as `retries` says when left out. */
  connectionRetries?: number;
  /** Milliseconds after which an attempt counts as a connection error; 60,000 when left out. */
  timeout?: number;
  /** Another implementation of fetch. */
  fetch?: typeof fetch;
}

/** The account's own key, for servers; or a token of a connected program, which also works in browsers. */
export type KvittSettings = CommonSettings &
  ({ username: string; apiKey: string; token?: undefined } | { token: string | TokenSource });

export type Answer = Record<string, unknown>;

const DEFAULT_RETRIES = 5;
const DEFAULT_TIMEOUT_MS = 60_000;

/** Sends requests with credentials, and repeats them where that is safe and can help. */
export class Transport {
  readonly #settings: KvittSettings;
  readonly #base: URL;

  constructor(settings: KvittSettings) {
    if (!URL.canParse(settings.url))
      throw new KvittError(`"${settings.url}" is no address; url must be like https://kvitt.example.`, {
        code: 'invalid_url',
      });
    this.#settings = settings;
    this.#base = new URL(settings.url);
  }

  get hasToken(): boolean {
    return this.#settings.token !== undefined;
  }

  async send(request: WireRequest, signal?: AbortSignal): Promise<Answer> {
    const { retries = DEFAULT_RETRIES, connectionRetries = retries } = this.#settings;
    let hasRefreshed = false;
    let isExpired = false;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(request, isExpired, signal);
      if ('answer' in outcome) return outcome.answer;
      const { error, retryAfter } = outcome;
      isExpired = this.#canRefresh(error) && !hasRefreshed;
      if (isExpired) {
        hasRefreshed = true;
        continue;
      }
      const isLost = error.status === 0;
      if (attempt >= (isLost ? connectionRetries : retries) || !(isLost || isRetryable(error))) throw error;
      await sleep(retryDelay(attempt, retryAfter), signal);
    }
  }

  /** A connection that breaks while the answer is read counts as a connection error, too. */
  async #attempt(
    { method, path, query, headers, body }: WireRequest,
    isExpired: boolean,
    signal?: AbortSignal,
  ): Promise<{ answer: Answer } | { error: KvittError; retryAfter: string | null }> {
    const authorization = await this.#authorization(isExpired);
    const { fetch: send = fetch, timeout = DEFAULT_TIMEOUT_MS } = this.#settings;
    const limit = limitTime(timeout, signal);
    try {
      const response = await send(this.#address(path, query), {
        method,
        headers: { accept: 'application/json', prefer: 'handling=strict', ...headers, authorization },
        redirect: 'manual',
        signal: limit.signal,
        ...(body !== undefined && { body }),
      });
      const answer = parseAnswer(await response.text());
      if (response.ok && answer && answer.status !== false && answer.error !== true) return { answer };
      return { error: toError(response, answer), retryAfter: response.headers.get('retry-after') };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      return { error: this.#connectionError(cause), retryAfter: null };
    } finally {
      limit.clear();
    }
  }

  /** Parameters of the given address, such as a maintenance code, are sent with every call. */
  #address(path: string, query: WireRequest['query']): string {
    const address = new URL(this.#base);
    address.pathname = `${this.#base.pathname.replace(/\/+$/, '')}/api/v1${path}`;
    for (const [name, value] of query) address.searchParams.append(name, value);
    return address.href;
  }

  async #authorization(isExpired: boolean): Promise<string> {
    const settings = this.#settings;
    if (settings.token === undefined) return `Basic ${base64Of(`${settings.username}:${settings.apiKey}`)}`;
    const { token } = settings;
    return `Bearer ${typeof token === 'string' ? token : await token(isExpired)}`;
  }

  #canRefresh({ status, code }: KvittError): boolean {
    return typeof this.#settings.token === 'function' && status === 401 && /expired/.test(code);
  }

  #connectionError(cause: unknown): KvittError {
    const reason = innermostMessage(cause);
    return new KvittError(
      `The service at ${this.#base.origin} could not be reached (${reason}). Check the address and the connection.`,
      { code: 'connection_failed', cause },
    );
  }
}

function innermostMessage(error: unknown): string {
  const inner = (error as { cause?: unknown })?.cause;
  if (inner !== undefined) return innermostMessage(inner);
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return message || code || String(error);
}

function parseAnswer(text: string): Answer | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** A signal that aborts after a time, or with another signal. AbortSignal.any is missing in Node.js 20.0 to 20.2. */
function limitTime(milliseconds: number, signal?: AbortSignal): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(
    () => controller.abort(new Error(`no answer in ${milliseconds / 1000} seconds`)),
    milliseconds,
  );
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}
