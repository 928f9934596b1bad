/** One address and nothing else: no name, no list. What is left is for the mail server to judge. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text);
}
