import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BankRequest, operationOf } from './bank-api.ts';

type Json = any;

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Asked extends BankRequest {
  name: string;
  headers: IncomingMessage['headers'];
}

/** What the test lets the bank do instead: answer so, say nothing, or hang up. Null: as usual. */
export type Whim = (
  asked: Asked,
) => Answer | 'silence' | 'hang up' | null | Promise<Answer | 'hang up' | null>;

/** A bank across the network that serves the standard's calls from memory, and keeps what it was asked. */
export class BankServer {
  readonly claims = new Map<string, Json>();
  readonly transactions = new Map<string, Json[]>();
  readonly asked: Asked[] = [];
  /** How many payments of a claim it tells at a time, whatever it is asked for. */
  perPage = 500;
  /** Runs before the bank does anything. */
  before: Whim = () => null;
  /** Runs when the bank has done it, in the place of its answer. */
  after: Whim = () => null;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Forgets what the test before it did. */
  reset(): void {
    this.claims.clear();
    this.transactions.clear();
    this.asked.length = 0;
    this.perPage = 500;
    this.before = () => null;
    this.after = () => null;
  }

  /** The claim for an invoice number. */
  idOf(reference: string): string {
    const found = [...this.claims].find(([, claim]) => claim.reference === reference);
    if (!found) throw new Error(`the bank has no claim for invoice ${reference}`);
    return found[0];
  }

  pay(claimId: string, fields: object = {}): void {
    const claim = this.claims.get(claimId);
    claim.claimStatus = 'Paid';
    const fee = claim.paymentFee.paperlessFee;
    const payment = {
      claimKey: claim.claimKey,
      payorId: claim.payorId,
      amount: claim.amount,
      paymentType: 'Complete',
      transactionTimestamp: '2026-03-10T10:30:00.000Z',
      bookingDate: '2026-03-10',
      valueDate: '2026-03-10',
      depositedAmount: claim.amount + fee,
      totalAmountPaid: claim.amount + fee,
      noticeChargeAmountPaid: fee,
      ...fields,
    };
    this.transactions.set(claimId, [...(this.transactions.get(claimId) ?? []), payment]);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks).toString();
    const asked: Asked = {
      name: '',
      method: request.method ?? '',
      url: request.url ?? '',
      requestId: String(request.headers['x-request-id']),
      headers: request.headers,
      body: sent ? JSON.parse(sent) : null,
    };
    const found = operationOf(asked);
    if ('name' in found) asked.name = found.name;
    this.asked.push(asked);
    let outcome = await this.before(asked);
    if (!outcome) {
      const answer: Answer =
        'name' in found ? this.#answer(asked) : refused(400, 'FORMAT_ERROR', found.problems.join());
      outcome = (await this.after(asked)) ?? answer;
    }
    if (outcome === 'silence') return;
    if (outcome === 'hang up') return void request.socket.destroy();
    const { status, body, headers } = outcome;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  }

  #answer({ name, url, body }: Asked): Answer {
    const { pathname, searchParams } = new URL(url, 'http://bank.example');
    const claimId = decodeURIComponent(pathname.split('/')[3] ?? '');
    if (name === 'createClaim') return this.#create(body);
    if (name === 'getClaims') return this.#list(searchParams);
    const claim = this.claims.get(claimId);
    if (!claim) return refused(404, 'RESOURCE_UNKNOWN', 'no such claim');
    if (name === 'getClaim') return { status: 200, body: claim };
    if (name === 'getClaimTransactions') return this.#payments(claimId, Number(searchParams.get('page')));
    if (claim.claimStatus === 'Paid') return failed(claimId, 'CLAIM_IS_PAID');
    if (claim.claimStatus === 'Cancelled') return failed(claimId, 'CLAIM_IS_CANCELLED');
    Object.assign(claim, body);
    return { status: 201, body: { success: { claimKey: claim.claimKey, claimId } } };
  }

  #payments(claimId: string, page: number): Answer {
    const all = this.transactions.get(claimId) ?? [];
    const body = all.slice((page - 1) * this.perPage, page * this.perPage);
    return { status: 200, body, headers: { 'x-paging-perpage': String(this.perPage) } };
  }

  #create(body: Json): Answer {
    const { claimantId, account, dueDate } = body.claimKey;
    const claimId = `${claimantId}${account}+${dueDate.replaceAll('-', '')}`;
    if (this.claims.has(claimId)) return failed(claimId, 'CLAIM_EXISTS');
    this.claims.set(claimId, { ...body, claimStatus: 'Unpaid', expirationDate: '2030-12-31' });
    return {
      status: 201,
      body: { success: { claimKey: body.claimKey, claimId, directPaymentClaim: false } },
    };
  }

  #list(query: URLSearchParams): Answer {
    const [take, page] = [Number(query.get('itemsPerPage')), Number(query.get('page'))];
    const all = [...this.claims.values()].filter(
      ({ claimKey, claimStatus }) =>
        claimKey.claimantId === query.get('claimantId') &&
        claimStatus === query.get('status') &&
        claimKey.dueDate >= (query.get('dateFrom') ?? '') &&
        claimKey.dueDate <= (query.get('dateTo') ?? ''),
    );
    const pages = String(Math.ceil(all.length / take));
    return {
      status: 200,
      body: all.slice((page - 1) * take, page * take),
      headers: { 'x-paging-totalpages': pages },
    };
  }
}

export function failed(claimId: string, resultCode: string, resultMessage = resultCode): Answer {
  return { status: 201, body: { error: { claimId, resultCode, resultMessage } } };
}

export function refused(status: number, code: string, detail: string): Answer {
  return { status, body: { type: 'https://bank.example/problem', code, detail } };
}
