import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/**
 * Returns a function for a graceful shutdown: it stops accepting connections and waits for running requests, but
 * closes idle keep-alive connections and those that have not sent a request yet.
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
