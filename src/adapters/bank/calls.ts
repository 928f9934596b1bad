import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { BankUnavailable } from '../../kernel/ports/ports.ts';
import { boundedText } from '../bounded-text.ts';
import { problem } from './shapes.ts';

/** Carries a request to a bank. Who asks is told by credentials at a real one, and by the account in process. */
export type SendToBank = (accountId: number, request: Request) => Promise<Response>;

interface BankCall {
  accountId: number;
  method: 'GET' | 'POST' | 'PATCH';
  /** With the query, below the address of the bank. */
  path: string;
  body?: object;
  /** The same for every repetition of a request that must not be carried out twice. */
  requestId?: string;
  headers?: Record<string, string>;
}

export interface BankAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

const MAX_ANSWER_BYTES = 20_000_000;

/** Speaks HTTP with a bank: time is limited, answers are bounded JSON, and every fault has a readable reason. */
export class BankCalls {
  readonly #send: SendToBank;
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor(send: SendToBank, url: string, timeoutMs: number) {
    this.#send = send;
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  async call(call: BankCall): Promise<BankAnswer> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const request = new Request(`${this.#url}${call.path}`, {
      method: call.method,
      headers: {
        accept: 'application/json, application/problem+json',
        'x-request-id': call.requestId ?? randomUUID(),
        ...(call.body && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal,
    });
    try {
      const response = await this.#send(call.accountId, request);
      const text = await boundedText(response, MAX_ANSWER_BYTES);
      return { status: response.status, headers: response.headers, body: readJson(text) };
    } catch (error) {
      if (signal.aborted)
        throw new BankUnavailable(`The bank did not answer within ${this.#timeoutMs / 1000} seconds`, {
          cause: error,
        });
      // What fetch says of an unreachable host is in the cause.
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new BankUnavailable(`The bank could not be reached: ${reason}`, { cause: error });
    }
  }
}

/** Undefined for what is not JSON, such as the page of a proxy. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer in the shape that was asked for; anything else is an error with the bank's own reason. */
export function expected<T>(answer: BankAnswer, shape: z.ZodType<T>): T {
  if (answer.status >= 300) throw refusal(answer);
  const parsed = shape.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'no JSON' };
  throw new Error(`The bank's answer cannot be read: ${[...path, message].join(' ').slice(0, 200)}`);
}

/** Only the bank's own word counts: a 404 without it may be a wrong address. With a 403 it may be a missing right. */
export function isUnknown({ status, body }: BankAnswer): boolean {
  return (status === 404 || status === 400) && codesIn(body).includes('RESOURCE_UNKNOWN');
}

const REASONS: Record<number, string> = {
  401: 'The bank did not accept our credentials; check KVITT_BANK_TOKEN',
  403: 'The bank does not allow this for the claimant or the claim template',
  404: 'The bank has nothing at this address; check KVITT_BANK_URL',
  408: 'The bank took too long',
  429: 'The bank asks us to wait',
  503: 'The bank is not available just now',
};
const AWAY = [408, 429, 502, 503, 504];

export function refusal({ status, body }: BankAnswer): Error {
  const reason = REASONS[status] ?? (status >= 500 ? 'The bank has a fault' : 'The bank refused the request');
  const message = `${reason} (${[`HTTP ${status}`, ...wordsIn(body)].join(', ')})`.slice(0, 400);
  return AWAY.includes(status) ? new BankUnavailable(message) : new Error(message);
}

function codesIn(body: unknown): string[] {
  const { data } = problem.safeParse(body);
  const faults = [data, ...(data?.additionalErrors ?? []), ...(data?.messages ?? [])];
  return faults.flatMap((one) => one?.code ?? []);
}

function wordsIn(body: unknown): string[] {
  const { data } = problem.safeParse(body);
  const faults = [data, ...(data?.additionalErrors ?? [])].map((one) => one?.detail ?? one?.title);
  const texts = [...faults, ...(data?.messages ?? []).map(({ text }) => text)];
  return [...codesIn(body), ...texts.filter((one) => one !== undefined)];
}
