import { randomInt } from 'node:crypto';

/** Lower-case letters and digits that cannot be taken for each other: some mail servers change the case of an address. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const TOKEN_LENGTH = 16;

/** The secret part of an address: 79 random bits, and the account, within which the address is looked up. */
export function newReceiptToken(accountId: number): string {
  const letters = Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.join('')}${accountId.toString(36)}`;
}

/** `kvittanir@kvitt.example` becomes `kvittanir+TOKEN@kvitt.example`. */
export function receiptAddress(base: string, token: string): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

interface ReceiptRecipient {
  accountId: number;
  token: string;
}

/** What stands after the plus sign in those of the addresses that are variants of the base. */
export function addressTokens(recipients: readonly string[], base: string): string[] {
  const [start, end] = [`${base.slice(0, base.lastIndexOf('@'))}+`, base.slice(base.lastIndexOf('@'))];
  return recipients
    .map((recipient) => recipient.toLowerCase())
    .filter((address) => address.startsWith(start.toLowerCase()) && address.endsWith(end.toLowerCase()))
    .map((address) => address.slice(start.length, -end.length));
}

/** The company that one of the recipients belongs to; null where none is an address for receipts. */
export function findReceiptRecipient(recipients: readonly string[], base: string): ReceiptRecipient | null {
  for (const token of addressTokens(recipients, base)) {
    const accountId = Number.parseInt(token.slice(TOKEN_LENGTH), 36);
    if (/^[a-z0-9]{17,30}$/.test(token) && Number.isSafeInteger(accountId)) return { accountId, token };
  }
  return null;
}

/** Whether a sender is on the list, which has addresses and domains (`@example.is`). */
export function isAllowedSender(sender: string, allowed: readonly string[]): boolean {
  const address = sender.toLowerCase();
  const domain = address.slice(address.lastIndexOf('@'));
  return allowed.some((one) => one.toLowerCase() === address || one.toLowerCase() === domain);
}
