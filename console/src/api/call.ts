import type { ConsoleSession as Session } from '../../../src/surfaces/console/session.ts';
import { loadRestOfTranslation } from '../i18n/load-translation.ts';
import { clearForeignDrafts } from '../lib/draft-storage.ts';
import type { InputOf, OperationName, OutputOf } from './types.ts';

/** Why a call failed: refused by a rule, the session has ended or is of another company now, a server error, a timeout, or no network. */
export type Outcome = 'refused' | 'signed-out' | 'switched' | 'server' | 'slow' | 'offline';

/** One problem of a refused request. The first of `details` is the path of the field, where there is one. */
export interface Problem {
  code: string;
  message: string;
  details: readonly string[];
  reasons: readonly { code: string; values: readonly string[] }[];
}

interface FailureBody {
  error: string;
  message: string;
  problems: readonly Problem[];
  request_id: string;
  /** Of a record that somebody else has changed: what it holds now. */
  current: Readonly<Record<string, unknown>>;
  /** Of a file with rows that are refused: what becomes of each. */
  result: unknown;
}

const NO_BODY: FailureBody = {
  error: '',
  message: '',
  problems: [],
  request_id: '',
  current: {},
  result: null,
};

export class CallError extends Error {
  readonly outcome: Outcome;
  readonly code: string;
  /** All problems that the server found, the most important first. */
  readonly problems: readonly Problem[];
  readonly requestId: string;
  readonly current: FailureBody['current'];
  readonly result: unknown;

  constructor(outcome: Outcome, { error, message, problems, request_id, current, result } = NO_BODY) {
    super(message);
    this.outcome = outcome;
    this.code = error;
    this.problems = problems;
    this.requestId = request_id;
    this.current = current;
    this.result = result;
  }
}

const BASE = '/console/api';
const TIMEOUT_MS = 30_000;

let session: Promise<Session> | null = null;
/** The company that this page shows. */
let company: string | null = null;

/** The session, cached for the life of the page. */
export function readSession(): Promise<Session> {
  session ??= request<Session>('session', { method: 'GET' })
    .then((answer) => {
      // Another tab has switched: a write of this page, made for the other company, must not go to this one.
      if (company !== null && company !== answer.username) throw new CallError('switched');
      company = answer.username;
      clearForeignDrafts(answer.username);
      return answer;
    })
    .catch((error: unknown) => {
      session = null;
      throw error;
    });
  return session;
}

/** Moves the session to another company of the person; the page is then to be loaded anew. */
export function enterCompany(guid: string): Promise<unknown> {
  return post('switch-company', JSON.stringify({ guid }), {});
}

/** Drops the cached session, because the person or the CSRF token has changed. */
export function clearSession(): void {
  session = null;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Makes a retry of the same write safe. */
  idempotencyKey?: string;
  /** The outcome may come later, so that the person can undo it; the server decides. */
  mayDelay?: boolean;
}

/** The answer to a write that the server has scheduled instead of run. */
export interface Delayed {
  delayed: { guid: string; seconds: number };
}

export function isDelayed(answer: unknown): answer is Delayed {
  return typeof answer === 'object' && answer !== null && 'delayed' in answer;
}

export async function call<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: CallOptions = {},
): Promise<OutputOf<N>> {
  try {
    return await post(name, JSON.stringify(input), options);
  } catch (error) {
    // The CSRF token belongs to an ended session. The person may have signed in again in another tab: retry once.
    if (!(error instanceof CallError) || error.code !== 'form_stale') throw error;
    session = null;
    return post(name, JSON.stringify(input), options);
  }
}

/** A multipart write: a file, and other fields as text. */
export async function upload<N extends OperationName>(
  name: N,
  fields: Readonly<Record<string, string | File>>,
  idempotencyKey: string,
): Promise<OutputOf<N>> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return post(name, form, { idempotencyKey });
}

async function post<T>(
  name: string,
  body: string | FormData,
  { signal, idempotencyKey, mayDelay }: CallOptions,
): Promise<T> {
  const { form_key } = await readSession();
  const headers = {
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    'x-form-key': form_key,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(mayDelay && { prefer: 'respond-async' }),
  };
  return request<T>(name, { method: 'POST', headers, body, ...(signal && { signal }) });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  let response: Response;
  try {
    response = await fetch(`${BASE}/${path}`, { ...init, signal, credentials: 'same-origin' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new CallError(timeout.aborted ? 'slow' : 'offline');
  }
  if (response.headers.get('kvitt-session') === 'changed') clearSession();
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  const error = toCallError(response.status, answer ?? {});
  // The texts of refusals are loaded with the first one; without them it is shown in English.
  if (error.outcome === 'refused') await loadRestOfTranslation().catch(() => {});
  throw error;
}

/** Refusals of what a person types as proof: answered with 401, though the session goes on. */
const PROOF_REFUSALS: ReadonlySet<string> = new Set(['password_wrong', 'code_wrong']);

function toCallError(status: number, answer: Partial<FailureBody>): CallError {
  const body = { ...NO_BODY, ...answer };
  const signedOut = status === 401 && !PROOF_REFUSALS.has(body.error);
  const outcome: Outcome = signedOut
    ? 'signed-out'
    : status >= 500 || body.error === ''
      ? 'server'
      : 'refused';
  return new CallError(outcome, body);
}
