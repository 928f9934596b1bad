import { read, write } from '../../kernel/execute.ts';
import { approveCost } from '../../modules/costs/approve.ts';
import { getCost } from '../../modules/costs/read.ts';
import type { About, Answer, OperatorCall, OperatorParts } from './parts.ts';

export const aboutApproval: About = {
  summary: approveCost.summary,
  input: approveCost.input,
  output: getCost.output,
  refusals: ['account_not_found', ...(approveCost.refusals ?? [])],
};

/** Stands in for the person who looks at a cost before bookkeeping gets it. */
export async function approve(
  { kernel, accounts }: OperatorParts,
  { params, body, callerFor }: OperatorCall,
): Promise<Answer> {
  const caller = callerFor(await accounts.byUsername(params.username ?? ''));
  const { guid } = params;
  await write(kernel, approveCost, caller, { ...body, guid });
  return { body: await read(kernel, getCost, caller, { guid }) };
}
