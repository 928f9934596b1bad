import { z } from 'zod';
import { isPlainDate } from '../../domain/values/dates.ts';
import { runList, runRead, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { date, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { WriteOperation } from '../../kernel/operations/operation.ts';
import { changeAccount } from '../../modules/accounts/change-account.ts';
import { createAccount } from '../../modules/accounts/create-account.ts';
import { OPERATOR } from '../../modules/accounts/operator.ts';
import { getAccounts, showAccount } from '../../modules/accounts/read.ts';
import { setAppClient } from '../../modules/agents/clients/set-app-client.ts';
import { setExchangeRate } from '../../modules/invoices/numbers/set-exchange-rate.ts';
import { rotateApiKey } from '../../modules/people/rotate-api-key.ts';
import { resetSecondFactor } from '../../modules/people/second-factor/reset-second-factor.ts';
import { findPersonGuid } from '../../modules/people/second-factor/second-factor-store.ts';
import { aboutTransactions, makeTransactions } from './bank-sandbox.ts';
import {
  aboutCancelling,
  aboutClaims,
  aboutPayment,
  cancelClaim,
  listClaims,
  payClaim,
} from './claim-sandbox.ts';
import { aboutLogo, aboutNumbers, aboutStart, putLogo, showNumbers, startNumbers } from './company.ts';
import { aboutApproval, approve } from './costs.ts';
import {
  aboutEinvoices,
  aboutHubAnswer,
  aboutMail,
  answerAsHub,
  listEinvoices,
  listMail,
} from './delivery-sandbox.ts';
import type { OperationDescription, OperatorAnswer, OperatorCall, OperatorDeps } from './deps.ts';
import { aboutCheckouts, aboutReport, listCheckouts, reportAsProvider } from './payment-sandbox.ts';
import { aboutPurchase, aboutSale, openSale, sellAtCounter } from './product-sales.ts';
import { aboutTaxAnswer, aboutTaxReturns, listTaxReturns, playTaxOffice } from './tax-sandbox.ts';

export interface OperatorRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  /** Action for the audit log, on calls that are not a single write; a write audits itself. */
  action?: string;
  about: OperationDescription;
  /** HTTP status of a successful call; 200 by default. */
  status?: number;
  answer(deps: OperatorDeps, call: OperatorCall): Promise<OperatorAnswer>;
}

/** Every call of the operator API. */
export const routes: readonly OperatorRoute[] = [
  {
    method: 'POST',
    path: '/accounts',
    about: describeOperation(createAccount),
    status: 201,
    answer: async ({ kernel }, { body, callerFor }) => {
      const { output } = await runWrite(kernel, createAccount, callerFor(OPERATOR), body);
      return { body: output };
    },
  },
  {
    method: 'GET',
    path: '/accounts',
    action: 'get-accounts',
    about: describeOperation(getAccounts, z.array(getAccounts.output)),
    answer: async ({ kernel }, { query, callerFor }) => {
      const batches = await Array.fromAsync(runList(kernel, getAccounts, callerFor(OPERATOR), query));
      return { body: batches.flat() };
    },
  },
  {
    method: 'GET',
    path: '/accounts/:username',
    action: 'show-account',
    about: describeOperation(showAccount),
    answer: async ({ kernel, accounts }, { params, callerFor }) => {
      const account = await accounts.byUsername(params.username ?? '');
      return { body: await runRead(kernel, showAccount, callerFor(account), {}) };
    },
  },
  {
    method: 'PATCH',
    path: '/accounts/:username',
    about: describeOperation(changeAccount, showAccount.output),
    answer: async (deps, call) => {
      await changeAccountAs(deps, call, changeAccount);
      const account = await deps.accounts.byUsername(call.params.username ?? '');
      return { body: await runRead(deps.kernel, showAccount, call.callerFor(account), {}) };
    },
  },
  {
    method: 'POST',
    path: '/accounts/:username/api-key',
    about: describeOperation(
      rotateApiKey,
      z.object({ api_key: out.own('The new key, shown only now', 'q7fQk2vX…') }),
    ),
    answer: async (deps, call) => {
      const { api_key } = await changeAccountAs(deps, call, rotateApiKey);
      return { body: { api_key } };
    },
  },
  {
    method: 'POST',
    path: '/accounts/:username/people/:person/reset-second-factor',
    about: describeOperation(resetSecondFactor),
    answer: async ({ kernel, accounts }, { params, callerFor }) => {
      const account = await accounts.byUsername(params.username ?? '');
      const guid =
        (await findPersonGuid(kernel.db, account.id, params.person ?? '')) ?? fail('person_not_found');
      const { output } = await runWrite(kernel, resetSecondFactor, callerFor(account), { guid });
      return { body: output };
    },
  },
  {
    method: 'GET',
    path: '/accounts/:username/numbers',
    action: 'get-numbers',
    about: aboutNumbers,
    answer: showNumbers,
  },
  { method: 'PUT', path: '/accounts/:username/numbers', about: aboutStart, answer: startNumbers },
  { method: 'PUT', path: '/accounts/:username/logo', about: aboutLogo, answer: putLogo },
  {
    method: 'POST',
    path: '/accounts/:username/product-sales',
    about: aboutSale,
    status: 201,
    answer: openSale,
  },
  {
    method: 'POST',
    path: '/accounts/:username/product-sales/:guid/orders',
    about: aboutPurchase,
    status: 201,
    answer: sellAtCounter,
  },
  {
    method: 'POST',
    path: '/accounts/:username/costs/:guid/approve',
    about: aboutApproval,
    answer: approve,
  },
  {
    method: 'POST',
    path: '/clients/:client_id',
    about: describeOperation(setAppClient),
    answer: async ({ kernel }, { params, body, callerFor }) => {
      const input = { client_id: params.client_id, app_client: body.app_client };
      return { body: (await runWrite(kernel, setAppClient, callerFor(OPERATOR), input)).output };
    },
  },
  {
    method: 'PUT',
    path: '/rates/:currency/:date',
    about: describeOperation(setExchangeRate),
    answer: async ({ kernel }, { params, body, callerFor }) => {
      const { output } = await runWrite(kernel, setExchangeRate, callerFor(OPERATOR), {
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
    about: {
      summary:
        'Runs all jobs and cron tasks that are due, and waits for them: by the end of the day `today`, or by the time `now`, if one is sent.',
      description:
        'Use it in tests, or to catch up by hand: mails, claims, recurring invoices and reminders are sent before the answer comes.',
      input: object({
        today: date.optional().describe('Run as if it were this day'),
        now: text(40, { format: 'date-time' }).optional().describe('Run as if it were this time'),
      }).meta({ examples: [{ today: '2026-03-02' }] }),
      output: z.object({
        ran: z.record(z.string(), z.number()).describe('Number of runs of each job'),
        failed: out.integer('Number of jobs that failed'),
      }),
    },
    answer: async ({ kernel, jobs }, { body }) => ({
      body: await jobs.runDue(timeOfRun(body, kernel), { patienceMs: 30_000 }),
    }),
  },
  {
    method: 'GET',
    path: '/sandbox/claims',
    action: 'sandbox-claims',
    about: aboutClaims,
    answer: listClaims,
  },
  {
    method: 'POST',
    path: '/sandbox/claims/:claim_id/pay',
    action: 'sandbox-pay-claim',
    about: aboutPayment,
    answer: payClaim,
  },
  {
    method: 'POST',
    path: '/sandbox/claims/:claim_id/cancel',
    action: 'sandbox-cancel-claim',
    about: aboutCancelling,
    answer: cancelClaim,
  },
  {
    method: 'POST',
    path: '/sandbox/bank/:account_no/transactions',
    action: 'sandbox-bank-transactions',
    about: aboutTransactions,
    answer: makeTransactions,
  },
  {
    method: 'GET',
    path: '/sandbox/payments',
    action: 'sandbox-payments',
    about: aboutCheckouts,
    answer: listCheckouts,
  },
  {
    method: 'POST',
    path: '/sandbox/payments/:checkout_id/report',
    action: 'sandbox-report-payment',
    about: aboutReport,
    answer: reportAsProvider,
  },
  { method: 'GET', path: '/sandbox/mail', action: 'sandbox-mail', about: aboutMail, answer: listMail },
  {
    method: 'GET',
    path: '/sandbox/einvoices',
    action: 'sandbox-einvoices',
    about: aboutEinvoices,
    answer: listEinvoices,
  },
  {
    method: 'POST',
    path: '/sandbox/einvoices/:invoice_guid',
    action: 'sandbox-answer-einvoice',
    about: aboutHubAnswer,
    answer: answerAsHub,
  },
  {
    method: 'GET',
    path: '/sandbox/tax',
    action: 'sandbox-tax-returns',
    about: aboutTaxReturns,
    answer: listTaxReturns,
  },
  {
    method: 'POST',
    path: '/sandbox/tax',
    action: 'sandbox-answer-tax-return',
    about: aboutTaxAnswer,
    answer: playTaxOffice,
  },
];

function describeOperation(
  { summary, description, input, refusals, ...made }: OperationDescription,
  output = made.output,
): OperationDescription {
  return { summary, description, input, output, refusals };
}

/** Runs a write on an account. The kernel invalidates what nodes have cached of it. */
async function changeAccountAs<In, Out, Facts>(
  { kernel, accounts }: OperatorDeps,
  { params, body, callerFor }: OperatorCall,
  operation: WriteOperation<In, Out, Facts>,
): Promise<Out> {
  const account = await accounts.byUsername(params.username ?? '');
  return (await runWrite(kernel, operation, callerFor(account), body)).output;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function timeOfRun({ today, now }: { today?: unknown; now?: unknown }, kernel: Kernel): Date {
  if (now === undefined) return endOfDay(today, kernel);
  // Date would read 30 February as 2 March.
  const isReal = typeof now === 'string' && ISO_TIME.test(now) && isPlainDate(now.slice(0, 10));
  const time = new Date(isReal ? now : Number.NaN);
  if (Number.isNaN(time.getTime()))
    fail('field_invalid', 'now', 'must be a time as 2026-03-02T14:05:09Z, with its zone');
  if (today !== undefined) fail('field_invalid', 'now', 'must be left out where today is sent');
  return time;
}

/** The end of the given day, so that every job of that day is due; now without a day. */
function endOfDay(today: unknown, kernel: Kernel): Date {
  if (today === undefined) return kernel.clock();
  if (typeof today !== 'string' || !isPlainDate(today))
    return fail('field_invalid', 'today', 'must be a date as YYYY-MM-DD');
  return new Date(`${today}T23:59:59.999Z`);
}
