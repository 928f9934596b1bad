import { previewWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { Caller, ProgramCaller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { decodeInput } from '../stored-input.ts';
import { type ExecutableProposal, findExecutable } from './proposal-store.ts';

/** The proposal, which must wait. */
export async function findWaiting(kernel: Kernel, { account }: Caller, guid: string) {
  const found = (await findExecutable(kernel.db, account.id, guid)) ?? fail('proposal_not_found');
  if (found.state !== 'waiting') fail('proposal_closed', found.state);
  return found;
}

/** Rehearses the write of a proposal, as the program with the person who looks at it. */
export async function rehearseProposal(kernel: Kernel, found: ExecutableProposal, caller: Caller) {
  const { operation } = kernel.programOperations.get(found.operation_key) ?? fail('proposal_orphaned');
  const program = programCaller(found, caller);
  const raw = decodeInput(found);
  return { operation, program, raw, effect: await previewWrite(kernel, operation, program, raw) };
}

/** The caller of the write: the program, with the person who approves. Its limits have been asked for already. */
function programCaller(
  { client_id, scopes, ip }: ExecutableProposal,
  { account, person, requestId }: Caller,
): ProgramCaller {
  return {
    by: 'program',
    account,
    via: 'agent',
    agentId: client_id,
    scopes: scopes ?? fail('proposal_orphaned'),
    ...(person && { person }),
    ip,
    requestId,
  };
}
