import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the server received it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Reply = (response: ServerResponse, request: Received) => void;

/** A server that answers each request with the next reply, and the last reply for all further ones. */
export class ScriptedServer {
  readonly received: Received[] = [];
  readonly #server: Server;
  #replies: Reply[] = [];

  constructor() {
    this.#server = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body: await text(request) };
      this.received.push(received);
      const reply = this.#replies.length > 1 ? this.#replies.shift() : this.#replies[0];
      reply?.(response, received);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what was received, and answers with these replies from now on. */
  script(...replies: Reply[]): void {
    this.received.length = 0;
    this.#replies = replies;
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

export function done(result: unknown, beside: object = {}): Reply {
  return json({ status: true, message: 'OK', result, ...beside });
}

export const dropConnection: Reply = (response) => response.destroy();

/** Sends half an answer and drops the connection. */
export const breakAnswer: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"status": true');
  setTimeout(() => response.destroy(), 20);
};
