import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  type McpRequestContext,
  type McpServerFactory,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { authenticatedRequestOf } from '../../src/surfaces/mcp/call/authenticated-request.ts';
import { AskingServer, PendingQuestions } from './mcp-asking.ts';

/** A picture of one pixel, and a sound without samples. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const text = (value: string) => ({ type: 'text' as const, text: value });
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});

interface FixtureCall {
  args: Record<string, unknown>;
  ctx: ServerContext;
  seal(state: string): string;
  unseal(sealed: string): string;
}
type Fixture = (call: FixtureCall) => Promise<CallToolResult | InputRequiredResult>;

const answer =
  (...content: CallToolResult['content']): Fixture =>
  async () => ({ content });

function elicit(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  const property = type === 'string' ? { type } : { type };
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: property }, required: [field] },
  });
}

function sample(question: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: text(question) }],
    maxTokens,
  });
}

/** Asks until every question has an answer that looks like one. */
function ask(inputRequests: InputRequests, options: { isSealed?: boolean } = {}): Fixture {
  return async ({ ctx, seal, unseal }) => {
    const { inputResponses = {} } = ctx.mcpReq;
    const state = ctx.mcpReq.requestState<string>();
    if (state !== undefined && options.isSealed) unseal(state);
    const isAnswered = Object.keys(inputRequests).every((key) => isAnswer(inputResponses[key]));
    if (isAnswered) return { content: [text(`state-ok ${JSON.stringify(inputResponses)}`)] };
    return inputRequired({ inputRequests, ...(options.isSealed && { requestState: seal('asked') }) });
  };
}

/** What a client answers: an elicitation, a message of a model, or its roots. */
function isAnswer(value: unknown): boolean {
  const { action, content, roots } = (value ?? {}) as Record<string, unknown>;
  const isAccepted = action === 'accept' && typeof content === 'object' && content !== null;
  return isAccepted || (action === undefined && content !== undefined) || Array.isArray(roots);
}

const multiRound: Fixture = async ({ ctx, seal, unseal }) => {
  const state = ctx.mcpReq.requestState<string>();
  const round = state === undefined ? 0 : Number(unseal(state));
  const answered = `step${round}` in (ctx.mcpReq.inputResponses ?? {}) || round === 0 ? round + 1 : round;
  if (answered > 2) return { content: [text('All steps are done')] };
  const questions = ['Step 1: What is your name?', 'Step 2: What is your favorite color?'];
  const field = answered === 1 ? 'name' : 'color';
  return inputRequired({
    inputRequests: { [`step${answered}`]: elicit(questions[answered - 1] ?? '', field) },
    requestState: seal(String(answered)),
  });
};

function declaredCapabilities({ mcpReq }: ServerContext): Record<string, unknown> {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  return (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>;
}

const log: Fixture = async ({ ctx }) => {
  for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await ctx.mcpReq.log('info', line);
    await sleep(50);
  }
  return { content: [text('Logged')] };
};

const progress: Fixture = async ({ ctx }) => {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (const done of [0, 50, 100]) {
    if (progressToken !== undefined)
      await ctx.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: done, total: 100 },
      });
    await sleep(50);
  }
  return { content: [text('Done')] };
};

/** Asks the client by a request of its own on the open stream, as servers did before 2026-07-28. */
const pushSampling: Fixture = async ({ args, ctx }) => {
  const messages = [{ role: 'user' as const, content: text(String(args.prompt)) }];
  const { content } = await ctx.mcpReq.send({
    method: 'sampling/createMessage',
    params: { messages, maxTokens: 100 },
  });
  return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
};

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

function pushElicitation(properties: Properties, required: string[] = []): Fixture {
  return async ({ args, ctx }) => {
    const { action, content } = await ctx.mcpReq.send({
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: String(args.message ?? 'Please fill in'),
        requestedSchema: { type: 'object', properties, required },
      },
    });
    return {
      content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)],
    };
  };
}

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title }));
const DEFAULTS: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const ENUMS: Properties = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: TITLED },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: TITLED } },
};

const NAME = { user_name: elicit('What is your name?', 'name') };
const CONFIRM = { confirm: elicit('Please confirm', 'ok', 'boolean') };
const ROOTS = { client_roots: inputRequired.listRoots() };

/** The tools that the conformance suite asks of a server. */
const TOOLS: Readonly<Record<string, Fixture>> = {
  test_simple_text: answer(text('This is a simple text response for testing.')),
  test_image_content: answer(image),
  test_audio_content: answer({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: answer(
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: answer(
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  test_error_handling: async () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  test_tool_with_logging: log,
  test_logging_tool: log,
  test_tool_with_progress: progress,
  test_missing_capability: async ({ ctx }) => {
    if ('sampling' in declaredCapabilities(ctx)) return { content: [text('Sampled')] };
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_sampling: pushSampling,
  test_elicitation: pushElicitation({ username: { type: 'string' }, email: { type: 'string' } }, [
    'username',
    'email',
  ]),
  test_elicitation_sep1034_defaults: pushElicitation(DEFAULTS),
  test_elicitation_sep1330_enums: pushElicitation(ENUMS),
  test_streaming_elicitation: ask(NAME),
  test_input_required_result_elicitation: ask(NAME),
  test_input_required_result_sampling: ask({
    capital_question: sample('What is the capital of France?', 100),
  }),
  test_input_required_result_list_roots: ask(ROOTS),
  test_input_required_result_request_state: ask(CONFIRM, { isSealed: true }),
  test_input_required_result_tampered_state: ask(CONFIRM, { isSealed: true }),
  test_input_required_result_multiple_inputs: ask(
    { ...NAME, greeting: sample('Generate a greeting', 50), ...ROOTS },
    { isSealed: true },
  ),
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_capabilities: (call) => {
    const declared = declaredCapabilities(call.ctx);
    return ask({
      ...('elicitation' in declared && NAME),
      ...('sampling' in declared && { greeting: sample('Generate a greeting', 50) }),
    })(call);
  },
};

type Prompt = (
  args: Record<string, string>,
  call: FixtureCall,
) => Promise<GetPromptResult | InputRequiredResult>;
const message = (...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
});

const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: async () => message(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: async ({ arg1, arg2 }) =>
    message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: async ({ resourceUri = '' }) =>
    message(
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  test_prompt_with_image: async () => message(image, text('Please analyze the image above.')),
  test_input_required_result_prompt: async (_args, { ctx }) => {
    const question = elicit('What context should the prompt use?', 'context');
    return isAnswer(ctx.mcpReq.inputResponses?.user_context)
      ? message(text('With context'))
      : inputRequired({ inputRequests: { user_context: question } });
  },
};

function readFixture(uri: string) {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

/** Makes servers with the fixtures of the conformance suite, in the place of the one with the books. */
export function fixtureServers(questions = new PendingQuestions()): McpServerFactory {
  return (request) => createFixtureServer(request, questions);
}

function createFixtureServer({ authInfo, era }: McpRequestContext, questions: PendingQuestions): Server {
  const { caller, deps } = authenticatedRequestOf(authInfo);
  const { secrets } = deps.kernel;
  const unseal = (sealed: string) => {
    try {
      return String(secrets.unseal(sealed));
    } catch {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState was changed');
    }
  };
  const codec = { seal: (state: string) => secrets.seal(state), unseal };
  const info = { name: 'fixtures', version: '1.0.0' };
  const capabilities = {
    tools: {},
    resources: era === 'legacy' ? { subscribe: true } : {},
    prompts: {},
    completions: {},
    logging: {},
  };
  const server =
    era === 'legacy'
      ? new AskingServer([info, { capabilities }], questions, caller)
      : new Server(info, { capabilities });
  const about = (name: string) => ({ name, description: `Fixture ${name}` });
  server.setRequestHandler('tools/list', async () => ({
    tools: Object.keys(TOOLS).map((name) => ({ ...about(name), inputSchema: { type: 'object' as const } })),
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, ctx) => {
    const fixture = TOOLS[name];
    if (!fixture) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
    return fixture({ args, ctx, ...codec });
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: Object.keys(PROMPTS).map(about) }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }, ctx) => {
    const prompt = PROMPTS[name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}`);
    return prompt(args, { args, ctx, ...codec });
  });
  server.setRequestHandler('resources/list', async () => ({
    resources: ['test://static-text', 'test://static-binary'].map((uri) => ({ uri, ...about(uri) })),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', ...about('template') }],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => ({
    contents: [readFixture(uri)],
  }));
  server.setRequestHandler('resources/subscribe', async () => ({}));
  server.setRequestHandler('resources/unsubscribe', async () => ({}));
  server.setRequestHandler('completion/complete', async () => ({ completion: { values: ['paris'] } }));
  return server;
}
