import { createHash } from 'node:crypto';
import { type ClaimsVersion, claimAccount, claimIdOf, expirationDate } from '../../domain/invoices/claims.ts';
import { decimal, fixed2, sum, toWire } from '../../domain/values/money.ts';
import {
  type Bank,
  BankUnavailable,
  type ClaimOrder,
  type ClaimOwner,
  type ClaimSpan,
  type ClaimState,
} from '../../kernel/ports/ports.ts';
import {
  BankClient,
  type BankResponse,
  type BankTransport,
  isNotFound,
  parseResponse,
  toError,
} from './bank-client.ts';
import { toClaimPayments } from './claim-payments.ts';
import {
  type ActionResult,
  actionResult,
  type ClaimDetails,
  type ClaimPatch,
  claimDetails,
  claimList,
  type NewClaim,
  PATCH_TYPES,
  type Transaction,
  transactionList,
} from './shapes.ts';

interface IobwsOptions {
  send: BankTransport;
  url: string;
  timeoutMs: number;
  /** The claim template for accounts that have none of their own. */
  template: string;
  /** Percent per year after the due date; if unset, the maximum rate of the Central Bank applies. */
  defaultInterest: number | undefined;
  /** The version that the bank serves; undefined: the client finds out. */
  version: ClaimsVersion | undefined;
}

const PER_PAGE = 500;
const MAX_PAGES = 1000;
/** A claim has few payments, so this bounds the loop against a bank that reports endless pages. */
const MAX_TRANSACTION_PAGES = 20;
const MAX_READINGS = 5;

/** Client for the IOBWS Claims API of the Icelandic banks, in the version that a bank serves. */
export class IobwsBank implements Bank {
  readonly #calls: BankClient;
  readonly #options: IobwsOptions;
  #version: ClaimsVersion | undefined;

  constructor(options: IobwsOptions) {
    this.#options = options;
    this.#version = options.version;
    this.#calls = new BankClient(options.send, options.url, options.timeoutMs);
  }

  async createClaim(order: ClaimOrder): Promise<string> {
    const claim = this.#toClaim(order, await this.#servedVersion(order.accountId));
    const answer = await this.#calls.call({
      accountId: order.accountId,
      method: 'POST',
      path: '/v1/claims',
      body: claim,
      requestId: contentUuid(order.invoiceGuid, claim),
      headers: { 'x-idempotency-key': order.invoiceGuid },
    });
    const { error, success } = parseResult(answer);
    const claimId = (error ?? success)?.claimId ?? claimIdOf(claim.claimKey);
    if (!error) return claimId;
    if (error.resultCode !== 'CLAIM_EXISTS') throw claimRefusal(error);
    return this.#adopt(order, claimId);
  }

  /** The claim exists because the response to an earlier attempt was lost. The amount may have been reduced since. */
  async #adopt(order: ClaimOrder, claimId: string): Promise<string> {
    const { accountId, amount } = order;
    const claim = await this.#find(accountId, claimId);
    if (!claim || !belongsTo(order, claim))
      throw new Error(`The bank has another claim under ${claimId}, which is not for this invoice`);
    if (!decimal(claim.amount).eq(decimal(amount))) await this.changeClaim(accountId, claimId, amount);
    return claimId;
  }

  async changeClaim(accountId: number, claimId: string, amount: string) {
    return (await this.#patch(accountId, claimId, { amount: toWire(amount) })) ?? 'changed';
  }

  async cancelClaim(accountId: number, claimId: string, onlyFor?: ClaimOwner) {
    if (onlyFor) {
      const claim = await this.#find(accountId, claimId);
      if (!claim || !belongsTo(onlyFor, claim)) return 'unknown';
    }
    return (await this.#patch(accountId, claimId, { claimStatus: 'Cancelled' })) ?? 'cancelled';
  }

  async openClaims(accountId: number, { claimantId, from, to }: ClaimSpan): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let page = 1; page <= MAX_PAGES; page++) {
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
      if (isNotFound(answer)) return ids;
      const claims = parseResponse(answer, claimList);
      // A bank may ignore the status filter.
      for (const claim of claims) {
        if (claim.claimStatus === 'Unpaid' && !claim.isPartiallyPaid) ids.add(claimIdOf(claim.claimKey));
      }
      if (isLastPage(answer, page, claims.length)) return ids;
    }
    return ids;
  }

  async readClaim(accountId: number, claimId: string): Promise<ClaimState> {
    const claim = await this.#find(accountId, claimId);
    if (!claim) return { status: 'unknown', payments: [], open: '0.00' };
    const { amount, currency = 'ISK', claimStatus = 'Unpaid' } = claim;
    // A bank that does not say whether something was paid is asked only where the answer is final.
    const mayBePaid = claimStatus === 'Paid' || (claim.isPartiallyPaid ?? claimStatus === 'Cancelled');
    const pages = mayBePaid ? await this.#transactions(accountId, claimId) : [];
    const { payments, isClosed } = toClaimPayments(claimId, { amount, currency }, pages);
    if (claimStatus === 'Paid') return { status: isClosed ? 'paid' : 'settling', payments, open: '0.00' };
    if (claimStatus === 'Cancelled') return { status: 'cancelled', payments, open: '0.00' };
    const paid = sum(payments.map(({ principal }) => decimal(principal)));
    return { status: 'unpaid', payments, open: fixed2(decimal(amount).minus(paid)) };
  }

  /**
   * The payments of a claim by pages. A payment that comes in between two calls moves others from page to page, so several
   * pages are read until two readings agree.
   */
  async #transactions(accountId: number, claimId: string): Promise<Transaction[][]> {
    let pages = await this.#transactionPages(accountId, claimId);
    for (let readings = 1; pages.length > 1; readings++) {
      const again = await this.#transactionPages(accountId, claimId);
      if (JSON.stringify(again) === JSON.stringify(pages)) break;
      if (readings === MAX_READINGS)
        throw new BankUnavailable('The payments of a claim change while they are read');
      pages = again;
    }
    return pages;
  }

  async #transactionPages(accountId: number, claimId: string): Promise<Transaction[][]> {
    const pages: Transaction[][] = [];
    for (let page = 1; page <= MAX_TRANSACTION_PAGES; page++) {
      const path = `${claimPath(claimId)}/transactions?page=${page}&itemsPerPage=${PER_PAGE}`;
      const answer = await this.#calls.call({ accountId, method: 'GET', path });
      if (isNotFound(answer)) break;
      const found = parseResponse(answer, transactionList);
      if (found.length > 0) pages.push(found);
      if (isLastPage(answer, page, found.length)) break;
    }
    return pages;
  }

  async #find(accountId: number, claimId: string): Promise<ClaimDetails | null> {
    const answer = await this.#calls.call({ accountId, method: 'GET', path: claimPath(claimId) });
    return isNotFound(answer) ? null : parseResponse(answer, claimDetails);
  }

  /** Why the claim was not changed, or null if it was. A reason that does not concern its state is thrown. */
  async #patch(accountId: number, claimId: string, body: ClaimPatch) {
    const version = await this.#servedVersion(accountId);
    const answer = await this.#calls.call({
      accountId,
      method: 'PATCH',
      path: claimPath(claimId),
      body,
      contentType: PATCH_TYPES[version],
    });
    if (isNotFound(answer)) return 'unknown';
    const { error } = parseResult(answer);
    if (!error) return null;
    if (error.resultCode === 'CLAIM_IS_PAID') return 'paid';
    if (error.resultCode === 'CLAIM_IS_CANCELLED') return 'cancelled';
    if (error.resultCode === 'CLAIM_NOT_FOUND') return 'unknown';
    // The standard has no code for a claim that cannot be changed because a part of it was paid.
    const claim = await this.#find(accountId, claimId).catch(() => null);
    if (claim?.isPartiallyPaid) return 'part_paid';
    throw claimRefusal(error);
  }

  /**
   * Templates have another path in each version, so the answer to one of them tells which is served. An answer that does
   * not, such as that of a bank that is down, is asked for again with the next call.
   */
  async #servedVersion(accountId: number): Promise<ClaimsVersion> {
    if (this.#version) return this.#version;
    const path = '/v1/templates?itemsPerPage=1';
    const { status } = await this.#calls.call({ accountId, method: 'GET', path });
    if (status === 200) this.#version = '3.2';
    if (status === 400 || status === 404 || status === 405) this.#version = '3.1';
    return this.#version ?? '3.1';
  }

  #toClaim(order: ClaimOrder, version: ClaimsVersion): NewClaim {
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
      ...(version === '3.2' && { expirationDate: expirationDate(order.finalDueDate) }),
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

/** Another program of the seller may have used the same claim number for the same day. */
function belongsTo({ reference, payerKennitala }: ClaimOwner, claim: ClaimDetails): boolean {
  return claim.reference === reference && claim.payorId === payerKennitala;
}

function claimPath(claimId: string): string {
  return `/v1/claims/${encodeURIComponent(claimId)}`;
}

/** A bank may report a refusal with a success status or with an error status. */
function parseResult(answer: BankResponse): ActionResult {
  const parsed = actionResult.safeParse(answer.body);
  if (parsed.data?.error) return parsed.data;
  if (answer.status >= 300) throw toError(answer);
  const result = parseResponse(answer, actionResult);
  if (!result.success) throw new Error("The bank's answer says neither success nor error");
  return result;
}

function claimRefusal({
  resultCode,
  resultSubCode,
  resultMessage,
}: NonNullable<ActionResult['error']>): Error {
  const details = [resultCode, resultSubCode, resultMessage].filter(Boolean).join(', ');
  return new Error(`The bank refused the claim (${details || 'without a reason'})`.slice(0, 400));
}

/** A bank may return fewer items per page than requested; the paging headers say so. */
function isLastPage({ headers }: BankResponse, page: number, found: number): boolean {
  const pages = Number(headers.get('x-paging-totalpages') ?? Number.NaN);
  const perPage = Number(headers.get('x-paging-perpage')) || PER_PAGE;
  return Number.isNaN(pages) ? found < perPage : page >= pages;
}

/** A UUID derived from the content: a retry has the same id, and a request with other content a different one. */
function contentUuid(invoiceGuid: string, claim: NewClaim): string {
  const hex = createHash('sha256')
    .update(`${invoiceGuid}\0${JSON.stringify(claim)}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
