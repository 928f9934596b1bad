import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a service behaves: as it should, or in one of the ways in which services over HTTP fail. */
export type Behaviour =
  | 'well'
  | 'refuses'
  | 'hangs up'
  /** It does what is asked, and the connection ends before the answer. */
  | 'acts and hangs up'
  /** A request reaches it twice, and the second answer counts. */
  | 'acts twice'
  /** It does what is asked later than anybody waits for. */
  | 'acts and is silent';

export const FAULTY: readonly Behaviour[] = [
  'refuses',
  'hangs up',
  'acts and hangs up',
  'acts twice',
  'acts and is silent',
];

/** Stands before a server, and lets it fail. */
export class Gate {
  behaviour: Behaviour = 'well';
  /** How many requests met a failure. */
  failed = 0;
  readonly #target: string;
  readonly #isHung: boolean;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  /** `waits`: whether callers give up soon, so that silence can be tried. */
  constructor(target: string, { waits }: { waits: 'briefly' | 'long' }) {
    this.#target = target;
    this.#isHung = waits === 'briefly';
  }

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { behaviour } = this;
    if (behaviour !== 'well') this.failed += 1;
    if (behaviour === 'refuses') return void response.writeHead(503).end();
    if (behaviour === 'hangs up') return void request.socket.destroy();
    if (behaviour === 'acts twice') await this.#forward(request, body);
    const answer = await this.#forward(request, body);
    if (behaviour === 'acts and is silent' && this.#isHung) return;
    if (behaviour.startsWith('acts and')) return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  #forward({ method, url, headers }: IncomingMessage, body: Buffer) {
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
      (resolve, reject) => {
        const { 'transfer-encoding': _, connection: __, ...sent } = headers;
        const options = { method, headers: { ...sent, 'content-length': body.length } };
        const forwarded = send(`${this.#target}${url}`, options, async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk);
          const { 'transfer-encoding': ___, connection: ____, ...received } = answer.headers;
          resolve({ status: answer.statusCode ?? 502, headers: received, body: Buffer.concat(chunks) });
        });
        forwarded.on('error', reject);
        forwarded.end(body);
      },
    );
  }
}
