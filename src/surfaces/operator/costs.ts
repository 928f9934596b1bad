import { runRead, runWrite } from '../../kernel/execute.ts';
import { approveCost } from '../../modules/costs/approve-cost.ts';
import { getCost } from '../../modules/costs/read.ts';
import type { OperationDescription, OperatorAnswer, OperatorCall, OperatorDeps } from './deps.ts';

export const aboutApproval: OperationDescription = {
  summary: approveCost.summary,
  description: approveCost.description,
  input: approveCost.input,
  output: getCost.output,
  refusals: ['account_not_found', ...(approveCost.refusals ?? [])],
};

/** Approves a cost on behalf of the account. */
export async function approve(
  { kernel, accounts }: OperatorDeps,
  { params, body, callerFor }: OperatorCall,
): Promise<OperatorAnswer> {
  const caller = callerFor(await accounts.byUsername(params.username ?? ''));
  const { guid } = params;
  await runWrite(kernel, approveCost, caller, { ...body, guid });
  return { body: await runRead(kernel, getCost, caller, { guid }) };
}
