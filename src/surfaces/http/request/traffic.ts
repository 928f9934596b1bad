import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from '../../../kernel/failures/failure.ts';
import { OPEN_PATHS, pathOf } from './paths.ts';

const WINDOW_SECONDS = 60;
/** Requests of one account that a node works on at the same time: they share its database connections and its printer. */
const MAX_AT_ONCE = 100;
const BUSY_SECONDS = 1;

export interface TrafficLimits {
  /** Requests in a minute on this node. */
  perAccount: number;
  perAddress: number;
}

interface Standing {
  policy: 'account' | 'address';
  limit: number;
  used: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts the request for its account; set where traffic is limited. */
    countAccount?: (accountId: number) => void;
  }
}

/**
 * Bounds all traffic, successful or not, by account and by address, and the requests of an account that are in progress, so
 * that one client cannot take a node from the others.
 * The counts are in the memory of the node: a limit of this size need not be exact, and a write for each request would
 * cost more than most requests. Every answer says what is left (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitTraffic(
  app: FastifyInstance,
  limits: TrafficLimits,
  now: () => number = Date.now,
): void {
  const counts = new Map<string, number>();
  let window = 0;
  const count = (key: string): number => {
    const current = Math.floor(now() / 1000 / WINDOW_SECONDS);
    if (current !== window) counts.clear();
    window = current;
    const used = (counts.get(key) ?? 0) + 1;
    counts.set(key, used);
    return used;
  };
  const inProgress = new Map<number, number>();
  const begin = (accountId: number, closing: EventEmitter) => {
    const others = inProgress.get(accountId) ?? 0;
    if (others >= MAX_AT_ONCE) throw new TooManyRequests(BUSY_SECONDS);
    inProgress.set(accountId, others + 1);
    closing.once('close', () => {
      const rest = (inProgress.get(accountId) ?? 1) - 1;
      if (rest > 0) inProgress.set(accountId, rest);
      else inProgress.delete(accountId);
    });
  };
  const secondsLeft = () => WINDOW_SECONDS - (Math.floor(now() / 1000) % WINDOW_SECONDS);
  app.decorateRequest('countAccount', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (OPEN_PATHS.test(pathOf(request))) return done();
    const check = (policy: Standing['policy'], key: string, limit: number) => {
      const used = count(`${policy} ${key}`);
      reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${WINDOW_SECONDS}`);
      reply.header('ratelimit', `"${policy}";r=${Math.max(0, limit - used)};t=${secondsLeft()}`);
      if (used > limit) throw new TooManyRequests(secondsLeft());
    };
    check('address', addressGroup(request.ip), limits.perAddress);
    request.countAccount = (accountId) => {
      check('account', String(accountId), limits.perAccount);
      begin(accountId, reply.raw);
    };
    done();
  });
}

/** The network of an address: a customer of a provider has 2^64 IPv6 addresses, and one of IPv4. */
export function addressGroup(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail = ''] = ip.split('::');
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const all = ip.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Counts a request for the account that it acts for. */
export function countForAccount(request: FastifyRequest, accountId: number): void {
  request.countAccount?.(accountId);
}
