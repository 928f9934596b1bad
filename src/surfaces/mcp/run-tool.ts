import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server';
import { DatabaseUnavailable } from '../../kernel/database/database.ts';
import { Failure, failure } from '../../kernel/failures/failure.ts';
import { toResult } from './answer.ts';
import { isWaiting, waitingAnswer } from './approvals.ts';
import { type Arguments, wrongArguments } from './arguments.ts';
import { refusalAnswer } from './refusals.ts';
import type { McpSession } from './session.ts';
import type { Tool } from './tool.ts';
import { ToolCall } from './tool-call.ts';
import { findTool, toolsFor } from './tools.ts';

/** Runs one tool. Refusals of rules are results that the model reads; wrong arguments are errors of the protocol. */
export async function runTool(session: McpSession, name: string, args: Arguments): Promise<CallToolResult> {
  const tool = findTool(name);
  if (!tool || !toolsFor(session.scopes).includes(tool))
    throw wrongArguments(`There is no tool ${name.slice(0, 60)}; list the tools with tools/list`);
  const call = new ToolCall(session.deps, session.caller);
  try {
    return toResult(await tool.run(call, args));
  } catch (error) {
    return refuse(session, tool, args, error);
  }
}

async function refuse(
  session: McpSession,
  tool: Tool,
  args: Arguments,
  error: unknown,
): Promise<CallToolResult> {
  const refusal = error instanceof DatabaseUnavailable ? failure('database_unavailable') : error;
  const isProtocol = refusal instanceof ProtocolError;
  if (!(refusal instanceof Failure || isProtocol)) throw error;
  const [operation] = tool.operations;
  const target = typeof args.guid === 'string' ? args.guid : null;
  const outcome = isProtocol ? 'field_invalid' : (refusal as Failure).code;
  const action =
    operation?.name ?? (typeof args.operation === 'string' ? args.operation.slice(0, 60) : tool.name);
  if (isWaiting(refusal)) return toResult(await waitingAnswer(session, action, refusal));
  // An unreachable database cannot store the row either.
  if (refusal === error) await session.deps.audit.record(session.caller, { action, target, outcome });
  if (isProtocol) throw refusal;
  return toResult(refusalAnswer(refusal as Failure), { isError: true });
}
