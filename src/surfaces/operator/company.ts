import { runRead, runWrite } from '../../kernel/execute.ts';
import type { FailureCode } from '../../kernel/failures/failure.ts';
import type { ReadOperation, WriteOperation } from '../../kernel/operations/operation.ts';
import { setLogo } from '../../modules/accounts/set-logo.ts';
import { getNumbers } from '../../modules/invoices/numbers/read.ts';
import { startInvoiceNumbers } from '../../modules/invoices/numbers/start-invoice-numbers.ts';
import type { OperationDescription, OperatorAnswer, OperatorCall, OperatorDeps } from './deps.ts';

export const aboutNumbers = describeOperation(getNumbers);
export const aboutStart = describeOperation(startInvoiceNumbers);
export const aboutLogo = describeOperation(setLogo);

export async function showNumbers(deps: OperatorDeps, call: OperatorCall): Promise<OperatorAnswer> {
  const caller = call.callerFor(await deps.accounts.byUsername(call.params.username ?? ''));
  return { body: await runRead(deps.kernel, getNumbers, caller, {}) };
}

export const startNumbers = (deps: OperatorDeps, call: OperatorCall) =>
  runForAccount(deps, call, startInvoiceNumbers);

export const putLogo = (deps: OperatorDeps, call: OperatorCall) => runForAccount(deps, call, setLogo);

/** Runs a write that companies usually run themselves, on behalf of the account. */
async function runForAccount<In, Out, Facts>(
  { kernel, accounts }: OperatorDeps,
  { params, body, callerFor }: OperatorCall,
  operation: WriteOperation<In, Out, Facts>,
): Promise<OperatorAnswer> {
  const account = await accounts.byUsername(params.username ?? '');
  return { body: (await runWrite(kernel, operation, callerFor(account), body)).output };
}

function describeOperation<In, Out>({
  summary,
  description,
  input,
  output,
  refusals = [],
}: Pick<
  ReadOperation<In, Out>,
  'summary' | 'description' | 'input' | 'output' | 'refusals'
>): OperationDescription {
  const codes = new Set<FailureCode>(['account_not_found', ...refusals]);
  return { summary, description, input, output, refusals: [...codes] };
}
