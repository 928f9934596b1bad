import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  form: Record<string, string>;
}

type Answer = (call: StripeCall, response: ServerResponse) => void;

/** The part of Stripe that creates checkouts. A repeated Idempotency-Key gets the first answer. */
export class StripeServer {
  readonly calls: StripeCall[] = [];
  readonly sessions = new Map<string, { id: string; status: string }>();
  /** Answers the search for the checkout of a payment. */
  found: object[] = [];
  answer: Answer = (call, response) => this.answerByDefault(call, response);
  #server!: Server;

  async start(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, form };
      this.calls.push(call);
      this.answer(call, response);
    });
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
  }

  answerByDefault({ method, path, headers }: StripeCall, response: ServerResponse): void {
    const [, sessionId, verb] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    if (sessionId) {
      this.#answerForSession(sessionId, method, verb, response);
      return;
    }
    if (method === 'GET') {
      json(response, 200, { object: 'list', data: this.found });
      return;
    }
    const key = String(headers['idempotency-key']);
    const id = `cs_test_${this.sessions.size + 1}`;
    const expires_at = Math.floor(Date.now() / 1000) + 24 * 3600;
    const session = this.sessions.get(key) ?? {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stripe.example/c/pay/${id}`,
      expires_at,
    };
    this.sessions.set(key, session);
    json(response, 200, session);
  }

  statusOf(id: string): string | undefined {
    return [...this.sessions.values()].find((one) => one.id === id)?.status;
  }

  /** Marks a session as paid without sending a webhook. */
  complete(id: string): void {
    for (const session of this.sessions.values()) if (session.id === id) session.status = 'complete';
  }

  #answerForSession(id: string, method: string, verb: string | undefined, response: ServerResponse): void {
    const session = [...this.sessions.values()].find((one) => one.id === id);
    const refuse = (status: number, code?: string) =>
      json(response, status, { error: { type: 'invalid_request_error', code, message: 'no' } });
    const isExpireCall = method === 'POST' && verb !== undefined;
    if (!session) refuse(404, 'resource_missing');
    else if (isExpireCall && session.status !== 'open') refuse(400);
    else {
      if (isExpireCall) session.status = 'expired';
      json(response, 200, session);
    }
  }

  reset(): void {
    this.calls.length = 0;
    this.found = [];
    this.answer = (call, response) => this.answerByDefault(call, response);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
