import { fixed2 } from '../../../domain/money.ts';
import type { Totals } from '../../../domain/totals.ts';
import type { Account } from '../../../kernel/account.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { InvoiceInput } from '../schema.ts';
import type { InvoiceRecord, LineRecord } from './issue-store.ts';
import { lineRecord } from './lines.ts';
import type { InvoicePlan, InvoiceTexts } from './plan.ts';

/** The columns of a planned invoice, for the database and for the PDF of a preview alike. */
export function invoiceColumns(
  { account, today }: Pick<WriteContext, 'account' | 'today'>,
  plan: InvoicePlan,
  guid: string,
): InvoiceRecord {
  const { discount, status, dates, origin } = plan;
  return {
    ...plan.texts,
    ...totalsColumns(plan.sums),
    guid,
    kind: plan.kind,
    status,
    refer_id: plan.referId,
    seller: sellerSnapshot(account),
    buyer: plan.snapshot,
    currency: plan.currency,
    exchange_rate: plan.exchangeRate,
    issue_date: dates.issueDate,
    due_date: dates.dueDate,
    settlement_date: dates.settlementDate,
    trading_partner_id: plan.tradingPartnerId,
    tax_exempt: plan.taxExempt,
    is_discount: discount !== undefined,
    discount_is_percent: discount?.isPercent ?? false,
    discount_value: discount?.value.toFixed() ?? '0',
    payment_fee: fixed2(plan.paymentFee),
    is_claim: plan.isClaim,
    is_payment_link: plan.isPaymentLink,
    method_payment: plan.methodPayment,
    paid_on: status === 'Paid' ? today : null,
    accounting_status: status === 'Draft' ? '' : 'Created',
    document_id: origin?.documentId ?? null,
    occurrence: origin?.occurrence ?? null,
    order_reference: origin?.orderReference ?? '',
    xml_status: status !== 'Draft' && plan.snapshot.output_select === '2' ? 'queued' : '',
  };
}

export function lineRecords({ newGuid }: Pick<WriteContext, 'newGuid'>, plan: InvoicePlan): LineRecord[] {
  return plan.lines.map((line, index) => {
    const lineSums = plan.sums.lines[index];
    if (!lineSums) throw new Error('Every line has its sums');
    return lineRecord(line, lineSums, newGuid());
  });
}

function totalsColumns({ amount, net, vat, discountTotal }: Totals) {
  return {
    amount: fixed2(amount),
    net_24: fixed2(net.S),
    net_11: fixed2(net.AA),
    net_0: fixed2(net.Z),
    vat_24: fixed2(vat.S),
    vat_11: fixed2(vat.AA),
    discount_total: fixed2(discountTotal),
  };
}

type TextsInput = Pick<InvoiceInput, 'delivery_date' | 'description' | 'booking' | 'cost_provide' | 'terms'>;

/** Terms that are left out are the usual ones; an empty text stands for an invoice without terms. */
export function invoiceTexts(input: TextsInput, usualTerms = ''): InvoiceTexts {
  const { delivery_date, description, booking, cost_provide, terms } = input;
  return {
    delivery_date: delivery_date ?? null,
    description: description ?? '',
    booking: booking ?? '',
    cost_provide: cost_provide ?? '',
    terms: terms ?? usualTerms,
  };
}

/** The terms of the account, in the language of the customer. */
export function defaultTerms(account: Account, lang: string): string {
  const settings = settingsOf(account);
  return (lang === 'en' ? settings.invoice_terms_en : settings.invoice_terms_is) ?? '';
}

/** A copy of the account's details, so that later changes leave issued invoices as they were. */
export function sellerSnapshot(account: Account) {
  const { name, registrationNo, vatNo, email, address, zip, city, bankAccount } = account;
  return {
    name,
    registration_no: registrationNo,
    vat_no: vatNo,
    email,
    address,
    zip,
    city,
    bank_account: bankAccount,
  };
}
