import { isIP } from 'node:net';
import type { AddressProblem } from '../../kernel/ports/outgoing.ts';
import { isPublicAddress } from '../../kernel/security/public-address.ts';

const MAX_LENGTH = 2000;
/** In the spelling of these alone: `2130706433` and `localhost` stay refused. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '[::1]']);

export interface GuardedUrl {
  url: URL;
  /** The host without brackets: a name, or an IP address in its usual spelling. */
  host: string;
}

/** The parsed address, or why it can't be used. `mayBeLocal`: 127.0.0.1 and ::1 are allowed, also by plain http. */
export function parseGuardedUrl(
  text: string,
  { mayBeLocal }: { mayBeLocal: boolean },
): GuardedUrl | { problem: AddressProblem } {
  if (text.length > MAX_LENGTH) return { problem: 'long' };
  // The parser of the URL standard turns every spelling of an IPv4 address (decimal, octal, short) into the usual one.
  const url = URL.parse(text);
  if (!url) return { problem: 'invalid' };
  const isLocal = mayBeLocal && LOCAL_HOSTS.has(typedHost(text));
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return { problem: 'https' };
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(text))
    return { problem: 'credentials' };
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '') return { problem: 'invalid' };
  if (isIP(host) && !isLocal && !isPublicAddress(host)) return { problem: 'private' };
  if (!isIP(host) && isLocalName(host)) return { problem: 'private' };
  return { url, host };
}

/** The host as it was typed, because the parser has normalized the one of the URL. */
function typedHost(text: string): string {
  return /^https?:\/\/(\[[^\]]*\]|[^/?#:@]*)(:\d*)?([/?#]|$)/i.exec(text.trim())?.[1] ?? '';
}

/** Names that never belong to a public host, however they resolve. */
function isLocalName(host: string): boolean {
  return /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host);
}
