import type { FastifyInstance } from 'fastify';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { findImageByLink } from '../../modules/tasks/image.ts';
import { sendImage, sendImageNotFound } from '../http/answers/image.ts';

/** Serves the image of a task log by its signed address. */
export function taskImageRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { token: string } }>('/task-image/:token', async (request, reply) => {
    const image = await findImageByLink(kernel, request.params.token);
    return image ? sendImage(reply, image, 'private, max-age=3600') : sendImageNotFound(reply);
  });
}
