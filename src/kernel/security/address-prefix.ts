import { isIPv6 } from 'node:net';

const GROUPS = 8;
const PREFIX_GROUPS = 4;

/**
 * The part of an IP address that is counted by rate limits. A subscriber of IPv6 has at least a /64 and can use any
 * address in it, so all of it counts as one. An IPv4 address inside IPv6 counts as itself.
 */
export function addressPrefix(ip: string): string {
  const bare = ip.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return ip;
  const groups = expand(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const prefix = groups.slice(0, PREFIX_GROUPS).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

function expand(ip: string): number[] {
  const [head = '', tail = ''] = ip.split('::');
  const [before, after] = [toGroups(head), toGroups(tail)];
  return [...before, ...Array<number>(GROUPS - before.length - after.length).fill(0), ...after];
}

function toGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
