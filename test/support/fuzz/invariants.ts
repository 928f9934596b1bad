import { failureCodes } from '../../../src/kernel/failures/failure.ts';
import { rpcAnswer } from './mcp-targets.ts';
import type { FuzzRequest } from './request.ts';
import type { FuzzAnswer } from './send.ts';
import { CANARY, type Victim } from './world.ts';

/** Errors of RFC 6749, 7009, 7591 and 8707, and of the registration of an account's own programs. */
const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'unsupported_token_type',
  'access_denied',
  'temporarily_unavailable',
  'validation_error',
];
const CODES: ReadonlySet<unknown> = new Set([...failureCodes().map(({ code }) => code), ...OAUTH_ERRORS]);
/** Refusals on purpose, which say when to come back. */
const BUSY: ReadonlySet<unknown> = new Set(
  failureCodes().flatMap(({ code, kind }) => (kind === 'busy' ? [code] : [])),
);
/** Words of stack traces and of database errors. */
const INTERNALS =
  /\bat (file:\/\/|async |node:)|node_modules|SQLSTATE|syntax error at or near|violates \w+ constraint/;
/** Of JSON-RPC: the server is to blame. */
const INTERNAL_ERROR = -32_603;
/** The longest field takes 5,000 characters. */
const MAX_STORED = 20_000;
const REDIRECT = /^(\/(?![/\\])|https:\/\/app\.example\/callback)/;

/** What is wrong with an answer, whatever the request was; empty when nothing is. */
export function findProblems(url: string, sent: FuzzRequest, answer: FuzzAnswer, victim: Victim): string[] {
  const { status, headers, text } = answer;
  const problems: string[] = [];
  const type = String(headers['content-type'] ?? '');
  const isJson = type.startsWith('application/json');
  const body = isJson && sent.method !== 'HEAD' ? parse(text) : undefined;
  if (isJson && text !== '' && body === undefined && sent.method !== 'HEAD')
    problems.push('the JSON is broken');
  // An answer to HEAD has no body that could name the code.
  const isBusy = BUSY.has(codeOf(body)) || (sent.method === 'HEAD' && headers['retry-after'] !== undefined);
  if (status >= 500 && !(status === 503 && isBusy)) problems.push(`status ${status}`);
  if (status >= 400 && status < 500 && isJson && body !== undefined && !hasKnownCode(body, status))
    problems.push(`the code of a refusal is not known: ${text.slice(0, 200)}`);
  if (type.startsWith('text/html') && text !== '' && !/^<!doctype html/i.test(text))
    problems.push('the HTML is broken');
  if (isJson && headers['x-content-type-options'] !== 'nosniff') problems.push('nosniff is missing');
  if (isJson && !String(headers['cache-control'] ?? '').includes('no-store') && !isPublic(sent.path))
    problems.push('no-store is missing');
  const location = String(headers.location ?? '/');
  if (!REDIRECT.test(location) && !location.startsWith(`${url}/`)) problems.push(`redirects to ${location}`);
  if (INTERNALS.test(text)) problems.push(`internals: ${INTERNALS.exec(text)?.[0]}`);
  const rpcError = sent.rpc && rpcAnswer(text, type).error;
  if (rpcError?.code === INTERNAL_ERROR) problems.push(`JSON-RPC ${rpcError.code} ${rpcError.message}`);
  if (!sent.isOperator) problems.push(...findLeaks(sent, text, victim));
  return problems;
}

function findLeaks(sent: FuzzRequest, text: string, { guids }: Victim): string[] {
  if (text.toUpperCase().includes(CANARY)) return ["another account's data"];
  const request = `${sent.path} ${sent.body?.toString('latin1') ?? ''}`;
  return guids
    .filter((guid) => text.includes(guid) && !request.includes(guid))
    .map((guid) => `another account's guid ${guid}`);
}

/** Discovery documents and the reference, which are the same for everybody. */
function isPublic(path: string): boolean {
  return /^\/+(\.well-known|openapi\.json|health|docs)/.test(path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(body: unknown): unknown {
  const { error_code, error, code } = (body ?? {}) as Record<string, unknown>;
  return error_code ?? (typeof error === 'string' ? error : code);
}

/** JSON-RPC has numbers as codes, and the agent API's contract has no code beside these statuses. */
function hasKnownCode(body: unknown, status: number): boolean {
  const { jsonrpc, error } = (body ?? {}) as { jsonrpc?: unknown; error?: { code?: unknown } | null };
  if (jsonrpc === '2.0') return Number.isInteger(error?.code);
  const code = codeOf(body);
  return CODES.has(code) || (code === status && [401, 403, 405].includes(status));
}

/** Texts that no record may hold: NUL, half a surrogate pair, damaged UTF-8, or more than any field takes. */
export function findOddTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const isOdd = /[\0\uFFFD]/.test(value) || !value.isWellFormed() || value.length > MAX_STORED;
    return isOdd && !/\.(file|image|logo)$/.test(path)
      ? [`${path}: ${JSON.stringify(value.slice(0, 80))}`]
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => findOddTexts(inner, `${path}.${name}`));
}
