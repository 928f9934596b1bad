import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  method: string;
  /** The document; empty of the list. */
  id: string;
  authorization: string | undefined;
  body: string;
}

/** An access point that keeps received documents until they are acknowledged. */
export class InboxServer {
  readonly documents = new Map<string, string | Uint8Array>();
  /** What documents were acknowledged with. */
  readonly acknowledged = new Map<string, Record<string, unknown>>();
  calls: Call[] = [];
  /** Answers a call instead of the access point, where it returns true. */
  intercept: (call: Call, response: ServerResponse) => boolean = () => false;
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const id = decodeURIComponent(request.url?.split('/')[2] ?? '');
    const { authorization } = request.headers;
    const call = { method: request.method ?? '', id, authorization, body: Buffer.concat(chunks).toString() };
    this.calls.push(call);
    if (!this.intercept(call, response)) this.#answer(call, response);
  });

  #answer({ method, id, body }: Call, response: ServerResponse): void {
    const document = this.documents.get(id);
    if (id === '')
      response.end(JSON.stringify({ documents: [...this.documents.keys()].map((one) => ({ id: one })) }));
    else if (document === undefined) response.writeHead(404).end();
    else if (method === 'GET') response.writeHead(200, { 'content-type': 'application/xml' }).end(document);
    else {
      this.documents.delete(id);
      this.acknowledged.set(id, JSON.parse(body));
      response.writeHead(204).end();
    }
  }

  /** Returns the address of its list. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/inbox`;
  }

  /** `GET a`, `POST a`: the calls since the last time, without those for the list. */
  takeCalls(): string[] {
    const calls = this.calls.filter(({ id }) => id !== '').map(({ method, id }) => `${method} ${id}`);
    this.calls = [];
    return calls;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
