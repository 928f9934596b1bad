/** Accepts exactly one address, without a display name. Finer validation is left to the mail server. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text);
}

/** The address without case and without the tag after `+`, which most servers deliver to the same mailbox. */
export function mailboxOf(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}
