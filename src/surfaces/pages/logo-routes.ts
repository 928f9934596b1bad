import type { FastifyInstance } from 'fastify';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { findLogoByLink } from '../../modules/accounts/logo-link.ts';
import { sendImage, sendImageNotFound } from '../http/answers/image.ts';

/** Serves a company's logo by its signed address. Cacheable for ever: another logo has another address. */
export function logoRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { token: string } }>('/logo/:token', async (request, reply) => {
    const logo = await findLogoByLink(kernel, request.params.token);
    return logo ? sendImage(reply, logo, 'public, max-age=31536000, immutable') : sendImageNotFound(reply);
  });
}
