import { eachReference } from '../../src/domain/invoices/references.ts';
import { totals } from '../../src/domain/invoices/totals.ts';
import type { VatCode } from '../../src/domain/invoices/vat.ts';
import { decimal, fixed2 } from '../../src/domain/values/money.ts';
import type { PrintableInvoice, PrintableLine } from '../../src/rendering/printable-invoice.ts';

export function lineRecord(fields: Partial<PrintableLine> = {}): PrintableLine {
  return {
    item_number: 'RAD-1',
    description: 'Ráðgjöf og úttekt',
    qty: '2',
    uom: 'HUR',
    tax: 'S',
    vat_kind: null,
    unit_price: '15900',
    discount: '0',
    discount_is_percent: false,
    ...fields,
  };
}

export const SELLER: PrintableInvoice['seller'] = {
  name: 'Norðurljós verkstofa ehf.',
  registration_no: '5501234560',
  vat_no: '145678',
  email: 'bokhald@nordurljos.example',
  address: 'Hafnarstræti 12',
  zip: '600',
  city: 'Akureyri',
  bank_account: '016226012345',
};

export const BUYER: PrintableInvoice['buyer'] = {
  name: 'Bakarí Guðrúnar ehf.',
  customer_number: '',
  registration_no: '4711210720',
  email: 'gudrun@bakari.example',
  phone_number: '',
  vat: '',
  address: 'Skólavörðustígur 8',
  zip: '101',
  city: 'Reykjavík',
  lang: 'is',
  output_select: '2',
};

/** An invoice as stored; its sums are computed by the production rules. */
export function documentRecord(fields: Partial<PrintableInvoice> = {}): PrintableInvoice {
  const lines = fields.lines ?? [lineRecord()];
  const discount = fields.is_discount
    ? { value: decimal(fields.discount_value ?? '0'), isPercent: fields.discount_is_percent ?? false }
    : undefined;
  const { amount, net, vat } = totals(
    lines.map((line) => ({
      qty: decimal(line.qty),
      unitPrice: decimal(line.unit_price),
      tax: line.tax as VatCode,
      discount: decimal(line.discount),
      discountIsPercent: line.discount_is_percent,
    })),
    { discount, taxExempt: fields.tax_exempt ?? false },
  );
  return {
    guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
    number: '1043',
    kind: 'invoice',
    status: 'Sent',
    credited: false,
    paid_on: null,
    issue_date: '2026-03-02',
    due_date: '2026-03-16',
    settlement_date: '2026-03-23',
    delivery_date: null,
    period_start: null,
    period_end: null,
    seller: SELLER,
    buyer: BUYER,
    trading_partner_id: BUYER.registration_no,
    currency: 'ISK',
    exchange_rate: '1',
    description: '',
    ...eachReference(() => ''),
    terms: '',
    order_reference: '',
    refer_number: null,
    refer_issue_date: null,
    credited_amount: '0',
    amount: fixed2(amount),
    net_s: fixed2(net.S),
    net_aa: fixed2(net.AA),
    net_z: fixed2(net.Z),
    vat_s: fixed2(vat.S),
    vat_aa: fixed2(vat.AA),
    tax_exempt: false,
    is_discount: false,
    discount_is_percent: false,
    discount_value: '0',
    payment_fee: '0',
    is_claim: false,
    method_payment: null,
    is_payment_link: false,
    mark_paid: false,
    refund_amount: '0',
    paid_amount: fields.status === 'Paid' ? fixed2(amount) : '0',
    written_off_on: null,
    written_off_amount: '0',
    ...fields,
    lines,
  };
}
