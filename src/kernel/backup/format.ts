/**
 * A backup is a gzip stream of lines of JSON: a header; then for every table an object that names it and its columns,
 * followed by its rows, each an array of the values in the database's own text form; in the end a trailer, which counts
 * the rows and holds a digest of all lines before it.
 */
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';

export const FORMAT = 1;

const header = z.object({
  kvitt_backup: z.literal(FORMAT),
  /** The release that wrote it. */
  kvitt: z.string(),
  made_at: z.string(),
  database: z.enum(['embedded', 'postgres']),
  /** A fingerprint of the secret; the secret itself is not in the backup. */
  secret: z.string(),
  migrations: z.array(z.object({ version: z.number().int(), name: z.string() })).min(1),
});
export type Header = z.output<typeof header>;

const table = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  /** The last number of each identity column. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
});
export type TableHead = z.output<typeof table>;

const trailer = z.object({ rows: z.record(z.string(), z.number().int()), sha256: z.string() });
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
