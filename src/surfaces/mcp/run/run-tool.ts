import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { DatabaseUnavailable } from '../../../kernel/database/database.ts';
import { Failure, failure } from '../../../kernel/failures/failure.ts';
import { ApprovalRequired } from '../../../kernel/operations/program-gate.ts';
import { toToolResult } from '../call/answer.ts';
import type { AuthenticatedRequest } from '../call/authenticated-request.ts';
import { ToolCall } from '../call/tool-call.ts';
import { parseArguments } from '../input/tool-input.ts';
import { invalidParams, WrongArguments } from '../input/wrong-arguments.ts';
import { findTool, toolsFor } from '../tools/all-tools.ts';
import type { Tool } from '../tools/tool.ts';
import { askForApproval, resumeCall, waitingAnswer } from './approvals.ts';
import { refusalAnswer, WRONG_ARGUMENTS, wrongArgumentsAnswer } from './refusals.ts';

type ToolResult = CallToolResult | InputRequiredResult;

interface Call {
  request: AuthenticatedRequest;
  tool: Tool;
  /** As they were sent. */
  args: Readonly<Record<string, unknown>>;
  ctx: ServerContext;
}

/** Runs one tool. Refusals of rules and wrong arguments are results that the model reads; a tool that does not exist is an error of the protocol. */
export async function runTool(
  request: AuthenticatedRequest,
  name: string,
  args: Readonly<Record<string, unknown>>,
  ctx: ServerContext,
): Promise<ToolResult> {
  const tool = findTool(name);
  if (!tool || !toolsFor(request.scopes).includes(tool))
    throw invalidParams(`There is no tool ${name.slice(0, 60)}; list the tools with tools/list`);
  const call = { request, tool, args, ctx };
  try {
    const state = ctx.mcpReq.requestState<string>();
    if (state !== undefined) return await resume(call, state);
    const parsed = parseArguments(name, tool.input, args);
    return toToolResult(await tool.run(new ToolCall(request.deps, request.caller), parsed));
  } catch (error) {
    return refuse(call, error);
  }
}

async function resume({ request, tool, ctx }: Call, state: string): Promise<ToolResult> {
  const resumed = await resumeCall(request, tool.name, state, ctx);
  return 'answer' in resumed
    ? toToolResult(resumed.answer as Record<string, unknown>, { isError: resumed.isError === true })
    : resumed;
}

async function refuse(call: Call, error: unknown): Promise<ToolResult> {
  const { request, tool, ctx } = call;
  if (error instanceof ApprovalRequired) {
    const answer = await waitingAnswer(request, actionOf(call), error);
    return askForApproval(request, tool.name, error, ctx) ?? toToolResult(answer);
  }
  const refusal = error instanceof DatabaseUnavailable ? failure('database_unavailable') : error;
  if (refusal instanceof WrongArguments) {
    await recordRefusal(call, WRONG_ARGUMENTS);
    return toToolResult(wrongArgumentsAnswer(refusal), { isError: true });
  }
  if (!(refusal instanceof Failure)) throw error;
  // An unreachable database cannot store the row either.
  if (refusal === error) await recordRefusal(call, refusal.code);
  return toToolResult(refusalAnswer(refusal), { isError: true });
}

async function recordRefusal(call: Call, outcome: string): Promise<void> {
  const { request, args } = call;
  const target = typeof args.guid === 'string' ? args.guid : null;
  await request.deps.audit.record(request.caller, { action: actionOf(call), target, outcome });
}

/** The operation that the call is about, for the audit log. */
function actionOf({ tool, args }: Call): string {
  const [operation] = tool.operations;
  return operation?.name ?? (typeof args.operation === 'string' ? args.operation.slice(0, 60) : tool.name);
}
