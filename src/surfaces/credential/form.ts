import type { FastifyRequest } from 'fastify';
import { fail } from '../../kernel/failure.ts';
import { bodyFields } from '../http/server.ts';

export type Fields = Record<string, unknown>;

/** Query and body as one set of fields; what stands in the body wins. */
export async function fieldsOf(request: FastifyRequest): Promise<Fields> {
  return { ...singles(request.query as Fields), ...singles(await bodyFields(request)) };
}

/** Of a field that was sent several times, the last one counts. */
function singles(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name !== 'data' && Array.isArray(value) ? value.at(-1) : value,
    ]),
  );
}

/** The resource in `data`: a JSON text in a form, or an object or a text in a JSON body. */
export function dataOf({ data }: Fields): unknown {
  if (data === undefined || data === null || data === '') fail('field_required', 'data');
  if (typeof data !== 'string') return object(data);
  try {
    return object(JSON.parse(data));
  } catch {
    return fail('invalid_data');
  }
}

function object(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('invalid_data');
  return value;
}
