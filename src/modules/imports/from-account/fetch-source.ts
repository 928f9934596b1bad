import {
  type ImportPart,
  readSourceRecords,
  SOURCE_LISTS,
  type SourceList,
  type SourceRecord,
} from '../../../domain/imports/other-account.ts';
import { secondsToRetryAfter } from '../../../domain/service/retry-after.ts';
import { toOneLine } from '../../../domain/strings/one-line.ts';
import { toError } from '../../../domain/values/errors.ts';
import { AddressRefused, type Outgoing, type OutgoingAnswer } from '../../../kernel/ports/outgoing.ts';

/** The account at the other service. */
export interface Source {
  /** The base of its API; see `apiBase`. */
  base: string;
  username: string;
  apiKey: string;
}

/** What is fetched next: a page of a part, counted from 1. */
export interface Position {
  part: ImportPart;
  page: number;
}

/** What the other service has answered for one page. */
export type SourcePage =
  | { kind: 'account'; name: string; registrationNo: string }
  /** `there`: how many it says that it has, which it is asked with the first page. */
  | { kind: 'records'; records: SourceRecord[]; nameless: number; there: number | null; isLast: boolean }
  /** It does not have this list, or refuses it to this key. */
  | { kind: 'not_given'; message: string }
  /** It asks to try again later. */
  | { kind: 'busy'; seconds: number; message: string }
  /** No further call would help. */
  | { kind: 'refused'; message: string };

/** It cannot be reached, or failed: a later attempt may help. */
export class SourceUnavailable extends Error {}

const TIMEOUT_MS = 60_000;
/** Five costs with files of the largest size, in base64. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MESSAGE = 300;
const [MIN_WAIT, USUAL_WAIT, MAX_WAIT] = [1, 30, 3600];

export async function fetchSourcePage(
  outgoing: Outgoing,
  source: Source,
  { part, page }: Position,
): Promise<SourcePage> {
  if (part === 'account') return fetchAccount(outgoing, source);
  const list = SOURCE_LISTS[part];
  const answer = await call(outgoing, source, list.path, pageQuery(list, page));
  if (answer.kind !== 'answered') return answer;
  const { result } = answer.body;
  if (!Array.isArray(result)) return { kind: 'not_given', message: `${list.path} answers no list` };
  const { records, nameless } = readSourceRecords(result);
  const files = part === 'costs' ? await fetchFiles(outgoing, source, records) : { records };
  if ('kind' in files) return files;
  const there = page === 1 ? await count(outgoing, source, list) : null;
  return { kind: 'records', ...files, nameless, there, isLast: result.length !== list.limit };
}

function pageQuery({ limit, query = {} }: SourceList, page: number): Record<string, string> {
  return { ...query, limit: String(limit), page: String(page) };
}

/** A service that refuses the first call, or is none, is not asked again. */
async function fetchAccount(outgoing: Outgoing, source: Source): Promise<SourcePage> {
  const answer = await call(outgoing, source, 'hello', {}).catch((error: Error): Called => {
    if (error instanceof SourceUnavailable) return { kind: 'refused', message: error.message };
    throw error;
  });
  if (answer.kind === 'not_given') return { kind: 'refused', message: answer.message };
  if (answer.kind !== 'answered') return answer;
  const { name, registration_no } = answer.body;
  return { kind: 'account', name: textOf(name, 200), registrationNo: textOf(registration_no, 20) };
}

/** How many records the list has; null where the service does not say. */
async function count(
  outgoing: Outgoing,
  source: Source,
  { countPath, query = {} }: SourceList,
): Promise<number | null> {
  if (!countPath) return null;
  const { sort: _, ...filters } = query;
  const answer = await call(outgoing, source, countPath, filters);
  const { result } = answer.kind === 'answered' ? answer.body : { result: null };
  return typeof result === 'number' && Number.isSafeInteger(result) ? result : null;
}

/** A list may name the files of costs without having them. They are asked for one after another. */
async function fetchFiles(
  outgoing: Outgoing,
  source: Source,
  listed: readonly SourceRecord[],
): Promise<{ records: SourceRecord[] } | Interruption> {
  const records: SourceRecord[] = [];
  for (const record of listed) {
    const { file, file_name: name } = record.fields;
    const isMissing = typeof file !== 'string' && typeof name === 'string' && name !== '';
    const answer = isMissing ? await call(outgoing, source, 'get-cost', { guid: record.guid }) : null;
    if (answer?.kind === 'busy' || answer?.kind === 'refused') return answer;
    const result = answer?.kind === 'answered' ? (answer.body.result as { file?: unknown } | null) : null;
    records.push(result ? { ...record, fields: { ...record.fields, file: result.file } } : record);
  }
  return { records };
}

type Interruption = Exclude<SourcePage, { kind: 'account' | 'records' }>;
type Called = Interruption | { kind: 'answered'; body: Record<string, unknown> };

async function call(
  outgoing: Outgoing,
  { base, username, apiKey }: Source,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Called> {
  const search = new URLSearchParams(query).toString();
  const authorization = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;
  let answer: OutgoingAnswer;
  try {
    answer = await outgoing.send({
      url: `${base}/${path}${search && `?${search}`}`,
      method: 'GET',
      headers: { accept: 'application/json', authorization, 'user-agent': 'Kvitt-Import/1' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    if (error instanceof AddressRefused) return { kind: 'refused', message: error.message };
    throw new SourceUnavailable(toError(error).message);
  }
  return judge(path, answer);
}

/** A refusal of the key ends the import; that of one list leaves the list out. */
function judge(path: string, { status, headers, body, isTruncated }: OutgoingAnswer): Called {
  const answered = isTruncated ? null : parseObject(body);
  const said = textOf(answered?.message, MAX_MESSAGE);
  if (status === 429 || status === 503) return busy(status, headers['retry-after']);
  if (status >= 300 && status < 400) {
    const to = textOf(headers.location, MAX_MESSAGE);
    return { kind: 'refused', message: `The address leads to ${to || 'another one'}: use that` };
  }
  if (status === 401) return { kind: 'refused', message: `Username or key is refused: ${said || status}` };
  if (status === 403 || status === 404 || status === 405)
    return { kind: 'not_given', message: said || `${path} is answered with ${status}` };
  if (isTruncated) throw new SourceUnavailable(`${path} answers more than ${MAX_BYTES} bytes`);
  if (status >= 500) throw new SourceUnavailable(`${path} is answered with ${status}`);
  if (!answered) return { kind: 'not_given', message: `${path} answers no JSON object` };
  if (answered.status === true) return { kind: 'answered', body: answered };
  return { kind: 'not_given', message: said || `${path} is refused` };
}

function busy(status: number, sent = ''): Called {
  const asked = secondsToRetryAfter(sent, new Date()) ?? USUAL_WAIT;
  const seconds = Math.min(MAX_WAIT, Math.max(MIN_WAIT, Math.ceil(asked)));
  return { kind: 'busy', seconds, message: `The other service asks for patience (${status})` };
}

function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(body.toString('utf8'));
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A line of text from outside, which the database can store. */
function textOf(value: unknown, max: number): string {
  return typeof value === 'string' ? toOneLine(value).slice(0, max).toWellFormed() : '';
}
