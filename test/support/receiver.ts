import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
  /** The path of the request, by which a test tells endpoints apart. */
  path: string;
  at: number;
}

type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

/** A receiver of webhooks that answers as a test says. */
export class Receiver {
  readonly messages: ReceivedMessage[] = [];
  answer: Answer = (response) => response.writeHead(204).end();
  /** Called with every message before it is answered. */
  inspect: (message: ReceivedMessage) => void = () => {};
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const { headers, url: path = '' } = request;
        const message = { headers, body, path, at: performance.now() };
        this.messages.push(message);
        this.inspect(message);
        this.answer(response, message);
      });
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The messages at a path, parsed. */
  events(path: string): { id: string; type: string; timestamp: string; data: Record<string, unknown> }[] {
    return this.messages
      .filter((message) => message.path === path)
      .map(({ headers, body }) => ({ id: String(headers['webhook-id']), ...JSON.parse(body) }));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
