import { buildInvoiceDocument } from '../../../src/rendering/build-invoice-document.ts';
import type { PrintableInvoice } from '../../../src/rendering/printable-invoice.ts';
import { renderUbl } from '../../../src/rendering/ubl/invoice-ubl.ts';
import { BUYER, documentRecord, lineRecord, SELLER } from '../../rendering/records.ts';

const PDF = { name: 'r.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };
const PICTURE = { name: 'mynd.png', type: 'image/png', bytes: Buffer.from('PNG') };

const written = (fields: Partial<PrintableInvoice>) =>
  renderUbl(buildInvoiceDocument(documentRecord(fields)), [PDF, PICTURE]);

const addressed = (trading_partner_id: string, vat: string) =>
  written({ trading_partner_id, buyer: { ...BUYER, registration_no: '', vat } });

const abroad = (vat: string) =>
  written({ trading_partner_id: '', buyer: { ...BUYER, registration_no: '', vat } });

/** Sound documents, which together have everything that ours may have. */
export const SOUND = {
  invoice: written({
    lines: [
      lineRecord({ discount: '10', discount_is_percent: true }),
      lineRecord({ tax: 'AA', qty: '3', unit_price: '4990', uom: 'C62', description: 'Bók\nmeð kápu' }),
      lineRecord({ tax: 'Z', unit_price: '2500' }),
      lineRecord({ tax: 'S', unit_price: '-100', discount: '10', discount_is_percent: true }),
    ],
    is_discount: true,
    discount_is_percent: true,
    discount_value: '5',
    is_claim: true,
    booking: 'BK-1',
    cost_provide: 'Deild 3',
    order_reference: '58',
    order_number: 'PO-7731',
    contract_number: 'S-2026-4',
    accounting_cost: '4410',
    project_reference: 'V-12',
    delivery_date: '2026-02-20',
    period_start: '2026-02-01',
    period_end: '2026-02-28',
    seller: { ...SELLER, contact: 'Anna Björnsdóttir', phone: '555 1234' },
    description: 'Takk!',
    terms: 'Greiðist strax',
    buyer: { ...BUYER, vat: '98765' },
  }),
  transfer: written({ currency: 'EUR', exchange_rate: '140.5' }),
  charged: written({
    lines: [lineRecord(), lineRecord({ tax: 'Z', unit_price: '-100' })],
    is_discount: true,
    discount_is_percent: true,
    discount_value: '10',
  }),
  credit: written({ kind: 'credit', refer_number: '1042', refer_issue_date: '2026-02-01' }),
  outside: written({
    seller: { ...SELLER, vat_no: '' },
    lines: [lineRecord({ tax: 'Z' }), lineRecord({ tax: 'S', unit_price: '0' })],
    is_discount: true,
    discount_value: '100',
  }),
  dutch: abroad('NL 1234.56.789.B01'),
  norwegian: abroad('NO 974 760 673 MVA'),
  swedish: abroad('SE556012579001'),
  danish: abroad('DK-12345674'),
  italian: abroad('IT00743110157'),
  exempt: written({
    tax_exempt: true,
    lines: [lineRecord(), lineRecord({ tax: 'AA', unit_price: '990' })],
    is_discount: true,
    discount_value: '100',
    order_reference: '58',
  }),
  exported: written({
    trading_partner_id: '',
    buyer: { ...BUYER, registration_no: '', vat: 'DE123456789' },
    lines: [
      lineRecord({ tax: 'Z', vat_kind: 'zero_rated' }),
      lineRecord({ tax: 'Z', vat_kind: 'outside', unit_price: '333.33' }),
      lineRecord({ tax: 'Z', unit_price: '100.01' }),
      lineRecord({ tax: 'AA', unit_price: '990' }),
    ],
    is_discount: true,
    discount_value: '100',
  }),
  belgian: addressed('0208:0202239951', 'BE0202239951'),
  located: addressed('0088:7300010000001', 'DE123456789'),
};

export type Sound = keyof typeof SOUND;
