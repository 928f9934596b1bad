import type { PostedPayment } from './post-payment.ts';

/** How many invoices the text of a payment names. */
const MOST_NUMBERS = 5;

/** Texts of entries are Icelandic, as the books are. */
function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

export function invoiceText(kind: 'invoice' | 'credit', number: string, customer: string): string {
  return joined(`${kind === 'credit' ? 'Kreditreikningur' : 'Reikningur'} ${number}`, customer);
}

export function writeOffText(number: string, customer: string): string {
  return joined(`Afskrift reiknings ${number}`, customer);
}

export function paymentText(
  { direction, source }: Pick<PostedPayment, 'direction' | 'source'>,
  numbers: readonly string[],
  payer: string,
): string {
  const what = source === 'credit' ? 'Inneign jöfnuð' : direction === 'in' ? 'Greiðsla' : 'Endurgreiðsla';
  const shown = numbers.length > MOST_NUMBERS ? [...numbers.slice(0, MOST_NUMBERS), '…'] : numbers;
  return joined(what, shown.length > 0 ? `reikningur ${shown.join(', ')}` : '', payer);
}

export function bankLineText(counterparty: string, text: string): string {
  return joined('Banki', counterparty, text);
}

export function reversalText(original: string): string {
  return `Bakfært: ${original}`;
}

export function costText(isCreditNote: boolean, supplier: string, number: string): string {
  return joined(isCreditNote ? 'Kreditreikningur birgis' : 'Kostnaður', supplier, number);
}
