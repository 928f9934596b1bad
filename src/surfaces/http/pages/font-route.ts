import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const inter = readFileSync(join(import.meta.dirname, '../styles/inter-latin.woff2'));

/** Serves the typeface of the console to the pages that the server renders. Its file never changes under this address. */
export function fontRoute(app: FastifyInstance): void {
  app.get('/assets/inter-latin.woff2', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type('font/woff2')
      .send(inter),
  );
}
