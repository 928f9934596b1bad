import type { FastifyReply, FastifyRequest } from 'fastify';
import { joinFailures } from '../../../kernel/failures/failure.ts';
import { findUnknownFields, refuseUnknown, toFieldName } from '../../../kernel/fields/unknown-fields.ts';
import type { Operation } from '../../../kernel/operations/operation.ts';
import { urlPart } from './url-part.ts';

const IGNORED_HEADER = 'kvitt-ignored';
const MAX_LENGTH = 2000;

/**
 * Names the fields that the call ignores in a header, or refuses them where the client prefers that
 * (`Prefer: handling=strict`, RFC 7240). `beside`: names that stand beside the record.
 */
export function tellIgnoredFields(
  request: FastifyRequest,
  reply: FastifyReply,
  { input }: Operation,
  raw: unknown,
  beside: readonly string[],
): void {
  const unknown = findUnknownFields(input, raw);
  const isStrict = /(^|[,;\s])handling\s*=\s*"?strict"?/i.test(String(request.headers.prefer ?? ''));
  const refusal = isStrict ? joinFailures(refuseUnknown(unknown)) : null;
  if (refusal) throw refusal;
  const names = [...beside, ...unknown.map(({ path }) => toFieldName(path))];
  if (names.length === 0) return;
  // A header holds visible ASCII characters only, and a comma separates names.
  const list = [...new Set(names)].map((name) => urlPart(name).replaceAll(/%5B|%5D/g, decodeURIComponent));
  reply.header(IGNORED_HEADER, list.join(', ').slice(0, MAX_LENGTH));
}
