import type { PlainDate } from '../../../domain/values/dates.ts';
import { normalizeKennitala } from '../../../domain/values/kennitala.ts';
import { SerializationFailure } from '../../../kernel/database/database.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { lockedDays } from '../../../kernel/write/locked-periods.ts';
import { lockKennitalas } from '../../customers/kennitala-store.ts';
import { kennitalaIn } from '../../customers/rules.ts';
import { lockOriginals } from '../credit/credit-store.ts';
import {
  bodySource,
  lockAttachedRecords,
  NOTHING_ATTACHED,
  readBodyFacts,
  taskGuids,
} from '../plan/body-source.ts';
import { valueOrThrow } from '../plan/checked.ts';
import { bringsRecords, type InvoicePlan, planInvoice } from '../plan/plan.ts';
import type { CreatedInvoice } from '../records/insert-invoice-store.ts';
import type { InvoiceFacts } from '../records/invoice-facts-store.ts';
import type { InvoiceInput } from '../records/schema.ts';
import { storeInvoices } from '../save/invoice-statement.ts';
import { issueDocument } from './create-invoice.ts';

/** A document as it was read, or why it was refused. */
type Requested = InvoiceInput | Failure;

interface IssuedDocuments {
  /** The results of the documents, in their order. */
  outcomes: (CreatedInvoice | Failure)[];
  effects: readonly Effect[];
  bookedOn: readonly PlainDate[];
}

/**
 * Issues documents one after the other, with the same result as calls of create-invoice. Invoices of known customers and items
 * are stored together. A document that changes other records, or makes new ones, is stored by itself after those before it.
 */
export async function issueDocuments(
  ctx: WriteContext,
  requested: readonly Requested[],
  facts: readonly InvoiceFacts[],
): Promise<IssuedDocuments> {
  await lockNamedRecords(ctx, requested, facts);
  const queue = new DocumentQueue(ctx, await findLockedDays(ctx, requested));
  for (const [at, input] of requested.entries()) {
    const known = facts[at];
    if (!known) throw new Error('Every document has its facts');
    await queue.add(at, input, known);
  }
  return queue.end();
}

function findLockedDays(ctx: WriteContext, requested: readonly Requested[]) {
  const days = requested.flatMap((input) =>
    input instanceof Failure ? [] : (input.issue_date ?? ctx.today),
  );
  return lockedDays(ctx, [...new Set(days)]);
}

/**
 * Locks what the documents name before the first takes a number: whoever issues one document has these locks before it waits for
 * the counter, too.
 */
async function lockNamedRecords(
  { tx, account }: WriteContext,
  requested: readonly Requested[],
  facts: readonly InvoiceFacts[],
): Promise<void> {
  const inputs = requested.flatMap((input) => (input instanceof Failure ? [] : input));
  const credited = inputs.flatMap(({ type, ref_invoice_guid: guid }) => (type === 'credit' && guid) || []);
  await lockOriginals(tx, account.id, credited);
  const billed = inputs.filter(({ type, save }) => type === 'invoice' && !save);
  await lockAttachedRecords(tx, account.id, {
    files: inputs.flatMap(({ files }) => files || []).join(','),
    items: billed.flatMap(({ items }) => items ?? []),
  });
  const isThere = await lockKennitalas(
    tx,
    account.id,
    requested.flatMap((input, at) => unknownKennitala(input, facts[at]) || []),
  );
  if (isThere) throw new SerializationFailure('Another document has created the customer');
}

/** The kennitala of a customer who has no profile yet; empty where there is none. */
function unknownKennitala(input: Requested, facts: InvoiceFacts | undefined): string {
  if (input instanceof Failure || facts?.customer || input.customer?.guid) return '';
  return normalizeKennitala(kennitalaIn(input.customer ?? {}) ?? '');
}

class DocumentQueue {
  readonly #ctx: WriteContext;
  readonly #locked: ReadonlyMap<PlainDate, Failure>;
  readonly #outcomes: (CreatedInvoice | Failure)[] = [];
  readonly #effects: Effect[] = [];
  readonly #bookedOn = new Set<PlainDate>();
  /** Those that are stored together next. */
  #waiting: { at: number; plan: InvoicePlan }[] = [];
  /** The issue date of the last document with a number, if one of these has one. */
  #lastIssued: PlainDate | null = null;
  /** Whether one of them may have made a record that the facts of those after it lack. */
  #isOutdated = false;

  constructor(ctx: WriteContext, locked: ReadonlyMap<PlainDate, Failure>) {
    this.#ctx = ctx;
    this.#locked = locked;
  }

  async add(at: number, input: Requested, facts: InvoiceFacts): Promise<void> {
    if (input instanceof Failure) {
      this.#outcomes[at] = input;
      return;
    }
    const plan = standsAlone(input) ? null : this.#plan(input, facts);
    if (plan instanceof Failure && !this.#isOutdated) this.#outcomes[at] = plan;
    else if (plan === null || plan instanceof Failure || bringsRecords(plan))
      await this.#storeAlone(at, input);
    else {
      this.#waiting.push({ at, plan });
      if (plan.status !== 'Draft') this.#lastIssued = plan.dates.issueDate;
    }
  }

  async end(): Promise<IssuedDocuments> {
    await this.#storeWaiting();
    return { outcomes: this.#outcomes, effects: this.#effects, bookedOn: [...this.#bookedOn] };
  }

  #plan(input: InvoiceInput, facts: InvoiceFacts): InvoicePlan | Failure {
    const ctx = this.#ctx;
    const now = { ...facts, last_issued: this.#lastIssued ?? facts.last_issued };
    return outcomeOf(() => {
      const plan = valueOrThrow(planInvoice(ctx.account, bodySource(ctx, input, now, NOTHING_ATTACHED)));
      const refusal = plan.status === 'Draft' ? undefined : this.#locked.get(plan.dates.issueDate);
      if (refusal) throw refusal;
      return plan;
    });
  }

  async #storeAlone(at: number, input: InvoiceInput): Promise<void> {
    await this.#storeWaiting();
    const ctx = this.#ctx;
    try {
      const { output, effect, bookedOn } = await ctx.part(async (part) => {
        const facts = input.type === 'invoice' ? await readBodyFacts({ ...ctx, db: ctx.tx }, input) : null;
        return issueDocument(part, input, facts);
      });
      this.#outcomes[at] = output;
      this.#record(effect, bookedOn);
      this.#lastIssued = bookedOn[0] ?? this.#lastIssued;
      this.#isOutdated = true;
    } catch (refusal) {
      if (!(refusal instanceof Failure)) throw refusal;
      this.#outcomes[at] = refusal;
    }
  }

  async #storeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const plans = waiting.map(({ plan }) => plan);
    const { output, effect, bookedOn } = await this.#ctx.part((part) => storeInvoices(part, plans));
    waiting.forEach(({ at }, index) => {
      const created = output[index];
      if (!created) throw new Error('Every document has been stored');
      this.#outcomes[at] = created;
    });
    this.#record(effect, bookedOn);
  }

  #record(effect: Effect | null, bookedOn: readonly PlainDate[]): void {
    if (effect) this.#effects.push(...(effect.documents ?? [effect]));
    for (const day of bookedOn) this.#bookedOn.add(day);
  }
}

/** Whether it changes other records: a credit note its invoice, and others the files and tasks that they name. */
function standsAlone(input: InvoiceInput): boolean {
  return input.type === 'credit' || Boolean(input.files) || taskGuids(input).length > 0;
}

function outcomeOf<T>(plan: () => T): T | Failure {
  try {
    return plan();
  } catch (refusal) {
    if (refusal instanceof Failure) return refusal;
    throw refusal;
  }
}
