import type { FastifyInstance } from 'fastify';
import type { Kernel } from '../../kernel/execute.ts';
import { logoBehindLink } from '../../modules/accounts/logo.ts';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';

/** A company's logo, for pages of ours. It may be kept for good: another logo has another address. */
export function logoPage(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { token: string } }>('/logo/:token', async (request, reply) => {
    const logo = await logoBehindLink(kernel, request.params.token);
    if (!logo) {
      const body = html`<h1>Myndin finnst ekki</h1><p class="soft" lang="en">There is no such picture.</p>`;
      return sendPage(reply.code(404), { lang: 'is', title: 'Myndin finnst ekki', body });
    }
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .type(logo.content_type)
      .send(logo.bytes);
  });
}
