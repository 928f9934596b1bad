import type { RecordColumns } from '../../domain/imports/columns.ts';
import type { FileRecord } from '../../domain/imports/records.ts';
import type { Sql } from '../database/sql.ts';
import type { EventType } from '../events/catalogue.ts';
import { Failure, failure } from '../failures/failure.ts';
import type { ReadEinvoice } from '../ports/documents.ts';
import type { ReadContext, WriteContext } from './context.ts';

export const FATES = ['new', 'changed', 'same', 'refused'] as const;
type Fate = (typeof FATES)[number];

export interface RowFate {
  row: number;
  fate: Fate;
  /** Why a row is refused, or what changes; empty where nothing is to say. */
  message: string;
}

/** What becomes of the rows of a file, and the named steps of the statement that writes them. */
export interface RecordPlan {
  rows: RowFate[];
  ctes: Sql[];
  /** The days on which something is booked. */
  bookedOn?: string[];
  /** The guids of the records that rows become or mean, where somebody asks for them. */
  guids?: ReadonlyMap<number, string>;
}

/** An e-invoice that stands in the place of a row. */
export interface RecordDocument {
  name: string;
  sha256: Buffer;
  read: ReadEinvoice;
}

/** Records that arrive as rows of a file. Each module has the imports of its own. */
export interface RecordImport {
  columns: RecordColumns;
  events: readonly EventType[];
  /** Adds to rows of a file what a service outside knows of them, before anything is locked. */
  complete?(ctx: ReadContext, records: readonly FileRecord[]): Promise<FileRecord[]>;
  /** The fields of an e-invoice, for records that can be made of one; throws the refusal of others. */
  readDocument?(ctx: ReadContext, document: RecordDocument): FileRecord['fields'];
  /** `documents`: those of which records were made, by their rows. */
  plan(
    ctx: WriteContext,
    records: readonly FileRecord[],
    documents?: ReadonlyMap<number, RecordDocument>,
  ): Promise<RecordPlan>;
}

/** Rows of a file are refused, and nothing of it is written. The answer has the fate of each row. */
export class RecordsRefused extends Failure {
  readonly result: object;

  constructor(refused: readonly RowFate[], total: number, result: object) {
    const first = refused.slice(0, SAID_REASONS).map(({ row, message }) => `row ${row}: ${message}`);
    const said = failure('records_refused', String(refused.length), String(total), first.join('; '));
    super(said.code, said.message, said.details);
    this.result = result;
  }
}

/** The message has so many reasons; the rows have all of them. */
const SAID_REASONS = 5;

/** What a rule says of a row: its value, or the message of the refusal with all its problems. */
export function judgeRow<T>(judge: () => T): { value: T } | { refusal: string } {
  try {
    return { value: judge() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { refusal: [error, ...error.further].map(({ message }) => message).join('; ') };
  }
}

/** Refuses every row after the first that means the same record. */
export function refuseRepeated<R extends { row: number }>(
  rows: readonly R[],
  keyOf: (row: R) => string,
): ReadonlyMap<number, string> {
  const first = new Map<string, number>();
  const repeated = new Map<number, string>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = first.get(key);
    if (before === undefined) first.set(key, row.row);
    else repeated.set(row.row, `It means the same record as row ${before}`);
  }
  return repeated;
}
