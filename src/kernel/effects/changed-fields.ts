import { createHash } from 'node:crypto';
import { decimal } from '../../domain/values/money.ts';
import type { Column, Columns } from '../database/row.ts';
import { Sql } from '../database/sql.ts';
import type { EffectField } from './effect.ts';

/** Keys and times, which say nothing about the content of a record, and the program, which is the caller. */
const IDENTITY = new Set(['account_id', 'id', 'guid', 'created_at', 'updated_at', 'client_id']);

/**
 * The columns in which a stored record differs from the one that replaces it; without `before`, those in which a new record
 * differs from an empty one. Only columns of the table count. A value that SQL computes is not known yet and is left out.
 */
export function changedFields(
  { columns }: { columns: Columns },
  before: object | null,
  after: object,
  omit: readonly string[] = [],
): EffectField[] {
  const [was, is] = [before, after] as (Record<string, unknown> | null)[];
  const changed: EffectField[] = [];
  for (const name in is) {
    const value = is[name];
    if (value === undefined || value instanceof Sql || (!was && isUsual(name, value))) continue;
    if (!columns[name] || IDENTITY.has(name) || omit.includes(name)) continue;
    const to = comparable(value, columns[name]);
    if (!was) {
      if (!isUsual(name, to)) changed.push({ name, to });
      continue;
    }
    const from = comparable(was[name], columns[name]);
    if (JSON.stringify(from) !== JSON.stringify(to)) changed.push({ name, from, to });
  }
  return changed;
}

/** The database returns exact numbers with all their decimals. Bytes are compared by their digest. */
function comparable(value: unknown, column: Column | undefined): unknown {
  if (value === undefined || value === null) return null;
  if (column?.type === 'numeric') return decimal(value as string).toFixed();
  if (column?.type === 'bytea') return digestOf(value as Buffer);
  return column?.isBase64 && value !== '' ? digestOf(Buffer.from(value as string, 'base64')) : value;
}

function digestOf(bytes: Buffer) {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

/** A new record is active, and its other fields are empty. */
function isUsual(name: string, value: unknown): boolean {
  if (name === 'active') return value === true;
  return value === null || value === '' || value === false || value === '0';
}

/** Says that the fields belong to a part of the record, such as `customer.address`. */
export function ofPart(part: string, fields: readonly EffectField[]): EffectField[] {
  return fields.map((field) => ({ ...field, name: `${part}.${field.name}` }));
}
