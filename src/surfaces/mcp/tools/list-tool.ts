import { z } from 'zod';
import { digest } from '../../../kernel/node/digest.ts';
import type { ListOperation, Operation, ReadOperation } from '../../../kernel/operations/operation.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { countFitting, MAX_CHARACTERS, sizeOf, type ToolAnswer } from '../call/answer.ts';
import type { ToolCall } from '../call/tool-call.ts';
import {
  MAX_TEXT,
  ownChoice,
  ownInteger,
  ownText,
  type Parsed,
  type Shape,
  toolInput,
} from '../input/tool-input.ts';
import { type FieldNames, toFields, wrongArguments } from '../input/wrong-arguments.ts';
import { answerSchema, READS, type Tool } from './tool.ts';

const MAX_LIMIT = 100;
export const DEFAULT_LIMIT = 20;

/** The arguments of every list. What a cursor is, the instructions of the server say once. */
export function pageArguments(cursor = '', detail = '') {
  return {
    limit: ownInteger(1, MAX_LIMIT, `1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} when left out`),
    cursor: ownText({ maxLength: MAX_TEXT, ...(cursor && { description: cursor }) }),
    detail: ownChoice(['short', 'full'], detail),
  };
}

type ListArguments = Parsed<ReturnType<typeof pageArguments>, never> & Readonly<Record<string, unknown>>;

const PAGE = pageArguments();

type Row = Record<string, unknown>;
interface RequestedPage {
  limit: number;
  page: number;
}

/** One page. `schema` is that of a row, which says what of it is text from outside. */
interface Rows {
  rows: Row[];
  schema: z.ZodType;
  total?: number;
}

/** Where the rows come from. `total` is undefined where the operation does not count them. */
export interface RowSource {
  operations: readonly Operation[];
  /** Filters that have another name as arguments. */
  names?: FieldNames | undefined;
  fetch(call: ToolCall, filters: Record<string, unknown>, page: RequestedPage): Promise<Rows>;
}

/** A search of the console: one page as `rows`, and how many there are as `count`, which is null where it does not count them. */
export function fromSearch(
  operation: ReadOperation<unknown, { rows: object[]; count: number | null }>,
  names?: FieldNames,
): RowSource {
  return {
    operations: [operation as Operation],
    names,
    async fetch(call, filters, page) {
      const { rows, count } = await call.read(operation, { ...filters, ...page }, names);
      return {
        rows: rows as Row[],
        schema: rowOf(operation.output),
        ...(count !== null && { total: count }),
      };
    },
  };
}

/** A list of the APIs, in pages. */
export function fromList(operation: ListOperation<unknown, object>, names?: FieldNames): RowSource {
  return {
    operations: [operation as Operation],
    names,
    async fetch(call, filters, page) {
      const rows = await call.list(operation, { ...filters, ...page }, { ...(names && { names }) });
      return { rows: rows as Row[], schema: operation.output };
    },
  };
}

/** The schema of a row of a search. */
export function rowOf(output: z.ZodType): z.ZodType {
  const { rows } = output instanceof z.ZodObject ? output.shape : {};
  if (!(rows instanceof z.ZodArray)) throw new Error('A search answers rows');
  return rows.element as z.ZodType;
}

interface ListTool {
  title: string;
  description: string;
  source: RowSource;
  input?: Shape;
  /** The fields of a short row; all of them when left out. */
  short?: readonly string[];
  /** Reads the full record of a row, where the list does not have it. */
  full?: ReadOperation<unknown, object>;
  /** How that record is shown; as it is when left out. */
  toFull?(call: ToolCall, record: Row): Row;
  /** The schema of one short row. */
  row: JsonSchema;
}

/** A tool that answers a page of rows as `result`, and the cursor of the next page. */
export function listTool(name: string, tool: ListTool): Tool {
  const { title, description, source, input = {}, full, row } = tool;
  const operations = [...source.operations, ...(full ? [full as Operation] : [])];
  return {
    name,
    title,
    description,
    operations,
    annotations: READS,
    input: toolInput({ ...input, ...PAGE }),
    outputSchema: answerSchema({
      result: { type: 'array', items: row },
      total: { type: 'integer' },
      next_cursor: { type: ['string', 'null'] },
    }),
    run: (call: ToolCall, args: ListArguments) => runListTool(name, tool, call, args),
  };
}

async function runListTool(
  name: string,
  { source, short, full, toFull = (_, record) => record }: ListTool,
  call: ToolCall,
  { limit: sentLimit, cursor, detail: sentDetail, ...others }: ListArguments,
): Promise<ToolAnswer> {
  const limit = sentLimit ?? DEFAULT_LIMIT;
  const detail = sentDetail ?? 'short';
  const position = new Position(name, others);
  const offset = position.parse(cursor ?? '');
  const filters = toFields(others, source.names);
  const { rows, total, schema } = await fetchFrom(source, call, filters, offset, limit);
  const records = detail === 'full' && full ? await readFull(call, full, rows) : null;
  const detailed = records ? records.map((record) => toFull(call, record)) : rows;
  const chosen = detail === 'short' && short ? detailed.map((row) => pick(row, short)) : detailed;
  const marked = await call.mark(z.array(records && full ? full.output : schema), chosen);
  const shown = marked.slice(0, countFitting(marked));
  const end = offset + shown.length;
  const hasMore =
    shown.length < rows.length ||
    (total === undefined
      ? rows.length === limit && (await fetchFrom(source, call, filters, end, 1)).rows.length > 0
      : end < total);
  return {
    status: true,
    ...(hasMore && { message: `There are more: call ${name} again with cursor set to next_cursor` }),
    result: shown,
    ...(total !== undefined && { total }),
    next_cursor: hasMore ? position.format(end) : null,
  };
}

/** Pages have a fixed size, so rows from any offset may stand on two of them. */
async function fetchFrom(
  source: RowSource,
  call: ToolCall,
  filters: Record<string, unknown>,
  offset: number,
  limit: number,
): Promise<Rows> {
  const page = Math.floor(offset / limit) + 1;
  const skipped = offset % limit;
  const first = await source.fetch(call, filters, { limit, page });
  if (skipped === 0 || first.rows.length < limit) return { ...first, rows: first.rows.slice(skipped) };
  const second = await source.fetch(call, filters, { limit, page: page + 1 });
  return { ...first, rows: [...first.rows.slice(skipped), ...second.rows.slice(0, skipped)] };
}

/** Stops when the answer is full, so that no record is read for nothing. */
async function readFull(
  call: ToolCall,
  operation: ReadOperation<unknown, object>,
  rows: Row[],
): Promise<Row[]> {
  const records: Row[] = [];
  let size = 0;
  for (const { guid } of rows) {
    if (size > MAX_CHARACTERS) break;
    const record = (await call.read(operation, { guid })) as Row;
    size += sizeOf(record);
    records.push(record);
  }
  return records;
}

function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name]]));
}

/** Cursors: an offset into a list with certain filters. A cursor of another list is refused. */
class Position {
  readonly #list: string;

  constructor(tool: string, filters: object) {
    const entries = Object.entries(filters).sort(([a], [b]) => a.localeCompare(b));
    this.#list = digest(JSON.stringify([tool, entries]))
      .toString('base64url')
      .slice(0, 8);
  }

  parse(cursor: string): number {
    if (cursor === '') return 0;
    const [, offset = '', list = ''] = /^(\d{1,9})\.([\w-]{8})$/.exec(cursor) ?? [];
    if (list === this.#list) return Number(offset);
    throw wrongArguments(
      'cursor must be the next_cursor of the page before, with the same filters; leave it out to begin anew',
    );
  }

  format(offset: number): string {
    return `${offset}.${this.#list}`;
  }
}
