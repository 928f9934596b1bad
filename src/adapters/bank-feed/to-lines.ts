import { cutLineText, type StatementLine } from '../../domain/bank/statement.ts';
import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { decimal, fixed2 } from '../../domain/values/money.ts';
import { FeedRefused } from '../../kernel/ports/bank-feed.ts';
import type { Transaction } from './shapes.ts';

/**
 * The transactions of all pages, each once. While a list is read the bank may book another transaction, which shifts the ones
 * before it to the next page. The bank's own id tells them apart; where it gives none, equal transactions on one page are
 * different ones, and on two pages the same.
 */
export function distinctTransactions(pages: readonly (readonly Transaction[])[]): Transaction[] {
  const distinct = new Map<string, Transaction>();
  for (const page of pages) {
    const equals = new Map<string, number>();
    for (const one of page) {
      const id = one.transactionId || one.entryReference || JSON.stringify(one);
      const repetition = one.transactionId || one.entryReference ? 0 : (equals.get(id) ?? 0);
      equals.set(id, repetition + 1);
      const key = `${id} ${repetition}`;
      if (!distinct.has(key)) distinct.set(key, one);
    }
  }
  return [...distinct.values()];
}

const NO_REFERENCES = new Set(['NOTPROVIDED', 'NONREF']);

export function toLine(one: Transaction, index: number): StatementLine {
  const { transactionAmount, balanceAfterTransaction: after, valueDate } = one;
  const bookedOn = one.bookingDate ?? one.transactionTimestamp?.slice(0, 10) ?? valueDate;
  if (!bookedOn) throw new FeedRefused('The bank reports a transaction without a day');
  const isCredit = !transactionAmount.amount.startsWith('-');
  const party = isCredit
    ? { name: one.debtorName, id: one.debtorId, account: one.debtorAccount }
    : { name: one.creditorName, id: one.creditorId, account: one.creditorAccount };
  return {
    row: index + 1,
    bookedOn,
    valueOn: valueDate ?? null,
    amount: fixed2(decimal(transactionAmount.amount)),
    isReversal: false,
    text: cutLineText(textOf(one), 'text'),
    reference: cutLineText(referenceOf(one), 'reference'),
    counterpartyName: cutLineText(party.name ?? '', 'name'),
    counterpartyId: normalizeKennitala(party.id ?? '').slice(0, 20),
    counterpartyAccount: (party.account?.iban || party.account?.bban || '').slice(0, 40),
    balance: after ? fixed2(decimal(after.balanceAmount.amount)) : null,
  };
}

/** What the payer wrote; what the bank says of the transaction where nobody wrote anything. */
function textOf(one: Transaction): string {
  const written = [
    one.remittanceInformationUnstructured,
    one.remittanceInformationUnstructuredArray?.join(' '),
    one.additionalInformation,
    one.icelandicPurpose?.description,
  ];
  return written.find(Boolean) ?? '';
}

/**
 * The reference of the payer. The bank's own id is not used, because it could be mistaken for the number of an invoice.
 */
function referenceOf(one: Transaction): string {
  const written = [
    one.remittanceInformationStructured,
    one.remittanceInformationStructuredArray?.[0]?.reference,
    one.endToEndId,
  ];
  return written.find((text) => text && !NO_REFERENCES.has(text)) ?? '';
}
