import { toLang } from '../../domain/values/codes.ts';
import type { Database } from '../../kernel/database/database.ts';
import { col, first, type RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { NewGuid } from '../../kernel/node/ids.ts';
import type { TestCheckout } from '../../kernel/ports/ports.ts';
import { parsePublicToken, publicToken } from '../../kernel/security/public-token.ts';
import { type TestCharge, toBalance, toIntent } from './embedded-balance.ts';
import { INVOICE_KEY } from './events.ts';
import { fromMinorUnits, toMinorUnits } from './minor-units.ts';
import { signatureHeader } from './signature.ts';
import { sandboxCheckouts } from './tables.ts';

const PREFIX = 'cs_test_';
const INTENT_PREFIX = 'pi_test_';
const PAYOUT_PREFIX = 'po_test_';
const LIFETIME_HOURS = 24;

/** An event that Stripe sends after a payment. */
export interface SimulatedReport {
  type: string;
  /** Of the refund, dispute or payout. */
  id: string;
  /** All of the payment when left out. */
  amount?: string | undefined;
  status: string;
  reason?: string;
}

/** A webhook message of the provider. */
interface SignedMessage {
  body: string;
  headers: Record<string, string>;
}

const stored = sandboxCheckouts.pick('checkout_id', 'status', 'payload');
/** `created`: seconds since 1970, as in Stripe's API. */
const checkoutRow = stored.with({ created: col.bigint() });
type CheckoutRow = RowOf<typeof checkoutRow>;
const columns = sql`${stored.list()}, extract(epoch from created_at)::bigint as created`;

interface EmbeddedOptions {
  db: Database;
  newGuid: NewGuid;
  clock: () => Date;
  webhookSecret: string;
  /** Address of the checkout page. */
  urlOf: (checkoutId: string) => string;
}

const STRIPE_STATUS = { open: 'open', paid: 'complete', refused: 'expired' } as const;

/**
 * A payment provider inside the process for testing: no money moves. It implements the calls of Stripe's API that
 * Kvitt makes and signs its webhooks as Stripe does, so the Stripe client serves both.
 */
export class EmbeddedPayments {
  readonly #options: EmbeddedOptions;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const sought = searchParams.get('payment_intent');
    if (request.method === 'GET' && pathname === '/v1/checkout/sessions' && sought) return this.#list(sought);
    const [, intent] = /^\/v1\/payment_intents\/([\w.-]+)$/.exec(pathname) ?? [];
    if (request.method === 'GET' && intent) return this.#getIntent(intent);
    const payout = searchParams.get('payout');
    if (request.method === 'GET' && pathname === '/v1/balance_transactions' && payout)
      return this.#listPayout(payout);
    const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/([\w-]+)(\/expire)?)?$/.exec(pathname) ?? [];
    if (id && request.method === 'POST' && verb) return this.#expire(id);
    if (id && request.method === 'GET' && !verb) return this.#get(id);
    if (request.method !== 'POST' || !pathname.endsWith('/checkout/sessions'))
      return errorResponse(404, 'There is no such call');
    return this.#create(request);
  }

  async #create(request: Request): Promise<Response> {
    const key = request.headers.get('idempotency-key');
    const payload = Object.fromEntries(new URLSearchParams(await request.text()));
    const invoice = parsePublicToken(payload[`metadata[${INVOICE_KEY}]`] ?? '');
    if (!invoice || !key) return errorResponse(400, 'The invoice and the Idempotency-Key are needed');
    const { db, newGuid, clock, urlOf } = this.#options;
    const id = `${PREFIX}${publicToken({ accountId: invoice.accountId, guid: newGuid() })}`;
    const keys = { account_id: invoice.accountId, checkout_id: id, idempotency_key: key };
    const record = { ...keys, payload, status: 'open' as const, created_at: clock() };
    const [row] = await db.query(
      checkoutRow,
      sql`${sandboxCheckouts.insert(record)}
        on conflict (account_id, idempotency_key) do update set status = sandbox_checkouts.status
        returning ${columns}`,
    );
    if (!row) return errorResponse(500, 'Nothing was kept');
    const { checkout_id, created } = row;
    return Response.json({
      id: checkout_id,
      url: urlOf(checkout_id),
      expires_at: created + LIFETIME_HOURS * 3600,
    });
  }

  async #list(paymentIntent: string): Promise<Response> {
    const row = await this.#row(paymentIntent.replace(INTENT_PREFIX, PREFIX));
    return Response.json({ object: 'list', data: row ? [toSession(row)] : [] });
  }

  async #getIntent(id: string): Promise<Response> {
    const row = await this.#row(id.replace(INTENT_PREFIX, PREFIX));
    return row ? Response.json(toIntent(toCharge(row))) : notFound();
  }

  async #listPayout(id: string): Promise<Response> {
    const accountId = ownerOf(id, PAYOUT_PREFIX);
    if (accountId === null) return notFound();
    const rows = await this.#options.db.query(
      checkoutRow,
      sql`select ${columns} from sandbox_checkouts
        where account_id = ${accountId} and payload ->> 'payout' = ${id} order by checkout_id`,
    );
    return Response.json({ object: 'list', has_more: false, data: rows.map(toCharge).flatMap(toBalance) });
  }

  async #get(id: string): Promise<Response> {
    const found = await this.find(id);
    return found ? Response.json({ id, status: STRIPE_STATUS[found.status] }) : notFound();
  }

  async #expire(id: string): Promise<Response> {
    const accountId = ownerOf(id);
    if (accountId === null || !(await this.find(id))) return notFound();
    const row = await this.#one(sql`${sandboxCheckouts.update({ status: 'refused' })}
      where account_id = ${accountId} and checkout_id = ${id} and status = 'open' returning ${columns}`);
    return row
      ? Response.json({ id, status: 'expired' })
      : errorResponse(400, 'Only an open checkout can be expired');
  }

  async find(checkoutId: string): Promise<TestCheckout | null> {
    const row = await this.#row(checkoutId);
    return row ? toCheckout(row) : null;
  }

  async #row(checkoutId: string): Promise<CheckoutRow | null> {
    const accountId = ownerOf(checkoutId);
    if (accountId === null) return null;
    return this.#one(sql`
      select ${columns} from sandbox_checkouts where account_id = ${accountId} and checkout_id = ${checkoutId}`);
  }

  /** The checkouts of an account, the newest first. */
  async list(accountId: number): Promise<object[]> {
    const rows = await this.#options.db.query(
      checkoutRow,
      sql`select ${columns} from sandbox_checkouts where account_id = ${accountId} order by created_at desc, checkout_id`,
    );
    return rows.map((row) => {
      const { status, description, amount, currency } = toCheckout(row);
      return { checkout_id: row.checkout_id, status, description, amount, currency };
    });
  }

  /** Simulates what becomes of a paid checkout. Null if there is no such payment. */
  async report(
    checkoutId: string,
    { type, id, amount, ...more }: SimulatedReport,
  ): Promise<SignedMessage | null> {
    const row = await this.#row(checkoutId);
    if (row?.status !== 'paid') return null;
    const { currency, amount_total } = toSession(row);
    const units = amount === undefined ? amount_total : Number(toMinorUnits(amount, currency.toUpperCase()));
    const object = type.split(/[._]/)[0] ?? '';
    const kept = keptOf(type, { id, units });
    const known = kept ? await this.#keep(row, kept) : row;
    if (type === 'charge.updated') return this.#sign(type, { ...toCharge(known), balance_transaction: id });
    if (object === 'payout') return this.#sign(type, { id, object, status: 'paid' });
    return this.#sign(type, {
      id,
      object: object === 'refund' ? 'refund' : 'dispute',
      amount: units,
      currency,
      payment_intent: intentOf(checkoutId),
      ...more,
    });
  }

  async #keep(row: CheckoutRow, kept: Record<string, string>): Promise<CheckoutRow> {
    const accountId = ownerOf(row.checkout_id);
    const payload = sql`payload || ${JSON.stringify(kept)}::jsonb`;
    const changed = await this.#one(sql`${sandboxCheckouts.update({ payload })}
      where account_id = ${accountId} and checkout_id = ${row.checkout_id} returning ${columns}`);
    return changed ?? row;
  }

  /**
   * Simulates the payer. The first decision is final; its webhook may be sent again. Null if there is no such
   * checkout.
   */
  async decide(checkoutId: string, decision: 'paid' | 'refused'): Promise<SignedMessage | null> {
    const accountId = ownerOf(checkoutId);
    if (accountId === null) return null;
    const status = sql`case when status = 'open' then ${decision} else status end`;
    const row = await this.#one(sql`${sandboxCheckouts.update({ status })}
      where account_id = ${accountId} and checkout_id = ${checkoutId} returning ${columns}`);
    return row ? this.#message(row) : null;
  }

  #one(statement: Sql): Promise<CheckoutRow | null> {
    return first(this.#options.db.query(checkoutRow, statement));
  }

  #message(row: CheckoutRow): SignedMessage {
    return this.#sign(`checkout.session.${row.status === 'paid' ? 'completed' : 'expired'}`, toSession(row));
  }

  #sign(type: string, object: object): SignedMessage {
    const { clock, newGuid, webhookSecret } = this.#options;
    const now = clock();
    const created = Math.floor(now.getTime() / 1000);
    const body = JSON.stringify({ id: `evt_${newGuid()}`, type, created, data: { object } });
    const signature = signatureHeader(webhookSecret, Buffer.from(body), now);
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
  }
}

/** A checkout as Stripe shows it. */
function toSession({ checkout_id, status, payload }: CheckoutRow) {
  return {
    id: checkout_id,
    object: 'checkout.session',
    amount_total: Number(payload['line_items[0][price_data][unit_amount]']),
    currency: payload['line_items[0][price_data][currency]'] ?? '',
    payment_status: status === 'paid' ? 'paid' : 'unpaid',
    payment_intent: status === 'paid' ? intentOf(checkout_id) : null,
    metadata: { [INVOICE_KEY]: payload[`metadata[${INVOICE_KEY}]`] },
  };
}

/** What the provider remembers of an event, for its balance. */
function keptOf(type: string, { id, units }: { id: string; units: number }): Record<string, string> | null {
  if (type === 'charge.updated') return { fee: String(units) };
  if (type.startsWith('payout')) return { payout: id };
  return type === 'refund.created' ? { [`refund ${id}`]: String(units) } : null;
}

/** The payment of a checkout as it stands in the balance of the provider. */
function toCharge({ checkout_id, payload }: CheckoutRow): TestCharge {
  const {
    amount_total: amount,
    currency,
    metadata,
  } = toSession({ checkout_id, payload, status: 'paid', created: 0 });
  const refunds = Object.entries(payload).filter(([name]) => name.startsWith('refund '));
  return {
    object: 'charge',
    amount,
    currency,
    metadata,
    payment_intent: intentOf(checkout_id),
    fee: payload.fee === undefined ? null : Number(payload.fee),
    refunds: refunds.map(([name, units]) => ({ id: name.slice('refund '.length), amount: Number(units) })),
  };
}

function intentOf(checkoutId: string): string {
  return checkoutId.replace(PREFIX, INTENT_PREFIX);
}

function toCheckout({ status, payload }: CheckoutRow): TestCheckout {
  const currency = (payload['line_items[0][price_data][currency]'] ?? '').toUpperCase();
  return {
    status,
    description: payload['line_items[0][price_data][product_data][name]'] ?? '',
    amount: fromMinorUnits(Number(payload['line_items[0][price_data][unit_amount]']), currency),
    currency,
    lang: toLang(payload.locale),
    successUrl: payload.success_url ?? '',
    cancelUrl: payload.cancel_url ?? '',
  };
}

/** The id of a checkout or payout contains its account. */
function ownerOf(id: string, prefix = PREFIX): number | null {
  return id.startsWith(prefix) ? (parsePublicToken(id.slice(prefix.length))?.accountId ?? null) : null;
}

function notFound(): Response {
  return errorResponse(404, 'There is no such checkout', 'resource_missing');
}

function errorResponse(status: number, message: string, code?: string): Response {
  return Response.json({ error: { type: 'invalid_request_error', code, message } }, { status });
}
