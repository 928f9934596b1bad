import assert from 'node:assert/strict';

export interface Account {
  url: string;
  username: string;
  apiKey: string;
}

/** The books of an account by its own key: what a task has left behind. */
export class Books {
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  /** The result of a call of the credential API that must succeed. */
  async call(endpoint: string, fields: Record<string, unknown> = {}): Promise<any> {
    const { url, username, apiKey } = this.#account;
    const form = new URLSearchParams({ username, api_key: apiKey });
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    const response = await fetch(`${url}/api/v1/${endpoint}`, { method: 'POST', body: form });
    const answer = (await response.json()) as { status: boolean; message: string; result: unknown };
    assert.equal(answer.status, true, `${endpoint}: ${answer.message}`);
    return answer.result;
  }

  invoices(): Promise<any[]> {
    return this.call('get-invoices', { sort: 'created_desc' });
  }

  async invoicesOf(customer: string): Promise<any[]> {
    return (await this.invoices()).filter(({ customer: { name } }) => name === customer);
  }

  /** The only invoice of a customer with this text among its lines or in its description. */
  async invoiceWith(customer: string, text: string): Promise<any> {
    const found = (await this.invoicesOf(customer)).filter(
      ({ type, description, items }) =>
        type === 'invoice' &&
        [description, ...items.map((line: any) => line.description)].some((one) => one.includes(text)),
    );
    assert.equal(found.length, 1, `${found.length} invoices of ${customer} have "${text}"`);
    return found[0];
  }

  async customer(name: string): Promise<any> {
    const found = (await this.call('get-customers', { search: name })).filter(
      (one: any) => one.name === name,
    );
    assert.equal(found.length, 1, `${found.length} customers are called ${name}`);
    return found[0];
  }

  /** The open tasks and those that are billed. */
  async tasks(): Promise<any[]> {
    const lists = ['open', 'invoice', 'older'].map((type) => this.call('get-tasks', { type }));
    const all: any[] = (await Promise.all(lists)).flat();
    return [...new Map(all.map((task) => [task.guid, task])).values()];
  }

  async task(name: string): Promise<any> {
    const tasks = await this.tasks();
    return tasks.find((one) => one.name === name) ?? assert.fail(`There is no task ${name}`);
  }

  async item(number: string): Promise<any> {
    const items: any[] = await this.call('get-items');
    return items.find((one) => one.item_number === number) ?? assert.fail(`There is no item ${number}`);
  }

  /** How often an operation was done through a program. */
  async countActions(action: string): Promise<number> {
    const { url, username, apiKey } = this.#account;
    const authorization = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;
    const response = await fetch(`${url}/api/v1/agent/audit?limit=100`, { headers: { authorization } });
    const { data } = (await response.json()) as { data: { action: string; outcome: string }[] };
    return data.filter((one) => one.action === action && one.outcome === 'ok').length;
  }
}
