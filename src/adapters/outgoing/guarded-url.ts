import { isIP } from 'node:net';
import type { AddressViolation } from '../../kernel/ports/outgoing.ts';
import { isPublicAddress } from '../../kernel/security/public-address.ts';

const MAX_LENGTH = 2000;
/** In the spelling of these alone: `2130706433` and `localhost` stay refused. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '[::1]']);

/** The ports of other protocols, as the Fetch standard lists them (bad ports). */
const OTHER_PORTS = new Set(
  [
    ...[
      0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
    ],
    ...[
      104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514,
    ],
    ...[
      515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723,
    ],
    ...[2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ].map(String),
);

export interface GuardedUrl {
  url: URL;
  /** The host without brackets: a name, or an IP address in its usual spelling. */
  host: string;
}

/** The parsed address, or why it can't be used. `mayBeLocal`: 127.0.0.1 and ::1 are allowed, also by plain http. */
export function parseGuardedUrl(
  text: string,
  { mayBeLocal }: { mayBeLocal: boolean },
): GuardedUrl | { problem: AddressViolation } {
  if (text.length > MAX_LENGTH) return { problem: 'long' };
  // The parser drops tabs and line ends, so that what is shown would not be what is called.
  if (/[\p{Cc}\s]/u.test(text.trim())) return { problem: 'invalid' };
  // The parser of the URL standard turns every spelling of an IPv4 address (decimal, octal, short) into the usual one.
  const url = URL.parse(text);
  if (!url) return { problem: 'invalid' };
  const isLocal = mayBeLocal && LOCAL_HOSTS.has(typedHost(text));
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return { problem: 'https' };
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(text))
    return { problem: 'credentials' };
  if (OTHER_PORTS.has(url.port)) return { problem: 'port' };
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
