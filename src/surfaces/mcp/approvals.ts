import { Failure } from '../../kernel/failures/failure.ts';
import type { Answer } from './answer.ts';
import type { McpSession } from './session.ts';

/** A write that waits for a person, as the kernel refuses it. */
interface Waiting {
  proposal: { guid: string | null; url: string | null };
  actionId: number | null;
  /** Of a dry run, which makes no proposal. */
  would?: object | undefined;
}

export function isWaiting(error: unknown): error is Failure & Waiting {
  return error instanceof Failure && 'proposal' in error;
}

const NOTHING_DONE =
  'Nothing has been done yet. Tell the user to decide at proposal.url, and look with proposal_list what became of it; do not try to do it another way.';

/** The answer of the agent API to a write that waits, with words for a model. */
export async function waitingAnswer(
  { deps, caller }: McpSession,
  action: string,
  { code, message, proposal, actionId, would }: Failure & Waiting,
): Promise<Answer> {
  const outcome = would ? 'dry_run' : code;
  const action_id = actionId ?? (await deps.audit.record(caller, { action, target: null, outcome }));
  return {
    status: false,
    success: false,
    ...(would && { dry_run: true, would }),
    code,
    error_code: code,
    message: `${message}. ${NOTHING_DONE}`,
    result: null,
    proposal,
    action_id,
  };
}
