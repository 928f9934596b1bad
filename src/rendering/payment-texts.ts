import { payableAmount } from '../domain/invoices/payments.ts';
import { formatMoney } from '../domain/values/format.ts';
import { inLanguages } from '../domain/values/in-languages.ts';
import { isZero } from '../domain/values/money.ts';
import { type InvoiceDocument, isSettled } from './invoice-document.ts';
import { LABELS } from './labels.ts';
import { printedSettlement } from './printed-figures.ts';
import { settledParts } from './printed-totals.ts';

const TEXTS = inLanguages({
  claimFee: [
    (fee: string, sum: string) => `Greiðslugjald ${fee} bætist við kröfu í banka: ${sum}`,
    (fee: string, sum: string) => `The bank adds a payment fee of ${fee} to the claim: ${sum}`,
  ],
  linkFee: [
    (fee: string, sum: string) => `Greiðslugjald ${fee} bætist við greiðslu með greiðsluhlekk: ${sum}`,
    (fee: string, sum: string) => `A payment fee of ${fee} is added to payment by link: ${sum}`,
  ],
  reduction: [
    (of: string) => `Til lækkunar á reikningi ${of}`,
    (of: string) => `Set off against invoice ${of}`,
  ],
  refund: [
    (of: string) => `Til endurgreiðslu: reikningur ${of} hefur verið greiddur`,
    (of: string) => `To be refunded: invoice ${of} has been paid`,
  ],
  refunded: [
    (of: string) => `Endurgreitt vegna reiknings ${of}`,
    (of: string) => `Refunded for invoice ${of}`,
  ],
  refundPart: ['Til endurgreiðslu', 'To be refunded'],
  refundedPart: ['Endurgreitt', 'Refunded'],
});

/** The fee and the sum with it, for a way of paying that has one; null otherwise. */
export function feeText(document: InvoiceDocument): string | null {
  const { kind, payment, hasPaymentLink, paymentFee, due, currency, lang } = document;
  if (kind === 'credit' || isSettled(document) || isZero(paymentFee)) return null;
  const [fee, sum] = [payableAmount(paymentFee, currency), due].map((figure) =>
    formatMoney(figure, currency, lang),
  ) as [string, string];
  const texts = TEXTS[lang];
  if (payment.kind === 'claim') return texts.claimFee(fee, sum);
  return hasPaymentLink ? texts.linkFee(fee, sum) : null;
}

/** What was credited and paid of an owed invoice, and what is left without the fee; null where nothing was. */
export function settledText(document: InvoiceDocument): string | null {
  const { currency, lang } = document;
  const parts = settledParts(document);
  if (parts.length === 0 || isSettled(document)) return null;
  const labels = LABELS[lang];
  const { left } = printedSettlement(document);
  const sums = [
    ...parts.map(({ name, figure }) => [labels[name], name === 'rounding' ? figure : figure.abs()] as const),
    [labels.balance, left] as const,
  ];
  return sums.map(([label, figure]) => `${label}: ${formatMoney(figure, currency, lang)}`).join(' · ');
}

/** What a credit note does with the money, with the amounts where it does two things; null for an invoice. */
export function creditText(document: InvoiceDocument): string | null {
  const { payment, references, currency, lang } = document;
  if (payment.kind !== 'credit') return null;
  const of = references.credited?.number ?? '';
  const parts = creditParts({ ...document, creditOf: of });
  if (parts.length > 1)
    return parts.map(({ name, figure }) => `${name}: ${formatMoney(figure, currency, lang)}`).join(' · ');
  const whole = isZero(payment.refund) ? 'reduction' : payment.isRefunded ? 'refunded' : 'refund';
  return TEXTS[lang][whole](of).trim();
}

/** Both amounts of a credit note that lowers its invoice and gives money back, too; empty for all others. */
export function creditParts({
  payment,
  lang,
  creditOf = '',
}: Pick<InvoiceDocument, 'payment' | 'lang'> & { creditOf?: string | undefined }) {
  if (payment.kind !== 'credit' || isZero(payment.reduction) || isZero(payment.refund)) return [];
  const texts = TEXTS[lang];
  return [
    { name: texts.reduction(creditOf).trim(), figure: payment.reduction },
    { name: texts[payment.isRefunded ? 'refundedPart' : 'refundPart'], figure: payment.refund },
  ];
}
