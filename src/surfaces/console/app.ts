import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../http/request/language.ts';
import { pathOf } from '../http/request/paths.ts';
import { urlPart } from '../http/request/url-part.ts';
import type { Asset } from './assets.ts';
import type { ConsoleDeps } from './deps.ts';

const ENTRY = 'index.html';

/**
 * Serves the files of the application. Every other path is a client-side route and gets index.html; a visitor without
 * a session is redirected to sign in first.
 */
export function serveApp(app: FastifyInstance, { browserSessions, assets, isBuilding }: ConsoleDeps): void {
  app.get('/assets/*', async (request, reply) => {
    const found = assets.load()?.get(pathOf(request).replace(/^\/console\//, ''));
    if (!found) return reply.callNotFound();
    return sendAsset(request, reply, found);
  });

  const screen = async (request: FastifyRequest, reply: FastifyReply) => {
    const lang = languageOf(request, reply);
    if (!(await browserSessions.session(request))) {
      return reply.header('cache-control', 'no-store').redirect(`/sign-in?next=${urlPart(request.url)}`, 303);
    }
    const entry = assets.load()?.get(ENTRY);
    if (!entry) return isBuilding() ? sendBuilding(reply) : sendNotBuilt(reply);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce))
      .header('referrer-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        entry.bytes
          .toString('utf8')
          .replaceAll('%NONCE%', nonce)
          .replace('<html lang="is">', `<html lang="${lang}">`),
      );
  };
  app.get('/', screen);
  app.get('/*', screen);
}

/** Scripts come from this origin only. Style elements that libraries add at run time carry the nonce. */
function policy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `frame-src blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding =
    asset.br && /\bbr\b/.test(accepted) ? 'br' : asset.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .type(asset.type)
    .send(encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gzip : asset.bytes);
}

function sendBuilding(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', '5')
    .header('refresh', '3')
    .type('text/plain; charset=utf-8')
    .send('Verið er að smíða viðmótið. / The console is being built. Try again in a moment.\n');
}

/** A production install without a build: reloading would not help, so the answer says what the operator must do. */
function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send(
      'Viðmótið hefur ekki verið smíðað. / The console is not built; the API works without it.\n' +
        'Run "npm ci && npm run build" (kvitt build) with development dependencies, and ship the folder console/dist.\n',
    );
}
