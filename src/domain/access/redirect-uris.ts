/** OAuth redirect addresses. They are compared as text, never normalized, so that two spellings can't be confused. */
const MAX_LENGTH = 2000;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/[^#]*)?$/;

/**
 * The reason why an address can't be registered, or null. Programs on a person's own machine may use loopback
 * addresses.
 */
export function redirectViolation(address: string, { loopback }: { loopback: boolean }): string | null {
  const expected = loopback
    ? 'an https address, or http on 127.0.0.1, [::1] or localhost'
    : 'an https address, like https://app.example/callback';
  if (address.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address)) return `must be ${expected}`;
  if (address.includes('#')) return 'must have no fragment (#)';
  const { protocol, username, password } = new URL(address);
  if (username !== '' || password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(address)) {
    return 'must have no username or password in it';
  }
  if (loopback && LOOPBACK.test(address)) return null;
  if (protocol !== 'https:' || !address.startsWith('https://')) return `must be ${expected}`;
  return null;
}

export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/**
 * Whether the client registered this exact address. With `anyPort`, the port of a loopback address may differ,
 * because a desktop program listens on any free port (RFC 8252, section 7.3).
 */
export function isRegistered(address: string, registered: readonly string[], anyPort: boolean): boolean {
  if (registered.includes(address)) return true;
  if (!anyPort || !isLoopback(address) || !URL.canParse(address)) return false;
  return registered.some((one) => isLoopback(one) && withoutPort(one) === withoutPort(address));
}

function withoutPort(address: string): string {
  return address.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}/, '$1');
}

/** Adds query parameters and leaves the rest of the address unchanged. */
export function withParameters(address: string, parameters: Record<string, string | undefined>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value);
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${added}`;
}
