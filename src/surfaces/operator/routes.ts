import { isPlainDate } from '../../domain/dates.ts';
import { type Kernel, list, read, write } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failure.ts';
import type { WriteOperation } from '../../kernel/operation.ts';
import { changeAccount, createAccount, OPERATOR, rotateApiKey } from '../../modules/accounts/manage.ts';
import { getAccounts, showAccount } from '../../modules/accounts/read.ts';
import { setExchangeRate } from '../../modules/invoices/rates.ts';
import type { Answer, OperatorCall, OperatorParts } from './parts.ts';
import { listClaims, payClaim } from './sandbox.ts';

export interface OperatorRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  /** Named on calls that are not one write, which would be audited by itself. */
  action?: string;
  answer(parts: OperatorParts, call: OperatorCall): Promise<Answer>;
}

/** Every call of the operator API. */
export const routes: readonly OperatorRoute[] = [
  {
    method: 'POST',
    path: '/accounts',
    answer: async ({ kernel }, { body, callerFor }) => {
      const { output } = await write(kernel, createAccount, callerFor(OPERATOR), body);
      return { status: 201, body: output };
    },
  },
  {
    method: 'GET',
    path: '/accounts',
    action: 'get-accounts',
    answer: async ({ kernel }, { query, callerFor }) => {
      const batches = await Array.fromAsync(list(kernel, getAccounts, callerFor(OPERATOR), query));
      return { body: batches.flat() };
    },
  },
  {
    method: 'GET',
    path: '/accounts/:username',
    action: 'show-account',
    answer: async ({ kernel, accounts }, { params, callerFor }) => {
      const account = await accounts.byUsername(params.username ?? '');
      return { body: await read(kernel, showAccount, callerFor(account), {}) };
    },
  },
  {
    method: 'PATCH',
    path: '/accounts/:username',
    answer: async (parts, call) => {
      await onAccount(parts, call, changeAccount);
      const account = await parts.accounts.byUsername(call.params.username ?? '');
      return { body: await read(parts.kernel, showAccount, call.callerFor(account), {}) };
    },
  },
  {
    method: 'POST',
    path: '/accounts/:username/api-key',
    answer: async (parts, call) => {
      const { api_key } = await onAccount(parts, call, rotateApiKey);
      return { body: { api_key } };
    },
  },
  {
    method: 'PUT',
    path: '/rates/:currency/:date',
    answer: async ({ kernel }, { params, body, callerFor }) => {
      const { output } = await write(kernel, setExchangeRate, callerFor(OPERATOR), {
        ...params,
        rate: body.rate,
      });
      return { body: output };
    },
  },
  {
    method: 'POST',
    path: '/jobs/run',
    action: 'run-jobs',
    answer: async ({ kernel, jobs }, { body }) => ({ body: await jobs.drain(endOf(body.today, kernel)) }),
  },
  { method: 'GET', path: '/sandbox/claims', action: 'sandbox-claims', answer: listClaims },
  { method: 'POST', path: '/sandbox/claims/:claim_id/pay', action: 'sandbox-pay-claim', answer: payClaim },
];

/** Changes an account, and lets this node forget what it remembered of it before it answers. */
async function onAccount<In, Out, Facts>(
  { kernel, accounts }: OperatorParts,
  { params, body, callerFor }: OperatorCall,
  operation: WriteOperation<In, Out, Facts>,
): Promise<Out> {
  const account = await accounts.byUsername(params.username ?? '');
  const { output } = await write(kernel, operation, callerFor(account), body);
  accounts.forget(account.id);
  return output;
}

/** The last moment of the day that the operator names, so that all of that day is due; else now. */
function endOf(today: unknown, kernel: Kernel): Date {
  if (today === undefined) return kernel.clock();
  if (typeof today !== 'string' || !isPlainDate(today))
    return fail('field_invalid', 'today', 'must be a date as YYYY-MM-DD');
  return new Date(`${today}T23:59:59.999Z`);
}
