/**
 * HTTP load generator on raw sockets. It parses as little of a response as possible, because on a small machine
 * its CPU time slows down the service under test.
 */
import { createServer } from 'node:http';
import { drive } from './driver.ts';
import { Connection } from './http-connection.ts';

export interface HttpSetup {
  host: string;
  /** Of one service, or of several that share the connections. */
  ports: readonly number[];
  connections: number;
  /** Complete requests by the name of the call. */
  requests: Record<string, CallRequests>;
  /** Where webhooks are delivered to. */
  receiverPort: number;
}

export interface CallRequests {
  all: Uint8Array[];
  /** Each is sent once, in order. */
  isOnce: boolean;
  /** The call ends when the webhook has been delivered. */
  isDelivered: boolean;
}

drive<HttpSetup>(async ({ host, ports, connections, requests, receiverPort }) => {
  const portOf = (index: number) => ports[index % ports.length] ?? 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => Connection.open(host, portOf(index))),
  );
  const receiver = await receiveWebhooks(host, receiverPort);
  const sent: Record<string, number> = {};
  const worker = (call: string, index: number) => {
    const connection = sockets[index];
    const choices = requests[call];
    if (!connection || !choices) throw new Error(`There is no request for ${call}`);
    const { all, isOnce, isDelivered } = choices;
    const next = () => {
      const n = isOnce ? (sent[call] ?? 0) : Math.floor(Math.random() * all.length);
      sent[call] = n + 1;
      const request = all[n];
      if (!request) throw new Error(`There are too few invoices for ${call}: measure with more (--invoices)`);
      return request;
    };
    if (!isDelivered) return () => connection.send(next());
    return async () => void (await Promise.all([receiver.next(), connection.send(next())]));
  };
  const close = async () => {
    for (const connection of sockets) connection.close();
    receiver.close();
  };
  return { worker, close };
});

/** Answers webhooks. Each delivery is one that the longest waiting worker has asked for. */
async function receiveWebhooks(host: string, port: number) {
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      waiting.shift()?.();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    close: () => void server.close().closeAllConnections(),
  };
}
