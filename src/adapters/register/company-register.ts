import { toError } from '../../domain/values/errors.ts';
import { ConcurrencyLimiter } from '../../kernel/node/concurrency-limiter.ts';
import {
  type CompanyRegister,
  type RegisteredCompany,
  RegisterUnavailable,
} from '../../kernel/ports/ports.ts';
import { boundedText } from '../bounded-text.ts';
import { parseJson } from '../parse-json.ts';
import { readCompany } from './read-company.ts';

interface RegisterOptions {
  url: string;
  key: string | undefined;
  /** For the log: callers learn only that the register does not answer. */
  onFailure?: (error: RegisterUnavailable) => void;
  /** Timeout of a request. */
  answerMs?: number;
}

const MAX_BYTES = 200_000;
const TIMEOUT_MS = 5_000;
/** Requests of a node at the same time, and how many more may wait for their turn. */
const CONCURRENCY = 4;
const MAX_WAITING = 400;

/** The register of companies at KVITT_REGISTER_URL, as Skatturinn serves it. Redirects are not followed, because they would get the key. */
export class HttpCompanyRegister implements CompanyRegister {
  readonly #options: RegisterOptions;
  readonly #limiter = new ConcurrencyLimiter(CONCURRENCY, {
    maxWaiting: MAX_WAITING,
    refuse: () => {
      throw new RegisterUnavailable('too many requests wait for it');
    },
  });

  constructor(options: RegisterOptions) {
    this.#options = options;
  }

  async find(kennitala: string): Promise<RegisteredCompany | null> {
    try {
      return await this.#limiter.run(() => this.#ask(kennitala));
    } catch (error) {
      if (error instanceof RegisterUnavailable) this.#options.onFailure?.(error);
      throw error;
    }
  }

  async #ask(kennitala: string): Promise<RegisteredCompany | null> {
    const { url, key, answerMs = TIMEOUT_MS } = this.#options;
    try {
      const response = await fetch(`${url}/${encodeURIComponent(kennitala)}`, {
        headers: { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`it answers ${response.status}`);
      return readCompany(parseJson(await boundedText(response, MAX_BYTES)), kennitala);
    } catch (error) {
      throw new RegisterUnavailable(reasonOf(toError(error)), { cause: error });
    }
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'it did not answer in time';
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
