import type { SourceRecord } from '../../../domain/imports/other-account.ts';
import type { FileRecord } from '../../../domain/imports/records.ts';
import { isPlainDate } from '../../../domain/values/dates.ts';
import type { Sql } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { RecordPlan } from '../../../kernel/operations/record-import.ts';
import { lockedDays } from '../../../kernel/write/locked-periods.ts';

/** The outcome of a record of the other account. */
export interface ArrivedRecord {
  source: SourceRecord;
  /** `known`: it is here already; `changed`: it has followed what happened to it there; `left_out`: it does not belong here. */
  fate: 'new' | 'changed' | 'known' | 'left_out' | 'refused';
  /** The record here; null where there is none. */
  guid: string | null;
  /** Why it is refused, or what of it did not come. */
  message: string;
}

/** The outcomes of a page of records that were not imported before, and the steps of the statement that stores them. */
export interface Arrival {
  records: ArrivedRecord[];
  ctes: Sql[];
  bookedOn?: readonly string[];
}

export const leftOut = (source: SourceRecord): ArrivedRecord => ({
  source,
  fate: 'left_out',
  guid: null,
  message: '',
});

export const refused = (source: SourceRecord, message: string): ArrivedRecord => ({
  source,
  fate: 'refused',
  guid: null,
  message,
});

/** A record as a row of a file, by which the import of files knows what to do with it. */
export interface RowOfRecord {
  source: SourceRecord;
  fields: FileRecord['fields'];
}

/** Numbers the rows by their places, from 1. */
export function toFileRecords(rows: readonly RowOfRecord[]): FileRecord[] {
  return rows.map(({ fields }, index) => ({ row: index + 1, fields }));
}

/** What a plan for rows of a file says of the records that the rows were made of. */
export function toArrival(
  rows: readonly RowOfRecord[],
  { rows: fates, guids, ctes, bookedOn = [] }: RecordPlan,
): Arrival {
  const records = fates.flatMap(({ row, fate, message }): ArrivedRecord[] => {
    const source = rows[row - 1]?.source;
    if (!source) return [];
    const guid = guids?.get(row) ?? null;
    return [
      fate === 'refused'
        ? refused(source, message)
        : { source, fate: fate === 'new' ? 'new' : 'known', guid, message },
    ];
  });
  return { records, ctes, bookedOn };
}

/** Takes out the rows of which a day is in a locked period: each is refused by itself, and the others come. */
export async function refuseLockedDays(
  ctx: WriteContext,
  rows: readonly RowOfRecord[],
  names: readonly string[],
): Promise<{ open: RowOfRecord[]; refusals: ArrivedRecord[] }> {
  const daysOf = ({ fields }: RowOfRecord) => names.flatMap((name) => fields[name] ?? []);
  const days = rows.flatMap(daysOf).filter(isPlainDate);
  const locked = await lockedDays(ctx, [...new Set(days)]);
  const refusalOf = (row: RowOfRecord) => daysOf(row).flatMap((day) => locked.get(day) ?? [])[0];
  return {
    open: rows.filter((row) => !refusalOf(row)),
    refusals: rows.flatMap((row) => {
      const refusal = refusalOf(row);
      return refusal ? [refused(row.source, refusal.message)] : [];
    }),
  };
}
