import type { FastifyRequest } from 'fastify';
import { fail } from '../../kernel/failures/failure.ts';
import { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import { jsonExcess } from './json-depth.ts';
import { bodyFields } from './server.ts';

export type Fields = Record<string, unknown>;

/** Query and body merged into one set of fields; the body wins. */
export async function fieldsOf(request: FastifyRequest): Promise<Fields> {
  return { ...lastValues(request.query as Fields), ...lastValues(await bodyFields(request)) };
}

/** Keeps the last value of a field that was sent more than once. */
export function lastValues(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name !== 'data' && Array.isArray(value) ? value.at(-1) : value,
    ]),
  );
}

/** The object in the field `data`: JSON text in a form, an object or JSON text in a JSON body. */
export function parseData({ data }: Fields): unknown {
  if (data === undefined || data === null || data === '') fail('field_required', 'data');
  const value = typeof data === 'string' ? parseJson(data) : data;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof UploadedFile) {
    fail('invalid_data');
  }
  return value;
}

function parseJson(json: string): unknown {
  const excess = jsonExcess(json);
  if (excess) fail('field_invalid', 'data', `must not be ${excess}`);
  try {
    // Some clients send a byte order mark first.
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
