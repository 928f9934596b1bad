import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { http } from '../../kernel/node/node-http.ts';
import {
  AddressRefused,
  type AddressViolation,
  type Outgoing,
  type OutgoingAnswer,
  OutgoingFailed,
  type OutgoingRequest,
} from '../../kernel/ports/outgoing.ts';
import { isPublicAddress } from '../../kernel/security/public-address.ts';
import { type GuardedUrl, parseGuardedUrl } from './guarded-url.ts';
import { nameResolver, type Resolve } from './resolve-name.ts';

const CHECK_MS = 3000;

export interface GuardOptions {
  /** KVITT_ALLOW_LOCAL_WEBHOOKS: a test installation may call receivers on its own machine. */
  mayBeLocal: boolean;
  resolve?: Resolve;
}

/**
 * SSRF protection: calls addresses that customers chose only if every address of the name is public, and connects to the
 * address that was checked.
 */
export class GuardedFetch implements Outgoing {
  readonly #mayBeLocal: boolean;
  readonly #resolve: Resolve;

  constructor({ mayBeLocal, resolve = nameResolver() }: GuardOptions) {
    this.#mayBeLocal = mayBeLocal;
    this.#resolve = resolve;
  }

  async findProblem(text: string): Promise<AddressViolation | null> {
    const target = parseGuardedUrl(text, { mayBeLocal: this.#mayBeLocal });
    if ('problem' in target) return target.problem;
    if (isIP(target.host)) return null;
    const addresses = await withTimeout(this.#resolve(target.host), CHECK_MS).catch(() => []);
    return addresses.every(isPublicAddress) ? null : 'private';
  }

  async send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const until = performance.now() + request.timeoutMs;
    const target = parseGuardedUrl(request.url, { mayBeLocal: this.#mayBeLocal });
    if ('problem' in target) throw new AddressRefused(`The address is refused: ${target.problem}`);
    const addresses = await withTimeout(this.#checkedAddresses(target), request.timeoutMs);
    return exchange(target, addresses, request, until - performance.now());
  }

  /** Every address of the name must be public: which of them a connection would choose is not ours to know. */
  async #checkedAddresses({ host }: GuardedUrl): Promise<string[]> {
    if (isIP(host)) return [host];
    const addresses = await this.#resolve(host);
    if (addresses.length === 0) throw new OutgoingFailed(`The name ${host} does not resolve`);
    if (!addresses.every(isPublicAddress))
      throw new AddressRefused(`The name ${host} resolves to an address that is not public`);
    return addresses;
  }
}

function exchange(
  { url }: GuardedUrl,
  addresses: readonly string[],
  { method, headers, body, maxBytes }: OutgoingRequest,
  timeoutMs: number,
): Promise<OutgoingAnswer> {
  const send = url.protocol === 'https:' ? httpsRequest : http.request;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = {
    method,
    headers: { ...headers, ...length },
    // A connection for each call: one that is kept alive would skip the check.
    agent: false as const,
    lookup: lookupOf(addresses),
  };
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = send(url, options);
    const timer = setTimeout(
      () => sent.destroy(new Error(`There was no answer within ${Math.round(timeoutMs)} ms`)),
      Math.max(0, timeoutMs),
    );
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      sent.destroy();
    };
    sent.on('error', (error) => finish(() => reject(new OutgoingFailed(error.message, { cause: error }))));
    sent.on('response', (response) => {
      readBody(response, maxBytes).then(
        (read) => finish(() => resolve({ ...read, ...headOf(response) })),
        (error: Error) => finish(() => reject(new OutgoingFailed(error.message, { cause: error }))),
      );
    });
    sent.end(body);
  });
}

type LookupCallback = (error: null, addresses: { address: string; family: number }[]) => void;
type LookupOneCallback = (error: null, address: string, family: number) => void;

/** Gives the connection the addresses that were checked, so that the name is not resolved again. */
function lookupOf(addresses: readonly string[]) {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host: string, options: { all?: boolean }, callback: unknown): void => {
    const [first] = all;
    if (options.all) (callback as LookupCallback)(null, all);
    else if (first) (callback as LookupOneCallback)(null, first.address, first.family);
  };
}

async function readBody(response: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: size > maxBytes };
}

function headOf({ statusCode = 0, headers }: IncomingMessage) {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : String(value),
  ]);
  return { status: statusCode, headers: Object.fromEntries(single) as Record<string, string> };
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OutgoingFailed('The name did not resolve in time')),
      Math.max(0, milliseconds),
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
