import { createHash } from 'node:crypto';
import { claimAccount, claimIdOf } from '../../domain/claims.ts';
import { decimal, toWire } from '../../domain/money.ts';
import type { Bank, ClaimOrder, ClaimOwner, ClaimSpan, ClaimState } from '../../kernel/ports/ports.ts';
import { type BankAnswer, BankCalls, expected, isUnknown, refusal, type SendToBank } from './calls.ts';
import { paymentIn } from './payments.ts';
import {
  type ActionResult,
  actionResult,
  type ClaimDetails,
  type ClaimPatch,
  claimDetails,
  claimList,
  type NewClaim,
  type Transaction,
  transactionList,
} from './shapes.ts';

interface IobwsOptions {
  send: SendToBank;
  url: string;
  timeoutMs: number;
  /** The agreement that claims fall under where the account has none of its own. */
  template: string;
  /** Percent a year after the due date; the highest that the Central Bank allows where there is none. */
  defaultInterest: number | undefined;
}

const PER_PAGE = 500;
const MOST_PAGES = 1000;
/** A claim has a few payments; whoever reports pages without end is not followed. */
const MOST_PAGES_OF_ONE = 20;

/** A bank that serves the Icelandic banks' IOBWS 3.1 Claims API. */
export class IobwsBank implements Bank {
  readonly #calls: BankCalls;
  readonly #options: IobwsOptions;

  constructor(options: IobwsOptions) {
    this.#options = options;
    this.#calls = new BankCalls(options.send, options.url, options.timeoutMs);
  }

  async createClaim(order: ClaimOrder): Promise<string> {
    const claim = this.#claimOf(order);
    const answer = await this.#calls.call({
      accountId: order.accountId,
      method: 'POST',
      path: '/v1/claims',
      body: claim,
      requestId: sameFor(order.invoiceGuid, claim),
      headers: { 'x-idempotency-key': order.invoiceGuid },
    });
    const { error, success } = resultOf(answer);
    const claimId = (error ?? success)?.claimId ?? claimIdOf(claim.claimKey);
    if (!error) return claimId;
    if (error.resultCode !== 'CLAIM_EXISTS') throw refused(error);
    return this.#adopt(order, claimId);
  }

  /** An earlier order made it, and its answer was lost. It may be for an amount that was lowered since. */
  async #adopt(order: ClaimOrder, claimId: string): Promise<string> {
    const { accountId, amount } = order;
    const claim = await this.#find(accountId, claimId);
    if (!claim || !isOf(order, claim))
      throw new Error(`The bank has another claim under ${claimId}, which is not for this invoice`);
    if (!decimal(claim.amount).eq(decimal(amount))) await this.changeClaim(accountId, claimId, amount);
    return claimId;
  }

  async changeClaim(accountId: number, claimId: string, amount: string) {
    const code = await this.#patch(accountId, claimId, { amount: toWire(amount) });
    if (code === 'CLAIM_IS_PAID') return 'paid';
    if (code === 'CLAIM_IS_CANCELLED') return 'cancelled';
    return code === 'CLAIM_NOT_FOUND' ? 'unknown' : 'changed';
  }

  async cancelClaim(accountId: number, claimId: string, onlyFor?: ClaimOwner) {
    if (onlyFor) {
      const claim = await this.#find(accountId, claimId);
      if (!claim || !isOf(onlyFor, claim)) return 'unknown';
    }
    const code = await this.#patch(accountId, claimId, { claimStatus: 'Cancelled' });
    if (code === 'CLAIM_IS_PAID') return 'paid';
    return code === 'CLAIM_NOT_FOUND' ? 'unknown' : 'cancelled';
  }

  async openClaims(accountId: number, { claimantId, from, to }: ClaimSpan): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let page = 1; page <= MOST_PAGES; page++) {
      const query = new URLSearchParams({
        claimantId,
        dateType: 'DueDate',
        dateFrom: from,
        dateTo: to,
        status: 'Unpaid',
        page: String(page),
        itemsPerPage: String(PER_PAGE),
      });
      const answer = await this.#calls.call({ accountId, method: 'GET', path: `/v1/claims?${query}` });
      if (isUnknown(answer)) return ids;
      const claims = expected(answer, claimList);
      // Some banks may not heed the filter.
      for (const claim of claims) {
        if (claim.claimStatus === 'Unpaid') ids.add(claimIdOf(claim.claimKey));
      }
      if (isLastPage(answer, page, claims.length)) return ids;
    }
    return ids;
  }

  async readClaim(accountId: number, claimId: string): Promise<ClaimState> {
    const claim = await this.#find(accountId, claimId);
    if (!claim) return { status: 'unknown' };
    if (claim.claimStatus === 'Cancelled') return { status: 'cancelled' };
    if (claim.claimStatus !== 'Paid') return { status: 'unpaid' };
    const payment = paymentIn(await this.#transactions(accountId, claimId), claim.amount);
    return payment ? { status: 'paid', payment } : { status: 'settling' };
  }

  async #transactions(accountId: number, claimId: string): Promise<Transaction[]> {
    const all: Transaction[] = [];
    for (let page = 1; page <= MOST_PAGES_OF_ONE; page++) {
      const path = `${pathOf(claimId)}/transactions?page=${page}&itemsPerPage=${PER_PAGE}`;
      const answer = await this.#calls.call({ accountId, method: 'GET', path });
      if (isUnknown(answer)) break;
      const found = expected(answer, transactionList);
      all.push(...found);
      if (isLastPage(answer, page, found.length)) break;
    }
    return all;
  }

  async #find(accountId: number, claimId: string): Promise<ClaimDetails | null> {
    const answer = await this.#calls.call({ accountId, method: 'GET', path: pathOf(claimId) });
    return isUnknown(answer) ? null : expected(answer, claimDetails);
  }

  /** The reason why the claim stayed as it is, where it is one of those that may be expected; else null. */
  async #patch(accountId: number, claimId: string, body: ClaimPatch) {
    const answer = await this.#calls.call({ accountId, method: 'PATCH', path: pathOf(claimId), body });
    if (isUnknown(answer)) return 'CLAIM_NOT_FOUND';
    const { error } = resultOf(answer);
    if (!error) return null;
    const code = error.resultCode;
    if (code === 'CLAIM_IS_PAID' || code === 'CLAIM_IS_CANCELLED' || code === 'CLAIM_NOT_FOUND') return code;
    throw refused(error);
  }

  #claimOf(order: ClaimOrder): NewClaim {
    const { template, defaultInterest } = this.#options;
    const fee = toWire(order.paymentFee);
    return {
      claimKey: {
        claimantId: order.payeeKennitala,
        account: claimAccount(order.bankAccount, order.reference),
        dueDate: order.dueDate,
      },
      payorId: order.payerKennitala,
      templateCode: order.templateCode ?? template,
      amount: toWire(order.amount),
      currency: order.currency,
      reference: order.reference,
      billNumber: order.reference.slice(-7),
      finalDueDate: order.finalDueDate,
      paymentFee: { printingFee: fee, paperlessFee: fee },
      defaultInterest: {
        referenceDate: 'DueDate',
        baseAmountType: 'Amount',
        baseTimeType: '360',
        ...(defaultInterest !== undefined && { percentage: defaultInterest }),
      },
      isOutOfSequencePaymentAllowed: true,
      isPartialPaymentAllowed: false,
      claimType: 'NormalClaim',
    };
  }
}

/** A seller's other programs may have used the same number for the same day. */
function isOf({ reference, payerKennitala }: ClaimOwner, claim: ClaimDetails): boolean {
  return claim.reference === reference && claim.payorId === payerKennitala;
}

function pathOf(claimId: string): string {
  return `/v1/claims/${encodeURIComponent(claimId)}`;
}

/** Banks may put their refusal into an answer of success, or of failure. */
function resultOf(answer: BankAnswer): ActionResult {
  const parsed = actionResult.safeParse(answer.body);
  if (parsed.data?.error) return parsed.data;
  if (answer.status >= 300) throw refusal(answer);
  const result = expected(answer, actionResult);
  if (!result.success) throw new Error("The bank's answer says neither success nor error");
  return result;
}

function refused({ resultCode, resultSubCode, resultMessage }: NonNullable<ActionResult['error']>): Error {
  const words = [resultCode, resultSubCode, resultMessage].filter(Boolean).join(', ');
  return new Error(`The bank refused the claim (${words || 'without a reason'})`.slice(0, 400));
}

/** A bank may give fewer at a time than it was asked for, and then says so. */
function isLastPage({ headers }: BankAnswer, page: number, found: number): boolean {
  const pages = Number(headers.get('x-paging-totalpages') ?? Number.NaN);
  const perPage = Number(headers.get('x-paging-perpage')) || PER_PAGE;
  return Number.isNaN(pages) ? found < perPage : page >= pages;
}

/** A repeated order has the id of the first; one with other contents has another. */
function sameFor(invoiceGuid: string, claim: NewClaim): string {
  const hex = createHash('sha256')
    .update(`${invoiceGuid}\0${JSON.stringify(claim)}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
