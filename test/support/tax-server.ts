import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embeddedTaxTransport } from '../../src/adapters/tax/embedded-transport.ts';
import type { FormRow } from '../../src/adapters/tax/form.ts';

interface Registered {
  kennitala: string;
  year: string;
  code: string;
  entries: FormRow[];
  /** How often it was registered: the return, and its corrections. */
  submitted: number;
}

/** The tax office over HTTP. It keeps the returns in memory. */
export class TaxServer {
  readonly returns = new Map<string, Registered>();
  readonly #serve = embeddedTaxTransport({
    find: async (company, year, code) => this.returns.get(`${company} ${year}-${code}`) ?? null,
    register: async (company, { year, code, entries }, kind) => {
      const earlier = this.returns.get(`${company} ${year}-${code}`);
      if ((kind === 'first') !== !earlier) return null;
      const kennitala = String(company).padStart(10, '0');
      const registered = { kennitala, year, code, entries, submitted: (earlier?.submitted ?? 0) + 1 };
      this.returns.set(`${company} ${year}-${code}`, registered);
      return registered;
    },
    takePlayed: async () => null,
  });
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/' } = request;
    const headers = { soapaction: String(request.headers.soapaction ?? '') };
    const body = method === 'GET' ? undefined : Buffer.concat(chunks);
    // It knows companies by their kennitala, which every message names, and not by their accounts.
    const company = Number(/Kennitala>(\d{10})</.exec(body?.toString() ?? '')?.[1] ?? 0);
    const answer = await this.#serve(
      company,
      new Request(`http://tax.example${url}`, { method, headers, body }),
    );
    response.writeHead(answer.status, { 'content-type': 'text/xml; charset=utf-8' });
    response.end(await answer.text());
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
