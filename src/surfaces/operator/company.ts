import { runRead, runWrite } from '../../kernel/execute.ts';
import type { FailureCode } from '../../kernel/failures/failure.ts';
import type { ReadOperation, WriteOperation } from '../../kernel/operation.ts';
import { setLogo } from '../../modules/accounts/logo.ts';
import { getNumbers } from '../../modules/invoices/numbers/read.ts';
import { startInvoiceNumbers } from '../../modules/invoices/numbers/start-invoice-numbers.ts';
import type { About, Answer, OperatorCall, OperatorDeps } from './deps.ts';

export const aboutNumbers = about(getNumbers);
export const aboutStart = about(startInvoiceNumbers);
export const aboutLogo = about(setLogo);

export async function showNumbers(parts: OperatorDeps, call: OperatorCall): Promise<Answer> {
  const caller = call.callerFor(await parts.accounts.byUsername(call.params.username ?? ''));
  return { body: await runRead(parts.kernel, getNumbers, caller, {}) };
}

export const startNumbers = (parts: OperatorDeps, call: OperatorCall) =>
  change(parts, call, startInvoiceNumbers);

export const putLogo = (parts: OperatorDeps, call: OperatorCall) => change(parts, call, setLogo);

/** What a company sets for itself, set for it by who opens its account. */
async function change<In, Out, Facts>(
  { kernel, accounts }: OperatorDeps,
  { params, body, callerFor }: OperatorCall,
  operation: WriteOperation<In, Out, Facts>,
): Promise<Answer> {
  const account = await accounts.byUsername(params.username ?? '');
  return { body: (await runWrite(kernel, operation, callerFor(account), body)).output };
}

function about<In, Out>({
  summary,
  input,
  output,
  refusals = [],
}: Pick<ReadOperation<In, Out>, 'summary' | 'input' | 'output' | 'refusals'>): About {
  return { summary, input, output, refusals: [...new Set<FailureCode>(['account_not_found', ...refusals])] };
}
