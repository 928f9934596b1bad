import type { FastifyInstance } from 'fastify';
import type { Kernel } from '../../kernel/execute.ts';
import { imageBehindLink } from '../../modules/tasks/image.ts';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';

/** The picture of a task log. Whatever its bytes are, a browser takes them for a picture and for nothing else. */
export function taskImage(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { token: string } }>('/task-image/:token', async (request, reply) => {
    const image = await imageBehindLink(kernel, request.params.token);
    if (!image) {
      const body = html`<h1>Myndin finnst ekki</h1><p class="soft" lang="en">There is no such picture.</p>`;
      return sendPage(reply.code(404), { lang: 'is', title: 'Myndin finnst ekki', body });
    }
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'private, max-age=3600')
      .header('content-disposition', 'inline')
      .type(image.content_type)
      .send(image.bytes);
  });
}
