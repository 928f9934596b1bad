const VERSION = '2025-11-25';

interface ToolDescription {
  name: string;
  description: string;
  inputSchema: object;
}

/** The tools of the MCP endpoint, called with the token of a program. It counts calls and what they answer. */
export class McpTools {
  readonly #url: string;
  readonly #token: string;
  calls = 0;
  /** About four characters are a token. */
  characters = 0;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async list(): Promise<ToolDescription[]> {
    const { tools } = await this.#request('tools/list', {});
    this.characters += JSON.stringify(tools).length;
    return tools;
  }

  /** The result of a call, refusals included; a tool that does not exist throws. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<any> {
    this.calls += 1;
    const result = await this.#request('tools/call', { name, arguments: args });
    this.characters += JSON.stringify(result.content).length;
    return result;
  }

  async #request(method: string, params: object): Promise<any> {
    const response = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
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
