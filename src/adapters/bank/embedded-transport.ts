import { z } from 'zod';
import {
  CLAIM_TEMPLATE_CODE,
  type ClaimsVersion,
  claimAccount,
  expirationDate,
  hasCurrencies,
} from '../../domain/invoices/claims.ts';
import { decimal, fixed2, sum, toWire } from '../../domain/values/money.ts';
import type { BankTransport } from './bank-client.ts';
import type { EmbeddedBank, SandboxClaim } from './embedded.ts';
import { claimKey, PATCH_TYPES } from './shapes.ts';
import { completePayment, reportedFigures } from './take-payment.ts';

const money = z.number().min(0).max(1e12);

const newClaim = z.object({
  claimKey,
  payorId: z.string().regex(/^\d{10}$/),
  templateCode: z.string().regex(CLAIM_TEMPLATE_CODE),
  amount: money,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('ISK'),
  reference: z.string().max(16).default(''),
  finalDueDate: z.iso.date(),
  paymentFee: z.object({ printingFee: money, paperlessFee: money }).optional(),
});

const newClaims = { '3.1': newClaim, '3.2': newClaim.extend({ expirationDate: z.iso.date() }) } as const;

const patch = z.object({
  amount: money.optional(),
  claimStatus: z.enum(['Unpaid', 'Cancelled']).optional(),
});

const search = z.strictObject({
  dateFrom: z.iso.date(),
  dateTo: z.iso.date(),
  dateType: z.literal('DueDate').default('DueDate'),
  claimantId: z
    .string()
    .regex(/^\d{10}$/)
    .optional(),
  status: z.enum(['Unpaid', 'Paid', 'Cancelled']).optional(),
  page: z.coerce.number().int().min(1).default(1),
  itemsPerPage: z.coerce.number().int().min(1).max(500).default(100),
});

const STATUS = { unpaid: 'Unpaid', paid: 'Paid', cancelled: 'Cancelled' } as const;
const STORED = { Unpaid: 'unpaid', Paid: 'paid', Cancelled: 'cancelled' } as const;

/**
 * Serves the calls of the IOBWS Claims API that Kvitt uses from the embedded bank, in process and in either version.
 * The client is the same as for a real bank.
 */
export function embeddedBankTransport(bank: EmbeddedBank, version: ClaimsVersion): BankTransport {
  const serve = routeRequest(bank, version);
  return async (accountId, request) => {
    const requestId = request.headers.get('x-request-id') ?? '';
    const isKnown = z.guid().safeParse(requestId).success;
    const answer = isKnown
      ? await serve(accountId, request)
      : problem(400, 'FORMAT_ERROR', 'X-Request-ID must be a UUID');
    answer.headers.set('x-request-id', requestId);
    return answer;
  };
}

function routeRequest(bank: EmbeddedBank, version: ClaimsVersion): BankTransport {
  return async (accountId, request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, root, claims, id, more, ...rest] = pathname.split('/');
    const path = [root, claims, id && '{id}', more, ...rest].filter(Boolean).join('/');
    const claimId = decodeURIComponent(id ?? '');
    switch (`${request.method} ${path}`) {
      case 'POST v1/claims':
        return create(bank, accountId, version, request);
      case 'GET v1/claims':
        return list(bank, accountId, version, Object.fromEntries(searchParams));
      case 'GET v1/claims/{id}':
        return withClaim(bank, accountId, claimId, (claim) => Response.json(details(claim, version)));
      case 'GET v1/claims/{id}/transactions':
        return withClaim(bank, accountId, claimId, (claim) => Response.json(transactions(claim)));
      case 'PATCH v1/claims/{id}':
        return request.headers.get('content-type') === PATCH_TYPES[version]
          ? change(bank, accountId, claimId, version, await request.json())
          : new Response(null, { status: 415 });
      case `GET ${TEMPLATE_PATHS[version]}`:
        return Response.json([]);
      default:
        return problem(405, 'SERVICE_INVALID', `There is no ${request.method} ${pathname}`);
    }
  };
}

async function create(
  bank: EmbeddedBank,
  accountId: number,
  version: ClaimsVersion,
  request: Request,
): Promise<Response> {
  const { data, error } = newClaims[version].safeParse(await request.json());
  const invoiceGuid = request.headers.get('x-idempotency-key');
  if (!data || !invoiceGuid) return problem(400, 'FORMAT_ERROR', error?.message ?? 'X-Idempotency-Key');
  const order = {
    invoiceGuid,
    payerKennitala: data.payorId,
    payeeKennitala: data.claimKey.claimantId,
    bankAccount: data.claimKey.account,
    amount: fixed2(decimal(data.amount)),
    currency: data.currency,
    dueDate: data.claimKey.dueDate,
    finalDueDate: data.finalDueDate,
    reference: data.reference,
    paymentFee: fixed2(decimal(data.paymentFee?.paperlessFee ?? 0)),
    templateCode: data.templateCode,
  };
  if (data.currency !== 'ISK' && !hasCurrencies(version))
    return failed(undefined, 'CLAIM_OTHERS', 'Claims are collected in ISK only');
  const created = await bank.add(accountId, order);
  if (created) return succeeded(created, CREATED);
  const existing = await bank.findFor(accountId, invoiceGuid);
  return failed(existing?.claim_id, 'CLAIM_EXISTS', 'There is a claim for this invoice');
}

async function list(
  bank: EmbeddedBank,
  accountId: number,
  version: ClaimsVersion,
  query: object,
): Promise<Response> {
  const { data, error } = search.safeParse(query);
  if (!data) {
    const isUnsupported = error.issues.some(
      ({ path, code }) => code === 'unrecognized_keys' || path[0] === 'dateType',
    );
    return problem(400, isUnsupported ? 'PARAMETER_NOT_SUPPORTED' : 'FORMAT_ERROR', error.message);
  }
  const { dateFrom: from, dateTo: to, claimantId = null, page, itemsPerPage: take } = data;
  const status = data.status ? STORED[data.status] : null;
  const filter = { from, to, claimantId, status, take, skip: (page - 1) * take };
  const { claims, total } = await bank.search(accountId, filter);
  return Response.json(
    claims.map((claim) => details(claim, version)),
    {
      headers: {
        'x-paging-currentpage': String(page),
        'x-paging-totalpages': String(Math.ceil(total / take)),
        'x-paging-totalitems': String(total),
        'x-paging-perpage': String(take),
      },
    },
  );
}

async function change(
  bank: EmbeddedBank,
  accountId: number,
  claimId: string,
  version: ClaimsVersion,
  body: unknown,
) {
  const done = CHANGED[version];
  const { data, error } = patch.safeParse(body);
  if (!data) return problem(400, 'FORMAT_ERROR', error.message);
  return withClaim(bank, accountId, claimId, async (claim) => {
    if (claim.status === 'cancelled' && data.claimStatus !== 'Unpaid')
      return failed(claimId, 'CLAIM_IS_CANCELLED', 'The claim was cancelled', done);
    const status = data.claimStatus && STORED[data.claimStatus];
    const amount = data.amount === undefined ? undefined : fixed2(decimal(data.amount));
    const changed = await bank.change(accountId, claimId, { amount, status });
    if (changed) return succeeded(changed, done);
    const now = await bank.find(accountId, claimId);
    return now?.status === 'paid'
      ? failed(claimId, 'CLAIM_IS_PAID', 'The claim was paid', done)
      : failed(claimId, 'CLAIM_OTHERS', 'The amount cannot be changed after a payment', done);
  });
}

async function withClaim(
  bank: EmbeddedBank,
  accountId: number,
  claimId: string,
  answer: (claim: SandboxClaim) => Response | Promise<Response>,
): Promise<Response> {
  const claim = await bank.find(accountId, claimId);
  return claim ? answer(claim) : problem(404, 'RESOURCE_UNKNOWN', 'There is no such claim');
}

function succeeded(claim: SandboxClaim, status: ResponseInit): Response {
  const { claim_id: claimId } = claim;
  return Response.json({ success: { claimKey: key(claim), claimId, directPaymentClaim: false } }, status);
}

/** The API reports a refusal in the response body, with the status of a success. */
function failed(
  claimId: string | undefined,
  resultCode: string,
  resultMessage: string,
  status: ResponseInit = CREATED,
): Response {
  return Response.json({ error: { claimId, resultCode, resultMessage } }, status);
}

const CREATED = { status: 201 };
/** The answer to a change, which version 3.2 gives the usual status of success. */
const CHANGED = { '3.1': CREATED, '3.2': { status: 200 } } as const;
const TEMPLATE_PATHS = { '3.1': 'v1/claimtemplates', '3.2': 'v1/templates' } as const;

function problem(status: number, code: string, detail: string): Response {
  const body = { type: 'about:blank', code, detail: detail.slice(0, 500) };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}

/** The id contains the account, except for claims of earlier releases. */
function key({ claim_id, payload }: SandboxClaim) {
  const storedAccount = /^\d{10}(\d{12})\+\d{8}/.exec(claim_id)?.[1];
  const account = storedAccount ?? claimAccount(payload.bankAccount, payload.reference);
  return { claimantId: payload.payeeKennitala, account, dueDate: payload.dueDate };
}

function details(claim: SandboxClaim, version: ClaimsVersion) {
  const { payload, status, payment, parts } = claim;
  const fee = toWire(payload.paymentFee);
  return {
    claimKey: key(claim),
    payorId: payload.payerKennitala,
    claimStatus: STATUS[status],
    [version === '3.1' ? 'collectionState' : 'collectionStatus']: 'PrimaryCollection',
    ...(payment && { closingDate: payment.paidOn }),
    // No claim in the embedded bank gets that old.
    expirationDate: expirationDate(payload.finalDueDate),
    templateCode: templateOf(payload),
    amount: toWire(payload.amount),
    reference: payload.reference,
    finalDueDate: payload.finalDueDate,
    paymentFee: { printingFee: fee, paperlessFee: fee },
    isPartiallyPaid: parts.length > 0 && status !== 'paid',
    currency: payload.currency,
    ...(payload.currency !== 'ISK' && { currencyPaymentRate: 'PaymentDateRate' }),
    claimType: 'NormalClaim',
  };
}

function transactions(claim: SandboxClaim) {
  const { payload, payment, parts } = claim;
  const closing = payment ? [completePayment(payload, payment)] : [];
  return [...parts, ...closing].map(({ rate, ...payment }, index) => {
    const one = reportedFigures(payment, rate);
    return {
      claimKey: key(claim),
      payorId: payload.payerKennitala,
      amount: toWire(one.principal),
      finalDueDate: payload.finalDueDate,
      templateCode: templateOf(payload),
      reference: payload.reference,
      transactionTimestamp: momentOf(one.paidOn, index),
      bookingDate: one.paidOn,
      valueDate: one.paidOn,
      paymentType: index < parts.length ? 'Partial' : 'Complete',
      depositedAmount: toWire(one.transactionAmount),
      totalAmountPaid: toWire(sum([decimal(one.transactionAmount), decimal(one.capitalGainsTax)])),
      capitalGainsTax: toWire(one.capitalGainsTax),
      noticeChargeAmountPaid: toWire(one.fee),
      defaultChargeAmountPaid: toWire(one.defaultCharge),
      otherDefaultCostsAmountPaid: toWire(one.otherDefaultCosts),
      defaultInterestAmountPaid: toWire(one.defaultInterest),
      currency: rate ? 'ISK' : payload.currency,
      ...(rate && { currencyExchange: { currency: payload.currency, rate: toWire(rate) } }),
    };
  });
}

/** The payments of a claim are a second apart, which distinguishes equal ones. */
function momentOf(day: string, index: number): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(noon + index * 1000).toISOString();
}

/** Claims of earlier releases have no template. */
function templateOf({ templateCode }: SandboxClaim['payload']): string {
  return templateCode ?? '001';
}
