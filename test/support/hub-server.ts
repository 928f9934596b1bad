import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An access point of the e-invoice network. A repeated Idempotency-Key gets the document that it has. */
export class HubServer {
  /** Received documents by key: the number of the invoice, and who sends it. */
  readonly documents = new Map<string, { number: string; seller: string }>();
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST') {
      const key = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      return this.documents.has(key) ? answer({ status: 'delivered' }) : answer({}, 404);
    }
    const key = String(request.headers['idempotency-key']);
    const xml = Buffer.concat(chunks).toString();
    // The id of the document comes before the ids of its lines and parties.
    const number = /<cbc:ID>([^<]+)<\/cbc:ID>/.exec(xml)?.[1] ?? '';
    const seller = /<cac:PartyLegalEntity>.*?<cbc:CompanyID[^>]*>([^<]+)</s.exec(xml)?.[1] ?? '';
    if (!this.documents.has(key)) this.documents.set(key, { number, seller });
    answer({ id: key, status: 'accepted' }, 202);
  });

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
