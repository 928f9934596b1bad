import type { Account } from './books.ts';

const VERSION = '2025-11-25';

interface ToolDescription {
  name: string;
  description: string;
  inputSchema: object;
}

/** The tools of the MCP endpoint, called with the account's own key. */
export class McpTools {
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  async list(): Promise<ToolDescription[]> {
    return (await this.#request('tools/list', {})).tools;
  }

  /** The result of a call, refusals included; wrong arguments throw. */
  call(name: string, args: Record<string, unknown>): Promise<any> {
    return this.#request('tools/call', { name, arguments: args });
  }

  async #request(method: string, params: object): Promise<any> {
    const { url, username, apiKey } = this.#account;
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const text = await response.text();
    const data = /^data: (.+)$/m.exec(text)?.[1] ?? text;
    const { result, error } = JSON.parse(data);
    if (!result) throw new Error(error?.message ?? data);
    return result;
  }
}
