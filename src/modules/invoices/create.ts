import { checkKennitala, normalizeKennitala } from '../../domain/kennitala.ts';
import { type Decimal, decimal, fixed2 } from '../../domain/money.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failure.ts';
import { write } from '../../kernel/operation.ts';
import { newCustomer } from '../customers/rules.ts';
import { issueCreditNote } from './credit.ts';
import { resolveLines } from './lines.ts';
import { paymentLink } from './payment-link.ts';
import { figures, sellerOf, storedLines, texts } from './record.ts';
import { checkedTotals, checkFlags, datesOf, discountOf, type InvoiceDates } from './rules.ts';
import { type InvoiceInput, invoiceInput } from './schema.ts';
import {
  type Buyer,
  type BuyerSnapshot,
  type InvoiceFacts,
  type InvoiceRecord,
  type MadeInvoice,
  madeInvoice,
  readFacts,
  storeInvoice,
} from './write-store.ts';

export const createInvoice = write({
  name: 'create-invoice',
  summary: 'Creates and issues an invoice or a credit note; with save it is kept as a draft.',
  scope: 'create_invoice',
  input: invoiceInput,
  async prepare(ctx, input) {
    checkFlags(input, ctx.account);
    return {
      dates: datesOf(input, ctx.today),
      facts: input.type === 'invoice' ? await lookUp(ctx, input) : null,
    };
  },
  run: (ctx, input, { dates, facts }): Promise<MadeInvoice> =>
    facts ? issueInvoice(ctx, input, dates, facts) : issueCreditNote(ctx, input, dates),
});

function lookUp(ctx: ReadContext, input: InvoiceInput): Promise<InvoiceFacts> {
  const items = input.items ?? fail('field_required', 'items');
  if (items.length === 0) fail('field_invalid', 'items', 'must have at least one line');
  const customer = input.customer ?? fail('field_required', 'customer');
  return readFacts(ctx.db, ctx.account.id, {
    customerGuid: customer.guid,
    customerKennitala: customer.registration_no && normalizeKennitala(customer.registration_no),
    itemGuids: items.flatMap(({ guid }) => guid ?? []),
    itemNumbers: items.flatMap(({ guid, item_number }) => (guid ? [] : (item_number ?? []))),
    currency: input.currency ?? fail('field_required', 'currency'),
    issueDate: input.issue_date ?? ctx.today,
    files: fileGuids(input),
  });
}

async function issueInvoice(
  ctx: WriteContext,
  input: InvoiceInput,
  dates: InvoiceDates,
  facts: InvoiceFacts,
): Promise<MadeInvoice> {
  const { buyer, snapshot, taxExempt } = buyerOf(ctx, input, facts);
  if (input.is_claim && snapshot.registration_no === '') {
    fail('field_required', 'customer.registration_no (is_claim needs the kennitala of the payer)');
  }
  const { lines, newItems } = resolveLines(input.items ?? [], facts.catalogue, ctx.newGuid);
  const discount = discountOf(input);
  const sums = checkedTotals(lines, { discount, taxExempt }, input.amount);
  const files = checkedFiles(input, facts);
  const status = input.save ? 'Draft' : input.mark_paid ? 'Paid' : 'Sent';
  const guid = ctx.newGuid();
  const invoice: InvoiceRecord = {
    ...texts(input),
    ...figures(sums),
    guid,
    kind: 'invoice',
    status,
    refer_id: null,
    seller: sellerOf(ctx.account),
    buyer: snapshot,
    currency: input.currency ?? 'ISK',
    exchange_rate: exchangeRate(input, facts, dates).toFixed(),
    issue_date: dates.issueDate,
    due_date: dates.dueDate,
    settlement_date: dates.settlementDate,
    trading_partner_id: tradingPartner(ctx, input.trading_partner_id || snapshot.trading_partner_id),
    tax_exempt: taxExempt,
    is_discount: discount !== undefined,
    discount_is_percent: discount?.isPercent ?? false,
    discount_value: discount?.value.toFixed() ?? '0',
    payment_fee: fixed2(input.payment_fee ?? decimal('0')),
    is_claim: input.is_claim ?? false,
    is_payment_link: input.is_payment_link ?? false,
    method_payment: input.method_payment ?? null,
    paid_on: status === 'Paid' ? ctx.today : null,
    accounting_status: status === 'Draft' ? '' : 'Created',
  };
  if (invoice.is_claim && status === 'Sent') ctx.later('send-claim', { invoice_guid: guid });
  const records = storedLines(ctx, lines, sums);
  const steps = storeInvoice(ctx.account.id, {
    invoice,
    lines: records,
    buyer,
    newItems,
    files,
    now: ctx.now,
  });
  const answer = madeInvoice(invoice.is_payment_link ? paymentLink(ctx, guid) : null);
  const made = await ctx.finish<MadeInvoice>({ target: guid, steps, answer });
  return made ?? fail('invoice_not_found');
}

function buyerOf(
  ctx: WriteContext,
  input: InvoiceInput,
  { customer }: InvoiceFacts,
): { buyer: Buyer; snapshot: BuyerSnapshot; taxExempt: boolean } {
  if (customer) {
    const { id, tax_exempt, ...snapshot } = customer;
    return { buyer: { id }, snapshot, taxExempt: tax_exempt };
  }
  const { guid: asked, ...profile } = input.customer ?? {};
  if (asked) fail('customer_not_found');
  const name = profile.name || fail('field_required', 'customer.name');
  const fields = newCustomer(ctx, { ...profile, name });
  const guid = ctx.newGuid();
  const { customer_number, address, zip, city, registration_no, email, phone_number, vat, lang } = fields;
  const snapshot = {
    guid,
    customer_number,
    name,
    address,
    zip,
    city,
    registration_no,
    email,
    phone_number,
    vat,
    lang,
  };
  const { output_select, trading_partner_id } = fields;
  return {
    buyer: { guid, fields },
    snapshot: { ...snapshot, output_select, trading_partner_id },
    taxExempt: fields.tax_exempt,
  };
}

function exchangeRate(input: InvoiceInput, facts: InvoiceFacts, { issueDate }: InvoiceDates): Decimal {
  if (input.currency === 'ISK') return decimal('1');
  if (input.exchange_rate) return input.exchange_rate;
  return decimal(facts.rate ?? fail('exchange_rate_missing', input.currency ?? '', issueDate));
}

function tradingPartner(ctx: WriteContext, given: string): string {
  const kennitala = normalizeKennitala(given);
  if (kennitala === '' || checkKennitala(kennitala, ctx.rules.kennitala)) return kennitala;
  return fail('field_invalid', 'trading_partner_id', 'must be a bare, valid kennitala of 10 digits');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function fileGuids({ files = '' }: InvoiceInput): string[] {
  const ids = files.split(',').map((id) => id.trim().toLowerCase());
  const named = [...new Set(ids.filter((id) => id !== ''))];
  return named.every((id) => UUID.test(id)) ? named : fail('file_not_found');
}

function checkedFiles(input: InvoiceInput, facts: InvoiceFacts): string[] {
  const files = fileGuids(input);
  if (facts.files_there < files.length) fail('file_not_found');
  if (facts.files_free < files.length) fail('file_in_use');
  return files;
}
