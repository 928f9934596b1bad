import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { BankUnavailable } from '../../kernel/ports/ports.ts';
import { boundedText } from '../bounded-text.ts';
import { parseJson } from '../parse-json.ts';
import { problem } from './shapes.ts';

/** Sends a request to a bank. A real bank identifies the caller by credentials, the embedded one by the account id. */
export type BankTransport = (accountId: number, request: Request) => Promise<Response>;

interface BankRequest {
  accountId: number;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query below the bank's base address. */
  path: string;
  body?: object;
  /** JSON when left out. */
  contentType?: string;
  /** The same for every retry of a request that must not be executed twice. */
  requestId?: string;
  headers?: Record<string, string>;
}

export interface BankResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

const MAX_ANSWER_BYTES = 20_000_000;

/** HTTP client for a bank: limits time and response size, and turns every failure into a readable reason. */
export class BankClient {
  readonly #send: BankTransport;
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor(send: BankTransport, url: string, timeoutMs: number) {
    this.#send = send;
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  async call(call: BankRequest): Promise<BankResponse> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const request = new Request(`${this.#url}${call.path}`, {
      method: call.method,
      headers: {
        accept: 'application/json, application/problem+json',
        'x-request-id': call.requestId ?? randomUUID(),
        ...(call.body && { 'content-type': call.contentType ?? 'application/json' }),
        ...call.headers,
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal,
    });
    try {
      const response = await this.#send(call.accountId, request);
      const text = await boundedText(response, MAX_ANSWER_BYTES);
      return { status: response.status, headers: response.headers, body: parseJson(text) };
    } catch (error) {
      if (signal.aborted)
        throw new BankUnavailable(`The bank did not answer within ${this.#timeoutMs / 1000} seconds`, {
          cause: error,
        });
      // For an unreachable host, fetch puts the details into the cause.
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new BankUnavailable(`The bank could not be reached: ${reason}`, { cause: error });
    }
  }
}

/** The response in the expected shape; throws an error with the bank's own reason otherwise. */
export function parseResponse<T>(answer: BankResponse, shape: z.ZodType<T>): T {
  if (answer.status >= 300) throw toError(answer);
  const parsed = shape.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'no JSON' };
  throw new Error(`The bank's answer cannot be read: ${[...path, message].join(' ').slice(0, 200)}`);
}

/** Requires the bank's own code, because a bare 404 may be a wrong address and a 403 a missing permission. */
export function isNotFound({ status, body }: BankResponse): boolean {
  return (status === 404 || status === 400) && errorCodes(body).includes('RESOURCE_UNKNOWN');
}

const REASONS: Record<number, string> = {
  401: 'The bank did not accept our credentials; check KVITT_BANK_TOKEN',
  403: 'The bank does not allow this for the claimant or the claim template',
  404: 'The bank has nothing at this address; check KVITT_BANK_URL',
  408: 'The bank took too long',
  429: 'The bank asks us to wait',
  503: 'The bank is not available just now',
};
const UNAVAILABLE = [408, 429, 502, 503, 504];

export function toError({ status, body }: BankResponse): Error {
  const reason = REASONS[status] ?? (status >= 500 ? 'The bank has a fault' : 'The bank refused the request');
  const message = `${reason} (${[`HTTP ${status}`, ...errorDetails(body)].join(', ')})`.slice(0, 400);
  return UNAVAILABLE.includes(status) ? new BankUnavailable(message) : new Error(message);
}

function errorCodes(body: unknown): string[] {
  const { data } = problem.safeParse(body);
  const errors = [data, ...(data?.additionalErrors ?? []), ...(data?.messages ?? [])];
  return errors.flatMap((one) => one?.code ?? []);
}

function errorDetails(body: unknown): string[] {
  const { data } = problem.safeParse(body);
  const errors = [data, ...(data?.additionalErrors ?? [])].map((one) => one?.detail ?? one?.title);
  const texts = [...errors, ...(data?.messages ?? []).map(({ text }) => text)];
  return [...errorCodes(body), ...texts.filter((one) => one !== undefined)];
}
