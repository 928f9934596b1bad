/**
 * A backup is a gzip stream of lines of JSON: a header; then for every table an object that names it and its columns,
 * followed by its rows, each an array of the values in the database's own text form; in the end a trailer, which counts
 * the rows and holds a digest and an HMAC of all lines before it.
 */
import { z } from 'zod';
import { OperatorError } from '../node/operator-error.ts';

export const FORMAT = 1;

/** What is printed in a terminal has no control characters, and what names a part of the schema has the letters of one. */
const printable = z.string().regex(/^[ -~]{0,200}$/);
const schemaName = z.string().regex(/^[a-z0-9_]{1,63}$/);

const header = z.object({
  kvitt_backup: z.literal(FORMAT),
  /** The release that wrote it. */
  kvitt: printable,
  made_at: printable,
  database: z.enum(['embedded', 'postgres']),
  /** A fingerprint of the secret; the secret itself is not in the backup. */
  secret: z.string(),
  migrations: z.array(z.object({ version: z.number().int(), name: printable })).min(1),
});
export type Header = z.output<typeof header>;

const table = z.object({
  table: schemaName,
  columns: z.array(schemaName).min(1),
  /** The last number of each identity column. */
  sequences: z.record(schemaName, z.string().regex(/^\d{1,18}$/)),
});
export type TableHead = z.output<typeof table>;

const trailer = z.object({
  rows: z.record(z.string(), z.number().int()),
  sha256: z.string(),
  /** Under a key that is derived from the secret; backups of earlier releases have none. */
  hmac: z.string().optional(),
});
export type Trailer = z.output<typeof trailer>;

export function parseHeader(line: string): Header {
  const found = jsonOf(line);
  const { kvitt_backup: format } = (found ?? {}) as { kvitt_backup?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw new OperatorError(
      `The backup has format ${format}, and this build reads up to ${FORMAT}: restore it with a newer kvitt`,
    );
  const { data } = header.safeParse(found);
  return data ?? failNotABackup();
}

/** A line between the rows: the head of the next table, or the trailer. */
export function parseSectionLine(line: string): TableHead | Trailer {
  const { data } = z.union([table, trailer]).safeParse(jsonOf(line));
  return data ?? failDamaged();
}

export function failNotABackup(): never {
  throw new OperatorError('The file is not a Kvitt backup. Nothing was changed.');
}

export function failDamaged(): never {
  throw new OperatorError('The backup is damaged: it is not what was written. Nothing was changed.');
}

export function failForged(): never {
  throw new OperatorError(
    'The backup was changed after it was made: its HMAC does not fit the secret. Nothing was changed.',
  );
}

export function failUnauthenticated(): never {
  throw new OperatorError(
    'The backup has no HMAC, so nobody can tell whether it was changed: it was made by an earlier release, or its HMAC was removed. If you know where it was kept, restore it by --unauthenticated. Nothing was changed.',
  );
}

export function failTruncated(): never {
  throw new OperatorError('The backup is not complete: its end is missing. Nothing was changed.');
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
