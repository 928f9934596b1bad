import { payableAmount } from '../domain/invoices/payments.ts';
import { formatMoney } from '../domain/values/format.ts';
import { isZero } from '../domain/values/money.ts';
import { type InvoiceDocument, isPaidMark } from './invoice-document.ts';
import { isPartlyCredited, printedCredited } from './printed-figures.ts';
import { transferAmount } from './printed-totals.ts';

const TEXTS = {
  is: {
    claimFee: (fee: string, sum: string) => `Greiðslugjald ${fee} bætist við kröfu í banka: ${sum}`,
    linkFee: (fee: string, sum: string) =>
      `Greiðslugjald ${fee} bætist við greiðslu með greiðsluhlekk: ${sum}`,
    credited: (off: string, left: string) => `Þegar kreditfært: ${off}. Eftirstöðvar: ${left}`,
    reduction: (of: string) => `Til lækkunar á reikningi ${of}`,
    refund: (of: string) => `Til endurgreiðslu: reikningur ${of} hefur verið greiddur`,
    refunded: (of: string) => `Endurgreitt vegna reiknings ${of}`,
  },
  en: {
    claimFee: (fee: string, sum: string) => `The bank adds a payment fee of ${fee} to the claim: ${sum}`,
    linkFee: (fee: string, sum: string) => `A payment fee of ${fee} is added to payment by link: ${sum}`,
    credited: (off: string, left: string) => `Credited so far: ${off}. Balance due: ${left}`,
    reduction: (of: string) => `Set off against invoice ${of}`,
    refund: (of: string) => `To be refunded: invoice ${of} has been paid`,
    refunded: (of: string) => `Refunded for invoice ${of}`,
  },
} as const;

/** The fee and the sum with it, for a way of paying that has one; null otherwise. */
export function feeText(document: InvoiceDocument): string | null {
  const { kind, mark, payment, hasPaymentLink, paymentFee, due, currency, lang } = document;
  if (kind === 'credit' || isPaidMark(mark) || mark?.kind === 'credited' || isZero(paymentFee)) return null;
  const [fee, sum] = [payableAmount(paymentFee, currency), due].map((figure) =>
    formatMoney(figure, currency, lang),
  ) as [string, string];
  const texts = TEXTS[lang];
  if (payment.kind === 'claim') return texts.claimFee(fee, sum);
  return hasPaymentLink ? texts.linkFee(fee, sum) : null;
}

/** What was credited of an owed invoice, and what is left without the fee; null where nothing was credited. */
export function creditedText(document: InvoiceDocument): string | null {
  if (!isPartlyCredited(document)) return null;
  const { currency, lang } = document;
  const off = formatMoney(printedCredited(document), currency, lang);
  return TEXTS[lang].credited(off, formatMoney(transferAmount(document), currency, lang));
}

/** What a credit note does with the money; null for an invoice. */
export function creditText({ payment, references, lang }: InvoiceDocument): string | null {
  const { kind } = payment;
  if (kind !== 'reduction' && kind !== 'refund' && kind !== 'refunded') return null;
  return TEXTS[lang][kind](references.credited?.number ?? '').trim();
}
