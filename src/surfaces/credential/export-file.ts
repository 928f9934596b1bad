import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { exportName } from '../../domain/strings/export-name.ts';
import { archiveTexts } from '../../domain/texts/archive-texts.ts';
import { toLang } from '../../domain/values/codes.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { runRead } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import { findPart, PART_BYTES } from '../../modules/exports/export-store.ts';
import { getExport } from '../../modules/exports/read.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { isCrossSite, sessionCaller } from '../http/callers/browser-sessions.ts';
import { type ByteRange, parseRange } from '../http/request/byte-range.ts';
import { queryFields } from '../http/request/fields.ts';
import { urlPart } from '../http/request/url-part.ts';
import { authenticate } from './auth.ts';
import { sendFailure } from './envelope.ts';

type FoundExport = z.infer<typeof getExport.output>;
type Deps = Pick<AccessDeps, 'kernel' | 'accounts' | 'browserSessions'>;

/** The file of an export, for a key of the account or a person who is signed in, as get-export lets them. A download that broke off can be resumed. */
export async function exportFileRoute(app: FastifyInstance, deps: Deps): Promise<void> {
  const { kernel } = deps;
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.get<{ Params: { guid: string } }>('/exports/:guid', async (request, reply) => {
    const caller = await callerOf(request, deps);
    const { guid } = request.params;
    const found = await runRead(kernel, getExport, caller, { guid });
    const { size, sha256 } = found;
    // It has no address yet, so nobody was told to look here.
    if (size === null || sha256 === null) return fail('account_export_not_found');
    const tag = `"${sha256}"`;
    const { 'if-range': known, range } = request.headers;
    const asked = known === undefined || known === tag ? parseRange(range, size) : null;
    if (asked === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const part = asked ?? { from: 0, to: size - 1 };
    if (asked) reply.code(206).header('content-range', `bytes ${part.from}-${part.to}/${size}`);
    const name = fileName(caller.account.name, found);
    return withDownloadHeaders(reply, name)
      .header('accept-ranges', 'bytes')
      .header('etag', tag)
      .header('content-length', part.to - part.from + 1)
      .send(Readable.from(bytesOf(kernel.db, { accountId: caller.account.id, guid }, part)));
  });
}

function fileName(company: string, { from_date, to_date, lang, created_at }: FoundExport): string {
  const parts =
    from_date && to_date
      ? [archiveTexts(toLang(lang))('archive'), from_date, to_date]
      : ['kvitt', created_at.slice(0, 10)];
  return `${exportName(company, ...parts)}.zip`;
}

async function callerOf(request: FastifyRequest, { accounts, browserSessions }: Deps): Promise<Caller> {
  const fields = queryFields(request);
  const hasKey = request.headers.authorization !== undefined || fields.api_key !== undefined;
  const session = hasKey ? null : await browserSessions.session(request);
  if (!session) return authenticate(request, fields, accounts);
  if (isCrossSite(request)) fail('form_stale');
  return sessionCaller(session, request);
}

function withDownloadHeaders(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .header(
      'content-disposition',
      `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${urlPart(name)}`,
    )
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/zip');
}

/** All parts but the last have the same size, so the part of a byte is known. */
async function* bytesOf(
  db: Queryable,
  { accountId, guid }: { accountId: number; guid: string },
  { from, to }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let position = Math.floor(from / PART_BYTES); position * PART_BYTES <= to; position += 1) {
    const bytes = await findPart(db, accountId, guid, position);
    if (!bytes) throw new Error(`Part ${position} of the export ${guid} was deleted while it was sent`);
    const start = position * PART_BYTES;
    yield bytes.subarray(Math.max(0, from - start), to - start + 1);
  }
}
