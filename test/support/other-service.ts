import type { ServerResponse } from 'node:http';
import { companyKennitala } from '../domain/generators.ts';
import { type ReceivedMessage, Receiver } from './receiver.ts';

type Records = Record<string, unknown>[];

/** Stands for another service with this API, which has no more than the specification: nothing of payments, orders and the like. */
export class OtherService {
  readonly receiver = new Receiver();
  readonly apiKey = 'the key of that account';
  readonly lists: Record<string, Records> = {
    'get-customers': [],
    'get-items': [],
    'get-invoices': [],
    'get-costs': [],
  };
  /** Answers a call instead of the service, where it returns true. */
  interfere: (path: string, response: ServerResponse) => boolean | Promise<boolean> = () => false;

  async start(): Promise<void> {
    await this.receiver.start();
    this.receiver.answer = (response, message) => void this.#answer(response, message);
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  /** What `start-account-import` takes. */
  get source() {
    return { from_url: this.receiver.url, from_username: 'gamalt', from_api_key: this.apiKey };
  }

  /** Fills its lists with so many customers, each with an item and an open invoice of its own. */
  fill(count: number): void {
    for (let n = 1; n <= count; n++) {
      const customer = { guid: guidOf(1, n), name: `Kaupandi ${n} ehf.`, output_select: '4' };
      this.lists['get-customers']?.push({ ...customer, registration_no: companyKennitala(n % 1000) });
      this.lists['get-items']?.push({
        guid: guidOf(2, n),
        item_number: `V-${n}`,
        description: `Vara ${n}`,
        unit_price: n + 0.25,
      });
      this.lists['get-invoices']?.push({ ...openInvoice(n), customer: { guid: customer.guid } });
    }
  }

  async #answer(response: ServerResponse, { path, headers }: ReceivedMessage): Promise<void> {
    const { pathname, searchParams } = new URL(path, 'http://other');
    const endpoint = pathname.replace('/api/v1/', '');
    if (await this.interfere(`${endpoint} ${searchParams.get('page') ?? ''}`.trim(), response)) return;
    const [, basic = ''] = String(headers.authorization).split(' ');
    if (Buffer.from(basic, 'base64').toString() !== `gamalt:${this.apiKey}`)
      return answerJson(response, 200, { status: false, message: 'Invalid api_key' });
    if (endpoint === 'hello') {
      const company = { name: 'Gamla ehf.', registration_no: companyKennitala(7) };
      return answerJson(response, 200, { status: true, message: 'Connection succeeded', ...company });
    }
    const list = this.lists[endpoint];
    const counted = this.lists[endpoint.replace('get-count-', 'get-')];
    if (!list && !counted) return answerJson(response, 404, { status: false, message: 'No such endpoint' });
    const limit = Number(searchParams.get('limit'));
    const page = Number(searchParams.get('page'));
    const result = list ? list.slice((page - 1) * limit, page * limit) : counted?.length;
    answerJson(response, 200, { status: true, message: 'OK', result });
  }
}

/** A guid that is different for each kind and number. */
export function guidOf(kind: number, n: number): string {
  return `0000000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** An unpaid invoice with VAT of 24 %, as the specification has it. */
export function openInvoice(n: number): Record<string, unknown> {
  const net = 1000 * n;
  return {
    guid: guidOf(3, n),
    number: String(5000 + n),
    amount: net * 1.24,
    currency: 'ISK',
    status: 'Sent',
    type: 'invoice',
    ...{ issue_date: '2026-02-02', due_date: '2026-02-16', settlement_date: '2026-02-23' },
    ...{ total_24vat: net, total_11vat: 0, total_0vat: 0, exchange_rate: 1 },
  };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
