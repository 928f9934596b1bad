import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { effectDescription } from '../../../kernel/effects/effect-schema.ts';
import { failure } from '../../../kernel/failures/failure.ts';
import type { ApprovalRequired } from '../../../kernel/operations/program-gate.ts';
import { findApprovedOutput, getProposal } from '../../../modules/stored-calls/proposals/read.ts';
import type { ToolAnswer } from '../call/answer.ts';
import type { AuthenticatedRequest } from '../call/authenticated-request.ts';
import { ToolCall } from '../call/tool-call.ts';
import { invalidParams } from '../input/wrong-arguments.ts';
import { toWriteAnswer } from '../tools/tool.ts';

const WHAT_TO_DO =
  'Nothing has been done yet. Tell the user to decide at proposal.url, and look with proposal_list what became of it; do not try to do it another way.';
/** The name of the only question that is put to a person. */
const APPROVAL = 'approval';

/** The answer of the agent API to a write that waits, with words for a model. */
export async function waitingAnswer(
  { deps, caller }: AuthenticatedRequest,
  action: string,
  { code, proposal, actionId, would }: ApprovalRequired,
): Promise<ToolAnswer> {
  const outcome = would ? 'dry_run' : code;
  const action_id = actionId ?? (await deps.audit.record(caller, { action, target: null, outcome }));
  const foretold = would && {
    dry_run: true,
    would: await new ToolCall(deps, caller).mark(effectDescription, would),
  };
  return { ...foretold, ...toWaiting(proposal), action_id };
}

function toWaiting(proposal: { reasons: readonly string[] }): ToolAnswer {
  return {
    status: false,
    success: false,
    code: 'approval_required',
    error_code: 'approval_required',
    message: `A person has to approve this first (${proposal.reasons.join(', ')}). ${WHAT_TO_DO}`,
    result: null,
    proposal,
  };
}

/** Whether the client has said that it can open an address for its user. */
function canOpenAddresses({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as
    | { elicitation?: { url?: unknown } }
    | undefined;
  return declared?.elicitation?.url !== undefined;
}

/** The proposal that a call waits for. It is sealed, because it travels through the client. */
interface CallState {
  proposal: string;
  account: number;
  tool: string;
}

/** Sends the user of a client that can open addresses to the page of the proposal; null for other clients. */
export function askForApproval(
  request: AuthenticatedRequest,
  tool: string,
  { message, proposal }: { message: string; proposal: { guid: string | null; url: string | null } },
  ctx: ServerContext,
): InputRequiredResult | null {
  const { guid, url } = proposal;
  if (guid === null || url === null || !canOpenAddresses(ctx)) return null;
  const state: CallState = { proposal: guid, account: request.caller.account.id, tool };
  return inputRequired({
    inputRequests: { [APPROVAL]: inputRequired.elicitUrl({ message, url }) },
    requestState: request.deps.kernel.secrets.seal(state),
  });
}

/** What a call that is repeated after the question gets: the question again, the answer of the write, or a refusal. */
export async function resumeCall(
  request: AuthenticatedRequest,
  tool: string,
  sealed: string,
  ctx: ServerContext,
): Promise<{ answer: ToolAnswer; isError: boolean } | InputRequiredResult> {
  const call = new ToolCall(request.deps, request.caller);
  const { proposal: guid } = openState(request, tool, sealed);
  const proposal = await call.read(getProposal, { guid });
  const { state, reasons, reason } = proposal;
  const done = await findApprovedOutput(request.deps.kernel.db, request.caller.account.id, guid);
  if (done) return { answer: toWriteAnswer(done), isError: false };
  if (state === 'waiting') {
    const { message } = failure('approval_required', reasons.join(', '));
    const again = isDeclined(ctx) ? null : askForApproval(request, tool, { message, proposal }, ctx);
    return again ?? { answer: toWaiting(proposal), isError: false };
  }
  const { code, message } = failure('proposal_closed', state);
  const text = reason ? `${message}: ${reason}` : message;
  return { answer: { status: false, code, error_code: code, message: text, proposal }, isError: true };
}

/** Whether the user has closed the question instead of opening the page. */
function isDeclined({ mcpReq: { inputResponses } }: ServerContext): boolean {
  const answer = inputResponses?.[APPROVAL] as { action?: unknown } | undefined;
  return answer?.action === 'decline' || answer?.action === 'cancel';
}

function openState({ deps, caller }: AuthenticatedRequest, tool: string, sealed: string): CallState {
  try {
    const state = deps.kernel.secrets.unseal(sealed) as CallState;
    if (state.account === caller.account.id && state.tool === tool) return state;
  } catch {
    // Anything can come back from a client; what does not open is refused like what belongs to another call.
  }
  throw invalidParams('requestState is not one of this call; call the tool again without it');
}
