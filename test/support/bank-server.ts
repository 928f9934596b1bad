import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClaimsVersion } from '../../src/domain/invoices/claims.ts';
import { type BankRequest, operationOf } from './bank-api.ts';

type Json = any;

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ReceivedRequest extends BankRequest {
  name: string;
  headers: IncomingMessage['headers'];
}

/** A fault that a test injects: another answer, no answer, or a closed connection. Null: the usual answer. */
export type FaultHook = (
  request: ReceivedRequest,
) => Answer | 'silence' | 'hang up' | null | Promise<Answer | 'hang up' | null>;

/** A bank server that keeps claims in memory and records the requests. */
export class BankServer {
  readonly claims = new Map<string, Json>();
  readonly transactions = new Map<string, Json[]>();
  readonly requests: ReceivedRequest[] = [];
  /** The version of IOBWS Claims that it serves. */
  version: ClaimsVersion = '3.1';
  /** The page size for payments of a claim, whatever size is requested. */
  perPage = 500;
  /** Runs before the bank executes a request. */
  before: FaultHook = () => null;
  /** Runs after the bank has executed a request, instead of its answer. */
  after: FaultHook = () => null;
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

  /** Removes the state of the previous test. */
  reset(): void {
    this.claims.clear();
    this.transactions.clear();
    this.requests.length = 0;
    this.perPage = 500;
    this.version = '3.1';
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
    claim.isPartiallyPaid = false;
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

  /** Pays a part of a claim, of which `fields` say more; the claim stays open. */
  payPart(claimId: string, amount: number, fields: object = {}): void {
    this.pay(claimId, {
      paymentType: 'Partial',
      amount,
      depositedAmount: amount,
      totalAmountPaid: amount,
      noticeChargeAmountPaid: 0,
      ...fields,
    });
    Object.assign(this.claims.get(claimId), { claimStatus: 'Unpaid', isPartiallyPaid: true });
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const sent = Buffer.concat(chunks).toString();
    const request: ReceivedRequest = {
      name: '',
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      requestId: String(incoming.headers['x-request-id']),
      headers: incoming.headers,
      version: this.version,
      contentType: incoming.headers['content-type'] ?? null,
      body: sent ? JSON.parse(sent) : null,
    };
    const found = operationOf(request);
    if ('name' in found) request.name = found.name;
    this.requests.push(request);
    let outcome = await this.before(request);
    if (!outcome) {
      const answer: Answer =
        'name' in found ? this.#answer(request) : refused(400, 'FORMAT_ERROR', found.problems.join());
      outcome = (await this.after(request)) ?? answer;
    }
    if (outcome === 'silence') return;
    if (outcome === 'hang up') return void incoming.socket.destroy();
    const { status, body, headers } = outcome;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  }

  #answer({ name, url, body }: ReceivedRequest): Answer {
    const { pathname, searchParams } = new URL(url, 'http://bank.example');
    const claimId = decodeURIComponent(pathname.split('/')[3] ?? '');
    if (name === 'createClaim') return this.#create(body);
    if (name === 'getClaims') return this.#list(searchParams);
    if (name === 'getTemplateList') return { status: 200, body: [] };
    const claim = this.claims.get(claimId);
    if (!claim) return refused(404, 'RESOURCE_UNKNOWN', 'no such claim');
    if (name === 'getClaim') return { status: 200, body: claim };
    if (name === 'getClaimTransactions') return this.#payments(claimId, Number(searchParams.get('page')));
    if (claim.claimStatus === 'Paid') return failed(claimId, 'CLAIM_IS_PAID');
    if (claim.claimStatus === 'Cancelled') return failed(claimId, 'CLAIM_IS_CANCELLED');
    if (claim.isPartiallyPaid && (body as Json).amount !== undefined)
      return failed(claimId, 'CLAIM_OTHERS', 'The amount cannot be changed after a payment');
    Object.assign(claim, body);
    const status = this.version === '3.1' ? 201 : 200;
    return { status, body: { success: { claimKey: claim.claimKey, claimId } } };
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
    this.claims.set(claimId, { expirationDate: '2030-12-31', ...body, claimStatus: 'Unpaid' });
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
