import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/**
 * Prepares a server for its end. The function that comes back takes nothing new and waits for the answers under
 * way, but not for clients that only keep a connection: after their answer, or before they ever asked.
 */
export function prepareShutdown(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  const unused = new Set<Socket>();
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return async () => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, SWEEP_MS);
    await app.close().finally(() => clearInterval(sweep));
  };
}
