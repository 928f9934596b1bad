import type { Violation } from '../../domain/values/violation.ts';
import { ACCESS_FAILURES } from './access-failures.ts';
import { ARRIVAL_FAILURES } from './arrival-failures.ts';
import { BANK_FAILURES } from './bank-failures.ts';
import { COMPANY_FAILURES } from './company-failures.ts';
import { CONSOLE_FAILURES } from './console-failures.ts';
import { COST_FAILURES } from './cost-failures.ts';
import { asGiven, conflict, type Entry, type FailureKind, input, notFound } from './entry.ts';
import { JOURNAL_FAILURES } from './journal-failures.ts';
import { PAYMENT_FAILURES } from './payment-failures.ts';
import { PROGRAM_FAILURES } from './program-failures.ts';
import { VAT_FAILURES } from './vat-failures.ts';

const QUOTE_CLOSED: Readonly<Record<string, string>> = {
  expired: 'This quote has expired; give it a later valid_until first',
  changed: 'This quote was changed in the meantime; look at it again before you answer',
};

/**
 * The catalogue of failures: a stable code, its kind and its message. Surfaces turn the kind into a status of their own.
 * Every message that a client can get is here, in a file `*-failures.ts` beside this one, or in one of these places:
 *   - `violations.ts`: the reasons behind `field_invalid` and other codes that have many;
 *   - `src/domain`: the violations of domain rules, worded beside the rule (`Violation`);
 *   - `OAuthError` in modules/agents: errors in the vocabulary of the OAuth standards.
 * The console translates codes, not messages (console/src/i18n).
 */
const CATALOGUE = {
  field_required: input((field: string) => `Field ${field} is required`),
  field_invalid: input(
    (field: string, problem: string) => `Field ${field} ${problem}`,
    'A field holds something that it cannot; the message names the field and says what to send',
  ),
  invalid_data: input('Field data must be a JSON object, sent as a JSON-encoded string'),
  ...ACCESS_FAILURES,

  idempotency_key_reused: conflict(
    'This Idempotency-Key was used with another request; use a new key for a new request',
  ),
  ...PROGRAM_FAILURES,
  ...VAT_FAILURES,
  subscription_required: input(
    (what: string, plan: string) => `${what} needs the account's ${plan} subscription, which is not active`,
  ),
  account_not_found: notFound('No account found'),
  person_not_found: notFound('No person found'),
  agent_not_found: notFound('No agent found'),
  username_taken: conflict('This username is taken; choose another'),
  customer_not_found: notFound('No customer found'),
  item_not_found: notFound('No item found'),
  bookkeeper_not_found: notFound('No bookkeeper found'),
  tenant_not_found: notFound('No tenant found'),
  invoice_not_found: notFound('No invoice found'),
  file_not_found: notFound('No file found'),
  claim_not_found: notFound('No claim found'),
  item_inactive: conflict(
    (number: string) =>
      `Item ${number} is not active; set active to 1 with update-item, or send another item`,
  ),
  item_number_taken: conflict(
    (number: string) => `Item number ${number} is in use by another item; send another, or none`,
  ),
  file_in_use: conflict('A file is attached to another document already; upload it again'),
  file_refused: input(
    asGiven,
    'The file is empty, too large, or of a kind that is not accepted; the message says which',
  ),
  amount_mismatch: input(
    (sent: string, expected: string) =>
      `Field amount must equal the lines plus VAT: send ${expected} instead of ${sent}`,
  ),
  figures_refused: input(
    asGiven,
    'The figures make no invoice, as when the total is negative; the message says why',
  ),
  flags_conflict: input(asGiven, 'Two fields exclude each other; the message says which one to leave out'),
  exchange_rate_missing: input(
    (currency: string, date: string) =>
      `No ${currency} rate is known for ${date}; send exchange_rate (ISK for one ${currency})`,
  ),
  einvoice_refused: input(
    (what: string) => `The e-invoice cannot be made as it is: ${what}`,
    'The e-invoice network would not take it; the message says what is missing, and whose it is',
  ),
  credit_refused: input(
    asGiven,
    'The invoice cannot be credited, or not by that much; the message says what is left',
  ),
  part_refused: input(asGiven, 'That part cannot be invoiced; the message says what is left'),
  task_not_found: notFound('No task found'),
  task_log_not_found: notFound('No task log found'),
  task_finished: conflict(
    (status: string) => `This task is ${status} and cannot be changed that way; create a new one`,
  ),
  task_running: conflict('The timer of this task is running; end it first'),
  task_not_running: conflict(
    'The timer of this task is not running; start it first, or log the time by hand',
  ),
  task_full: conflict(
    (max: string) => `This task has ${max} logs, which is the most it can have; create a new one`,
  ),
  task_nothing_to_bill: conflict(
    (number: string, instead: string) =>
      `Task ${number} has no time that is not on an invoice already; ${instead}`,
  ),
  task_log_billed: conflict('This time is on an invoice, so it cannot be changed or deleted'),
  order_not_found: notFound('No order found'),
  draft_not_found: notFound('No draft found'),
  quote_not_found: notFound('No quote found'),
  recurring_invoice_not_found: notFound('No recurring invoice found'),
  recurring_locked: conflict(
    (state: string) => `This recurring invoice is ${state} and cannot be changed that way`,
  ),
  quote_closed: conflict((state: string) => QUOTE_CLOSED[state] ?? `This quote is ${state} already`),
  document_locked: conflict(
    (kind: string) => `This ${kind} cannot be changed or deleted: an invoice was made from it`,
  ),
  product_sale_not_found: notFound('No product sale found'),
  sale_has_no_attendees: input('This product sale is not an event; only events have attendees'),
  sale_closed: conflict('This sale is closed, so nothing can be bought'),
  sold_out: conflict(
    (left: number) => (left === 0 ? 'Sold out' : `Only ${left} left; ask for that many or fewer`),
    'There are not as many left as were asked for; the message says how many there are',
  ),
  release_refused: conflict(asGiven, 'The order cannot be taken back; the message says why'),
  invoice_locked: conflict((status = '') =>
    status === 'Paid'
      ? 'This invoice is settled already; nothing was recorded twice'
      : 'This invoice cannot be changed',
  ),
  accounting_locked: conflict((status: string) =>
    status === ''
      ? 'This invoice is a draft, which bookkeeping does not have yet; issue it first'
      : `The accounting status of this invoice is ${status} and cannot be changed`,
  ),
  delivery_refused: conflict(
    asGiven,
    'The invoice cannot be sent again that way; the message says what to do instead',
  ),
  einvoice_not_found: notFound('No einvoice found'),
  claim_cancel_failed: conflict(
    'The bank did not cancel the claim of this invoice, so nothing was changed; try again later',
  ),
  ...PAYMENT_FAILURES,
  ...BANK_FAILURES,
  receipt_address_not_found: notFound('No receipt address found'),
  ...COST_FAILURES,
  ...COMPANY_FAILURES,
  ...JOURNAL_FAILURES,
  ...ARRIVAL_FAILURES,
  ...CONSOLE_FAILURES,
} as const satisfies Record<string, Entry>;

type Catalogue = typeof CATALOGUE;
export type FailureCode = keyof Catalogue;
/** A text of a message may be given as the violations that it says. */
type WithViolations<A extends readonly unknown[]> = {
  [I in keyof A]: A[I] extends string ? string | Violation | readonly Violation[] : A[I];
};
type Args<C extends FailureCode> = Catalogue[C]['message'] extends (...args: infer A) => string
  ? WithViolations<A>
  : [];

/** The violation behind a code, with the arguments of its message. */
export interface Reason {
  code: string;
  values: readonly string[];
}

export class Failure extends Error {
  readonly code: FailureCode;
  readonly kind: FailureKind;
  /** The arguments of the message, for a translation. */
  readonly details: readonly string[];
  readonly reasons: readonly Reason[];
  /** The other problems of the same request, for a form that shows each beside its field. */
  readonly further: readonly Failure[];

  constructor(
    code: FailureCode,
    message: string,
    details: readonly string[] = [],
    reasons: readonly Reason[] = [],
    further: readonly Failure[] = [],
  ) {
    super(message);
    this.code = code;
    this.kind = CATALOGUE[code].kind;
    this.details = details;
    this.reasons = reasons;
    this.further = further;
  }
}

/** The first problem, which the APIs answer, with the others attached; null without any. */
export function joinFailures([first, ...further]: readonly Failure[]): Failure | null {
  if (!first || further.length === 0) return first ?? null;
  return new Failure(first.code, first.message, first.details, first.reasons, further);
}

/** A rate limit was exceeded; the caller must wait. */
export abstract class RateLimitExceeded extends Failure {
  readonly retryAfterSeconds: number;

  constructor(code: 'too_many_attempts' | 'too_many_requests', seconds: number) {
    super(code, CATALOGUE[code].message(seconds), [String(seconds)]);
    this.retryAfterSeconds = seconds;
  }
}

export class TooManyAttempts extends RateLimitExceeded {
  constructor(seconds: number) {
    super('too_many_attempts', seconds);
  }
}

export class TooManyRequests extends RateLimitExceeded {
  constructor(seconds: number) {
    super('too_many_requests', seconds);
  }
}

export function failure<C extends FailureCode>(code: C, ...args: Args<C>): Failure {
  const message: string | ((...args: never[]) => string) = CATALOGUE[code].message;
  const given: readonly unknown[] = args;
  const problems = given.map(violationsIn);
  const parts = given.map((arg, index) => problems[index]?.map(({ message }) => message).join('; ') || arg);
  return new Failure(
    code,
    typeof message === 'string' ? message : message(...(parts as never[])),
    parts as string[],
    problems.flat().map((problem) => ({ code: problem.code, values: problem.values ?? [] })),
  );
}

function violationsIn(arg: unknown): readonly Violation[] {
  if (Array.isArray(arg)) return arg;
  return typeof arg === 'object' && arg !== null ? [arg as Violation] : [];
}

export function fail<C extends FailureCode>(code: C, ...args: Args<C>): never {
  throw failure(code, ...args);
}

/** Every code with its kind and message, for the reference documentation. */
export function failureCodes(): { code: FailureCode; kind: FailureKind; message: string }[] {
  return (Object.entries(CATALOGUE) as [FailureCode, Entry][]).map(([code, { kind, message, about }]) => ({
    code,
    kind,
    message: about ?? (typeof message === 'string' ? message : message(...(['…', '…', '…'] as never[]))),
  }));
}
