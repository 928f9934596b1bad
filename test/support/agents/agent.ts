import { type Client, createAccount } from '../client.ts';
import { request } from '../http-request.ts';
import { type AuthorizedClient, authorizeClient, registerClient } from '../person.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

export type Body = Record<string, unknown> | FormData;

/** A program that acts for an account through the agent API. */
export class Agent {
  readonly url: string;
  readonly token: string;
  readonly clientId: string;

  constructor(url: string, { access_token, client_id }: AuthorizedClient) {
    this.url = url;
    this.token = access_token;
    this.clientId = client_id;
  }

  call(method: string, path: string, body?: Body, headers: Record<string, string> = {}): Promise<Answer> {
    return callAgent(this.url, method, path, body, { authorization: `Bearer ${this.token}`, ...headers });
  }

  get = (path: string) => this.ok('GET', path);
  post = (path: string, body?: Body, headers?: Record<string, string>) =>
    this.ok('POST', path, body, headers);
  put = (path: string, body: Body) => this.ok('PUT', path, body);

  /** Returns the whole answer to a call that must succeed. */
  async ok(method: string, path: string, body?: Body, headers?: Record<string, string>): Promise<any> {
    const answer = await this.call(method, path, body, headers);
    if (answer.body.status !== true) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Returns the answer to a call that must be refused. */
  async expectRefusal(method: string, path: string, body?: Body): Promise<any> {
    const answer = await this.call(method, path, body);
    if (answer.status !== 200 || answer.body.status !== false || answer.body.success !== false)
      throw new Error(`${method} ${path} was not refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** Sends a request to a resource below /api/v1/agent. */
export async function callAgent(
  url: string,
  method: string,
  path: string,
  body: Body | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await request(`${url}/api/v1/agent${path}`, {
    method,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: response.json() };
}

export const ALL_SCOPES =
  'dashboard_data,manage_customers,nav,create_invoice,payment,recurring,cost,task,sell_product,bookkeeper';

export async function createAgent(seller: Client, scopes = ALL_SCOPES, name = 'An app'): Promise<Agent> {
  return new Agent(seller.url, await authorizeClient(seller, scopes, await registerClient(seller, { name })));
}

/** Creates an account and a program with all scopes for it. */
export async function createAccountWithAgent(
  url: string,
  fields: Record<string, unknown> = {},
): Promise<{ seller: Client; agent: Agent }> {
  const seller = await createAccount(url, fields);
  return { seller, agent: await createAgent(seller) };
}

export function toFormData(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}
