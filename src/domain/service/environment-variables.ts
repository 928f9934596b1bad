import { splitAddresses } from './database-address.ts';

/** Reads and checks variables of the environment, and collects the mistakes. */
export class Variables {
  readonly mistakes: string[] = [];
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], byDefault: T): T {
    const given = this.text(name) ?? byDefault;
    if (!allowed.includes(given as T))
      this.mistakes.push(`${name} must be one of ${allowed.join(', ')}, not "${given}"`);
    return given as T;
  }

  onOff(name: string, byDefault: boolean): boolean {
    return this.oneOf(name, ['on', 'off'] as const, byDefault ? 'on' : 'off') === 'on';
  }

  whole(name: string, byDefault: number, min: number, max: number): number {
    const given = this.text(name) ?? String(byDefault);
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(number >= min && number <= max))
      this.mistakes.push(`${name} must be a whole number from ${min} to ${max}, not "${given}"`);
    return number;
  }

  address(name: string, protocols: string[]): string | undefined {
    const given = this.text(name);
    if (given === undefined) return undefined;
    const url = URL.parse(given);
    if (!url || !protocols.includes(url.protocol))
      this.mistakes.push(
        `${name} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
      );
    else if (url.hostname === '') this.mistakes.push(`${name} must name a host`);
    return given;
  }

  /** The address of a PostgreSQL server, which may name several hosts. */
  database(name: string): string | undefined {
    const given = this.text(name);
    const isRight = (url: string) => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '');
    if (given !== undefined && !splitAddresses(given).every(isRight))
      this.mistakes.push(`${name} must be an address that begins with postgres:// or postgresql://`);
    return given;
  }

  /** Addresses of proxies and networks of them, separated by commas. */
  proxies(name: string): string | undefined {
    const given = this.text(name);
    const wrong = given?.split(',').filter((proxy) => !isProxy(proxy.trim())) ?? [];
    for (const proxy of wrong)
      this.mistakes.push(
        `${name} must be IP addresses or networks such as 10.0.0.0/8, separated by commas, not "${proxy.trim()}"`,
      );
    return given;
  }

  /** Two texts of which neither is of use alone. */
  pair(first: string, second: string): [string | undefined, string | undefined] {
    const values = [this.text(first), this.text(second)] as const;
    if ((values[0] === undefined) !== (values[1] === undefined))
      this.mistakes.push(`${first} and ${second} must be set together`);
    return [...values];
  }
}

export class ConfigMistakes extends Error {
  constructor(mistakes: string[]) {
    super(`The configuration has mistakes:\n${mistakes.map((one) => `  - ${one}`).join('\n')}`);
  }
}

/** The names by which the HTTP server knows networks. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true;
  const [address = '', range, ...more] = text.split('/');
  if (more.length > 0 || !(isIpv4(address) || isIpv6(address))) return false;
  if (range === undefined) return true;
  const bits = /^\d+$/.test(range) ? Number(range) : 0;
  return isIpv4(address) ? (bits >= 1 && bits <= 32) || isIpv4(range) : bits >= 1 && bits <= 128;
}

function isIpv4(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  return /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`);
}
