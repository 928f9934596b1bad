import { totals } from '../../../domain/invoices/totals.ts';
import { bookedVatRates, type VatRates } from '../../../domain/invoices/vat.ts';
import {
  type Decimal,
  decimal,
  divide,
  fixed2,
  isZero,
  ONE,
  round2,
  roundTo,
  sum,
  toWire,
  ZERO,
} from '../../../domain/values/money.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { boundaryDate, object } from '../../../kernel/fields/input-fields.ts';
import { defineList } from '../../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../../kernel/operations/paging.ts';
import { type DashboardLine, type DashboardRow, listDashboard } from './dashboard-store.ts';
import { type DashboardInvoice, type DashboardItem, dashboardInvoice, FREE_LINES } from './schema.ts';

export const getDashboardData = defineList({
  name: 'get-dashboard-data',
  summary: 'Lists every issued document of a period with its lines, cost and profit, oldest first.',
  description:
    'Use it for reports outside the service, such as a spreadsheet or a business intelligence tool. The figures of credit notes are negative.',
  access: { scope: 'dashboard_data' },
  input: object({
    start_date: boundaryDate.optional('First day of issue'),
    end_date: boundaryDate.optional('Last day of issue'),
    ...pageFields,
  }),
  output: dashboardInvoice,
  run({ db, account }, input) {
    const { start_date: from, end_date: to } = input;
    if (from && to && from > to)
      fail('field_invalid', 'end_date', `must be on or after start_date (${from})`);
    const rows = batches<DashboardRow>(input, (range) => listDashboard(db, account.id, { from, to }, range));
    return mapBatches(rows, (row) => toDashboardInvoice(account.username, row));
  },
});

function toDashboardInvoice(username: string, row: DashboardRow): DashboardInvoice {
  const isCredit = row.kind === 'credit';
  const sign = isCredit ? decimal('-1') : ONE;
  const amount = decimal(row.amount);
  const vat = decimal(row.vat_total);
  const money = (figure: Decimal) => fixed2(figure.times(sign));
  const discounts = lineDiscounts(row);
  const rates = row.tax_exempt ? null : bookedVatRates(row.vat_date);
  const items = row.lines.map((line, n) => toDashboardItem(line, isCredit, rates, discounts[n] ?? ZERO));
  return {
    invoice_creator_username: username,
    invoice_issue_date: row.issue_date,
    invoice_number: row.number,
    invoice_status: row.status === 'Paid' ? 'Paid' : 'Not Paid',
    customer_number: row.buyer.customer_number,
    customer_name: row.buyer.name,
    customer_guid: row.customer_guid,
    invoice_description: row.description,
    document_type: row.kind === 'credit' ? 'Credit Note' : 'Invoice',
    invoice_booking_information: row.booking,
    invoice_order_reference: row.order_reference,
    invoice_cost_location: row.cost_provide,
    invoice_total_excluding_vat: money(amount.minus(vat)),
    invoice_vat_total: money(vat),
    // With VAT, as on the lines.
    invoice_total_discount: fixed2(sum(items.map((item) => decimal(item.total_discount)))),
    invoice_total_including_vat: money(amount),
    items,
  };
}

/** The discount of each line without VAT, unrounded: VAT is added before the one rounding. */
function lineDiscounts(row: DashboardRow): Decimal[] {
  if (!row.is_discount && row.lines.every(({ discount }) => isZeroText(discount))) return [];
  const lines = row.lines.map(({ qty, unit_price, tax, discount, discount_is_percent }) => ({
    qty: decimal(qty),
    unitPrice: decimal(unit_price),
    tax,
    discount: decimal(discount),
    discountIsPercent: discount_is_percent,
  }));
  const discount = row.is_discount
    ? { value: decimal(row.discount_value), isPercent: row.discount_is_percent }
    : undefined;
  return totals(lines, { discount, taxExempt: row.tax_exempt }).lines.map((line) => line.discount);
}

/**
 * The figures of a line. Most lines have neither cost nor discount, and a stored figure needs no exact arithmetic to become a number of
 * JSON: parsing each of a hundred documents exactly would take longer than reading them.
 */
function toDashboardItem(
  line: DashboardLine,
  isCredit: boolean,
  rates: VatRates | null,
  discount: Decimal,
): DashboardItem {
  const signed = (figure: Decimal | string) => {
    const value = toWire(figure);
    return isCredit && value !== 0 ? -value : value;
  };
  const { net } = line;
  const cost = isZeroText(line.product_cost) ? null : decimal(line.product_cost).times(decimal(line.qty));
  const isFree = line.item_guid === null;
  return {
    // Programs sum up by number or category. A free line may carry the number of an item that it does not belong to.
    number: isFree ? FREE_LINES.label : line.item_number,
    name: line.description,
    description: line.description,
    qty: signed(line.qty),
    uom: line.uom,
    vat_code: line.tax,
    category_code: isFree ? FREE_LINES.label : line.category,
    guid: line.item_guid,
    product_cost: cost ? fixed2(isCredit ? cost.neg() : cost) : '0.00',
    total_excluding_vat: signed(net),
    total_vat: signed(line.vat),
    total_including_vat: isZeroText(line.vat) ? signed(net) : signed(decimal(net).plus(decimal(line.vat))),
    total_discount: isZero(discount)
      ? 0
      : signed(round2(discount.times(ONE.plus(rates?.[line.tax] ?? ZERO)))),
    profit: cost ? signed(roundTo(decimal(net).minus(cost), 2)) : signed(net),
    margin: cost && !isZeroText(net) ? toWire(roundTo(divide(cost, decimal(net)), 4)) : 0,
  };
}

function isZeroText(figure: string): boolean {
  return Number(figure) === 0;
}
