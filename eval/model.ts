import type { McpTools } from './mcp-tools.ts';

export interface Model {
  /** An OpenAI-compatible endpoint, without /chat/completions. */
  url: string;
  name: string;
  key: string | undefined;
}

interface ToolCall {
  id: string;
  function: { name: string; arguments: string };
}

interface Message {
  role: string;
  content: string | null;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
}

const MAX_ROUNDS = 25;
const SYSTEM =
  'You keep the books of a company with the tools. Do what the user asks without asking back, and answer briefly with the figures asked for.';

interface Completion {
  choices: { message: Message }[];
  usage?: { total_tokens?: number };
}

/** Lets a model work on a task until it answers without calling a tool. `onUsage` gets the tokens that the service counted. */
export async function runModel(
  model: Model,
  tools: McpTools,
  ask: string,
  onUsage: (tokens: number) => void,
): Promise<string> {
  const offered = (await tools.list()).map(({ name, description, inputSchema: parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  const messages: Message[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: ask },
  ];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { choices, usage } = await complete(model, { model: model.name, messages, tools: offered });
    const message = choices[0]?.message ?? { role: 'assistant', content: '' };
    onUsage(usage?.total_tokens ?? 0);
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? '';
    for (const { id, function: called } of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: id, content: await callTool(tools, called) });
  }
  return '';
}

async function complete({ url, key }: Model, body: object): Promise<Completion> {
  const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Completion;
}

/** What the model reads of a call: the text of the result, or what is wrong with the arguments. */
async function callTool(tools: McpTools, { name, arguments: text }: ToolCall['function']): Promise<string> {
  try {
    const { content } = await tools.call(name, JSON.parse(text || '{}'));
    return content.map((part: { text?: string }) => part.text ?? '').join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}
