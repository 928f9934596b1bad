/** Accepts exactly one address, without a display name. Finer validation is left to the mail server. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text);
}
