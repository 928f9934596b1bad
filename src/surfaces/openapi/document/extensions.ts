import type { Endpoint } from '../../http/answers/endpoint.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';

/**
 * How a client reads a list to its end: the fields of the request and of the answer that take part. With the style
 * `page` it counts `page` up until a page is short; with `cursor` it sends the `next` of the last answer.
 */
interface Paging {
  style: 'page' | 'cursor';
  /** Field of the answer that holds the records; missing where the answer itself is the list. */
  items?: string;
  limit: string;
  page?: string;
  cursor?: string;
  /** Field of the answer with the next cursor. */
  next?: string;
  /** Field of the answer that says whether more records follow. */
  more?: string;
  /** Field of the answer with the number of all records. */
  total?: string;
}

/** What generators of clients need beyond OpenAPI; docs/openapi.md documents each extension. */
export interface Extensions {
  'x-idempotency-key'?: { header: string; hours: number };
  'x-dry-run'?: { header: string; field: string };
  'x-paging'?: Paging;
}

const IDEMPOTENCY_KEY = { header: 'Idempotency-Key', hours: 24 };
const DRY_RUN = { header: 'Kvitt-Dry-Run', field: 'dry_run' };

/** The extensions of a call, derived from its fields and from the schema of its answer. */
export function extensionsOf(endpoint: Endpoint, fields: JsonSchema, answer: JsonSchema): Extensions {
  const { repeatable, rehearsable } = endpoint;
  const paging = repeatable ? undefined : pagingOf(fields.properties ?? {}, answer);
  return {
    ...(repeatable && { 'x-idempotency-key': IDEMPOTENCY_KEY }),
    ...(rehearsable && { 'x-dry-run': DRY_RUN }),
    ...(paging && { 'x-paging': paging }),
  };
}

function pagingOf(sent: Record<string, JsonSchema>, answer: JsonSchema): Paging | undefined {
  const answered = answer.properties ?? {};
  const [items] = Object.entries(answered).find(([, { type }]) => type === 'array') ?? [];
  if (!sent.limit || (items === undefined && answer.type !== 'array')) return undefined;
  const shared = { ...(items !== undefined && { items }), limit: 'limit' };
  if (sent.after && answered.next) return { style: 'cursor', ...shared, cursor: 'after', next: 'next' };
  if (!sent.page) return undefined;
  return {
    style: 'page',
    ...shared,
    page: 'page',
    ...(answered.hasMore && { more: 'hasMore' }),
    ...(answered.total && { total: 'total' }),
  };
}
