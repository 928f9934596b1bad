import { CURRENCIES } from '../values/codes.ts';
import { isPlainDate, type PlainDate } from '../values/dates.ts';
import {
  type Decimal,
  decimal,
  divide,
  fixed2,
  HUNDRED,
  isNegative,
  ONE,
  sum,
  ZERO,
} from '../values/money.ts';
import type { Violation } from '../values/violation.ts';
import type { Einvoice, EinvoiceAllowance, EinvoiceLine } from './einvoice.ts';

const FINDINGS = {
  einvoice_lines: (sum: string, stated: string) =>
    `The lines add up to ${sum}, and the document says ${stated}`,
  einvoice_net: (sum: string, stated: string) =>
    `Lines, allowances and charges come to ${sum} before VAT, and the document says ${stated}`,
  einvoice_vat: (sum: string, stated: string) =>
    `The VAT of all rates adds up to ${sum}, and the document says ${stated}`,
  einvoice_gross: (sum: string, stated: string) =>
    `The sum before VAT and the VAT come to ${sum}, and the document says ${stated}`,
  einvoice_payable: (sum: string, stated: string) =>
    `By its sums ${sum} is to be paid, and the document says ${stated}`,
  einvoice_line: (line: string, sum: string, stated: string) =>
    `Line ${line}: quantity and price come to ${sum}, and the line says ${stated}`,
  einvoice_rate: (percent: string, base: string, sum: string, stated: string) =>
    `VAT at ${percent} % of ${base} is ${sum}, and the document says ${stated}`,
  einvoice_foreign_vat: (percent: string, amount: string) =>
    `VAT of ${amount} at ${percent} % is no VAT of Iceland, and is not deducted`,
  einvoice_date: (written: string) => `${written} is no date`,
  einvoice_due: (due: string, issued: string) => `It is due on ${due}, before its own date, ${issued}`,
  einvoice_future: (issued: string) => `It is dated ${issued}, after today`,
  einvoice_currency: (currency: string) =>
    `The figures are in ${currency}, which is not kept here; enter them in another currency`,
  einvoice_type: (type: string) => `${type} is no kind of invoice that is known`,
  einvoice_category: (category: string) => `${category} is no VAT category that is known`,
  einvoice_buyer: (kennitala: string) => `It is addressed to ${kennitala}, and not to this company`,
  einvoice_prepaid: (prepaid: string, payable: string) =>
    `${prepaid} was paid before; ${payable} is left to pay`,
  einvoice_below_zero: () =>
    'A credit note with a negative total may give money back or ask for it; look at it, and enter the amount',
} as const;
type FindingCode = keyof typeof FINDINGS;

/** What is odd about an e-invoice. One whose sums contradict each other is not taken at all. */
export interface EinvoiceFinding extends Violation<FindingCode> {
  isFatal: boolean;
}

export interface EinvoiceReceiver {
  kennitala: string;
  today: PlainDate;
}

export function checkEinvoice(einvoice: Einvoice, receiver: EinvoiceReceiver): EinvoiceFinding[] {
  return [
    ...checkSums(einvoice),
    ...einvoice.lines.flatMap(checkLine),
    ...checkVat(einvoice),
    ...checkDates(einvoice, receiver.today),
    ...checkCodes(einvoice),
    ...checkReceiver(einvoice, receiver.kennitala),
    ...checkPayment(einvoice),
  ];
}

function finding<C extends FindingCode>(
  code: C,
  ...values: Parameters<(typeof FINDINGS)[C]>
): EinvoiceFinding {
  const toMessage = FINDINGS[code] as (...all: string[]) => string;
  return { code, message: toMessage(...values), values, isFatal: false };
}

type SumCode = 'einvoice_lines' | 'einvoice_net' | 'einvoice_vat' | 'einvoice_gross' | 'einvoice_payable';

/** Less than one unit is rounding, which is shown; more makes the document unusable. */
function compare(code: SumCode, expected: Decimal, stated: string | null): EinvoiceFinding[] {
  if (stated === null || expected.eq(stated)) return [];
  const isFatal = expected.minus(stated).abs().gte(ONE);
  return [{ ...finding(code, fixed2(expected), fixed2(decimal(stated))), isFatal }];
}

/** Each sum is compared where the document states all its parts. */
function checkSums({ lines, allowances, vat, totals }: Einvoice): EinvoiceFinding[] {
  const amount = (stated: string | null) => decimal(stated ?? '0');
  const { gross, payable } = totals;
  const stated = amount(totals.charges).minus(amount(totals.allowances));
  const net = amount(totals.lines).plus(allowances.length > 0 ? sumOfAllowances(allowances) : stated);
  const rounded = amount(gross).plus(amount(totals.rounding)).minus(amount(totals.prepaid));
  // A rounding that is in the total already is a mistake of the sender that changes nothing.
  const isRoundedTwice = payable !== null && amount(gross).minus(amount(totals.prepaid)).eq(payable);
  return [
    ...(lines.length > 0
      ? compare('einvoice_lines', sum(lines.map((line) => amount(line.amount))), totals.lines)
      : []),
    ...(totals.lines !== null ? compare('einvoice_net', net, totals.net) : []),
    ...(vat.length > 0 ? compare('einvoice_vat', sum(vat.map((one) => amount(one.amount))), totals.vat) : []),
    ...(totals.net !== null && totals.vat !== null
      ? compare('einvoice_gross', amount(totals.net).plus(amount(totals.vat)), gross)
      : []),
    ...(gross !== null && !isRoundedTwice ? compare('einvoice_payable', rounded, payable) : []),
  ];
}

function sumOfAllowances(allowances: readonly EinvoiceAllowance[]): Decimal {
  return sum(allowances.map(({ is_charge, amount }) => decimal(amount ?? '0').times(is_charge ? 1 : -1)));
}

/** Prices have any number of decimals, and the line is rounded: to a whole unit by some. */
function checkLine(line: EinvoiceLine): EinvoiceFinding[] {
  const { quantity, price, price_quantity, amount } = line;
  if (quantity === null || price === null || amount === null) return [];
  const per = decimal(price_quantity ?? '1');
  if (per.eq(ZERO)) return [];
  const expected = divide(decimal(quantity).times(price), per).plus(sumOfAllowances(line.allowances));
  if (expected.minus(amount).abs().lt(ONE)) return [];
  return [finding('einvoice_line', line.number, fixed2(expected), fixed2(decimal(amount)))];
}

const ICELANDIC_RATES = ['24', '11', '0'];

function checkVat({ vat, seller }: Einvoice): EinvoiceFinding[] {
  const isIcelandic = seller.kennitala !== '' || ['', 'IS'].includes(seller.country);
  return vat.flatMap(({ percent, base, amount }) => {
    if (percent === null || base === null || amount === null) return [];
    const expected = decimal(base).times(percent).div(HUNDRED);
    const isOwnRate = isIcelandic && ICELANDIC_RATES.some((rate) => decimal(percent).eq(rate));
    return [
      ...(expected.minus(amount).abs().gte(ONE)
        ? [
            finding(
              'einvoice_rate',
              percent,
              fixed2(decimal(base)),
              fixed2(expected),
              fixed2(decimal(amount)),
            ),
          ]
        : []),
      ...(isOwnRate || decimal(amount).eq(ZERO)
        ? []
        : [finding('einvoice_foreign_vat', percent, fixed2(decimal(amount)))]),
    ];
  });
}

function checkDates(
  { issue_date, due_date, delivery_date, period }: Einvoice,
  today: PlainDate,
): EinvoiceFinding[] {
  const stated = [issue_date, due_date, delivery_date, period.start, period.end].filter(Boolean);
  const unreal = stated.filter((day) => !isPlainDate(day)).map((day) => finding('einvoice_date', day));
  if (unreal.length > 0) return unreal;
  return [
    ...(due_date !== '' && due_date < issue_date ? [finding('einvoice_due', due_date, issue_date)] : []),
    ...(issue_date > today ? [finding('einvoice_future', issue_date)] : []),
  ];
}

/** UNCL 1001, as far as EN 16931 allows it for invoices and credit notes. */
const TYPES = new Set([
  ...[
    '71',
    '80',
    '81',
    '82',
    '83',
    '84',
    '102',
    '130',
    '202',
    '203',
    '204',
    '211',
    '218',
    '219',
    '261',
    '262',
  ],
  ...[
    '295',
    '296',
    '308',
    '325',
    '326',
    '331',
    '380',
    '381',
    '382',
    '383',
    '384',
    '385',
    '386',
    '387',
    '388',
  ],
  ...[
    '389',
    '390',
    '393',
    '394',
    '395',
    '396',
    '420',
    '456',
    '457',
    '458',
    '471',
    '472',
    '473',
    '500',
    '501',
  ],
  ...[
    '502',
    '503',
    '527',
    '532',
    '553',
    '575',
    '623',
    '633',
    '751',
    '780',
    '817',
    '870',
    '875',
    '876',
    '877',
  ],
  ...['880', '935'],
]);

export function isInvoiceType(code: string): boolean {
  return TYPES.has(code);
}

/** UNCL 5305, as far as EN 16931 allows it; AA is what older Icelandic documents write for the lower rate. */
const CATEGORIES = new Set(['AA', 'AE', 'B', 'E', 'G', 'K', 'L', 'M', 'O', 'S', 'Z']);

function checkCodes({ type_code, currency, lines, vat }: Einvoice): EinvoiceFinding[] {
  const categories = new Set([...vat.map((one) => one.category), ...lines.map((one) => one.vat_category)]);
  const isKnown = (CURRENCIES as readonly string[]).includes(currency);
  return [
    ...(type_code && !isInvoiceType(type_code) ? [finding('einvoice_type', type_code)] : []),
    ...(currency && !isKnown ? [finding('einvoice_currency', currency)] : []),
    ...[...categories]
      .filter((category) => category && !CATEGORIES.has(category))
      .map((category) => finding('einvoice_category', category)),
  ];
}

function checkReceiver({ buyer }: Einvoice, kennitala: string): EinvoiceFinding[] {
  const isOther = buyer.kennitala !== '' && buyer.kennitala !== kennitala;
  return isOther ? [finding('einvoice_buyer', buyer.kennitala)] : [];
}

function checkPayment({ kind, totals }: Einvoice): EinvoiceFinding[] {
  const prepaid = decimal(totals.prepaid ?? '0');
  const isBelowZero = totals.gross !== null && isNegative(decimal(totals.gross));
  return [
    ...(prepaid.gt(ZERO) && totals.payable !== null
      ? [finding('einvoice_prepaid', fixed2(prepaid), fixed2(decimal(totals.payable)))]
      : []),
    ...(isBelowZero && kind === 'credit_note' ? [finding('einvoice_below_zero')] : []),
  ];
}
