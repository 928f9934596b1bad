import { z } from 'zod';
import { isPlainDate } from '../../domain/values/dates.ts';
import { runList, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { date, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { changeAccount } from '../../modules/accounts/change-account.ts';
import { createAccount } from '../../modules/accounts/create-account.ts';
import { OPERATOR } from '../../modules/accounts/operator.ts';
import { getAccounts, showAccount } from '../../modules/accounts/read.ts';
import { setLogo } from '../../modules/accounts/set-logo.ts';
import { setAppClient } from '../../modules/agents/clients/set-app-client.ts';
import { approveCost } from '../../modules/costs/approve-cost.ts';
import { getCost } from '../../modules/costs/read.ts';
import { getNumbers } from '../../modules/invoices/numbers/read.ts';
import { setExchangeRate } from '../../modules/invoices/numbers/set-exchange-rate.ts';
import { startInvoiceNumbers } from '../../modules/invoices/numbers/start-invoice-numbers.ts';
import { rotateApiKey } from '../../modules/people/rotate-api-key.ts';
import { resetSecondFactor } from '../../modules/people/second-factor/change-second-factor.ts';
import { findPersonGuid } from '../../modules/people/second-factor/second-factor-store.ts';
import { createProductSale } from '../../modules/product-sales/create-product-sale.ts';
import { getProductSale } from '../../modules/product-sales/read.ts';
import { purchase } from '../../modules/product-sales/schema.ts';
import { buyProduct } from '../../modules/product-sales/sell/buy-product.ts';
import { bankRoutes } from './bank-sandbox.ts';
import { claimRoutes } from './claim-sandbox.ts';
import { deliveryRoutes } from './delivery-sandbox.ts';
import { paymentRoutes } from './payment-sandbox.ts';
import {
  describeForAccount,
  describeOperation,
  type OperatorRoute,
  readForAccount,
  writeForAccount,
} from './route.ts';
import { taxRoutes } from './tax-sandbox.ts';

/** Every call of the operator API. */
export const routes: readonly OperatorRoute[] = [
  {
    method: 'POST',
    path: '/accounts',
    about: describeOperation(createAccount),
    status: 201,
    answer: async ({ body, callerFor }, { kernel }) =>
      (await runWrite(kernel, createAccount, callerFor(OPERATOR), body)).output,
  },
  {
    method: 'GET',
    path: '/accounts',
    action: 'get-accounts',
    about: describeOperation(getAccounts, z.array(getAccounts.output)),
    answer: async ({ query, callerFor }, { kernel }) =>
      (await Array.fromAsync(runList(kernel, getAccounts, callerFor(OPERATOR), query))).flat(),
  },
  {
    method: 'GET',
    path: '/accounts/:username',
    action: 'show-account',
    about: describeOperation(showAccount),
    answer: (call, deps) => readForAccount(showAccount, call, deps),
  },
  {
    method: 'PATCH',
    path: '/accounts/:username',
    about: describeOperation(changeAccount, showAccount.output),
    answer: async (call, deps) => {
      await writeForAccount(changeAccount, call, deps);
      return readForAccount(showAccount, call, deps);
    },
  },
  {
    method: 'POST',
    path: '/accounts/:username/api-key',
    about: describeOperation(
      rotateApiKey,
      z.object({ api_key: out.own('The new key, shown only now', 'q7fQk2vX…') }),
    ),
    answer: async (call, deps) => {
      const { api_key } = await writeForAccount(rotateApiKey, call, deps);
      return { api_key };
    },
  },
  {
    method: 'POST',
    path: '/accounts/:username/people/:person/reset-second-factor',
    about: describeOperation(resetSecondFactor),
    answer: async (call, deps) => {
      const { id } = await call.account();
      const guid = await findPersonGuid(deps.kernel.db, id, call.params.person ?? '');
      return writeForAccount(resetSecondFactor, call, deps, { guid: guid ?? fail('person_not_found') });
    },
  },
  {
    method: 'GET',
    path: '/accounts/:username/numbers',
    action: 'get-numbers',
    about: describeForAccount(getNumbers),
    answer: (call, deps) => readForAccount(getNumbers, call, deps),
  },
  {
    method: 'PUT',
    path: '/accounts/:username/numbers',
    about: describeForAccount(startInvoiceNumbers),
    answer: (call, deps) => writeForAccount(startInvoiceNumbers, call, deps),
  },
  {
    method: 'PUT',
    path: '/accounts/:username/logo',
    about: describeForAccount(setLogo),
    answer: (call, deps) => writeForAccount(setLogo, call, deps),
  },
  {
    method: 'POST',
    path: '/accounts/:username/product-sales',
    about: describeForAccount(createProductSale, getProductSale.output),
    status: 201,
    answer: async (call, deps) => {
      const { guid } = await writeForAccount(createProductSale, call, deps);
      return readForAccount(getProductSale, call, deps, { guid });
    },
  },
  {
    method: 'POST',
    path: '/accounts/:username/product-sales/:guid/orders',
    about: describeForAccount(buyProduct, purchase.omit({ payment_link: true })),
    status: 201,
    answer: async (call, deps) => {
      const order = { ...call.body, guid: call.params.guid };
      const { invoice_guid, invoice_number } = await writeForAccount(buyProduct, call, deps, order);
      return { invoice_guid, invoice_number };
    },
  },
  {
    method: 'POST',
    path: '/accounts/:username/costs/:guid/approve',
    about: describeForAccount(approveCost, getCost.output),
    answer: async (call, deps) => {
      const { guid } = call.params;
      await writeForAccount(approveCost, call, deps, { ...call.body, guid });
      return readForAccount(getCost, call, deps, { guid });
    },
  },
  {
    method: 'POST',
    path: '/clients/:client_id',
    about: describeOperation(setAppClient),
    answer: async ({ params, body, callerFor }, { kernel }) => {
      const input = { client_id: params.client_id, app_client: body.app_client };
      return (await runWrite(kernel, setAppClient, callerFor(OPERATOR), input)).output;
    },
  },
  {
    method: 'PUT',
    path: '/rates/:currency/:date',
    about: describeOperation(setExchangeRate),
    answer: async ({ params, body, callerFor }, { kernel }) => {
      const rate = { ...params, rate: body.rate };
      return (await runWrite(kernel, setExchangeRate, callerFor(OPERATOR), rate)).output;
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
        today: date.optional('Run as if it were this day'),
        now: text(40, { format: 'date-time' }).optional('Run as if it were this time'),
      }).meta({ examples: [{ today: '2026-03-02' }] }),
      output: z.object({
        ran: z.record(z.string(), z.number()).describe('Number of runs of each job'),
        failed: out.integer('Number of jobs that failed'),
      }),
    },
    answer: ({ body }, { kernel, jobs }) => jobs.runDue(timeOfRun(body, kernel), { patienceMs: 30_000 }),
  },
  ...claimRoutes,
  ...bankRoutes,
  ...paymentRoutes,
  ...deliveryRoutes,
  ...taxRoutes,
];

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
