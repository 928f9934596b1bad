import type { FastifyReply } from 'fastify';
import { LANGS } from '../../../domain/values/codes.ts';
import { choice, object } from '../../../kernel/fields/input-fields.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { parse } from '../../../kernel/write/input.ts';
import { checkPeriod, periodFields } from '../../../modules/reports/figures/period.ts';
import type { Fields } from '../../http/request/fields.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { accountantArchive, archiveName } from './archive.ts';

const input = object({ ...periodFields, lang: choice(LANGS).optional().describe('Language of the sheets') });

/** Answers with the archive of a period as a download, which is written while it is read. */
export async function sendArchive(
  reply: FastifyReply,
  by: { kernel: Kernel; caller: Caller },
  sent: Fields,
): Promise<FastifyReply> {
  const { lang = 'is', ...period } = parse({ input }, sent);
  checkPeriod(period);
  const request = { ...by, period, lang };
  const name = archiveName(request);
  return reply
    .header(
      'content-disposition',
      `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${urlPart(name)}`,
    )
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/zip')
    .send(await accountantArchive(request));
}
