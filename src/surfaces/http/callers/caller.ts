import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../kernel/access/account.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import { keyOfClient } from '../../../kernel/operations/idempotency-key.ts';
import { idempotencyKey } from '../request/idempotency.ts';
import { countForAccount } from '../request/traffic.ts';

/** The part of a caller that the audit log takes from the request. */
export function requestOrigin({ ip, id: requestId }: FastifyRequest): Pick<Caller, 'ip' | 'requestId'> {
  return { ip, requestId };
}

/** What every caller has that a request names. */
export function requestCall(
  request: FastifyRequest,
  account: Account,
): Pick<Caller, 'account' | 'ip' | 'requestId'> {
  countForAccount(request, account.id);
  return { account, ...requestOrigin(request) };
}

/** Anybody who has got a public address, and services that report what has happened outside. */
export function visitorCaller(request: FastifyRequest, account: Account): Caller {
  return { by: 'visitor', via: 'page', ...requestCall(request, account) };
}

/** The idempotency key of the request, which belongs to its caller. */
export function withIdempotencyKey<C extends Caller>(request: FastifyRequest, caller: C): C {
  const key = idempotencyKey(request);
  return key === undefined ? caller : { ...caller, idempotencyKey: keyOfClient(key, caller) };
}

/** The connection of a call; `authenticate` finds the caller by the credentials of the request. */
export function connectionOf(
  reply: FastifyReply,
  authenticate: () => Promise<Caller>,
): NonNullable<Caller['connection']> {
  return {
    signal() {
      const controller = new AbortController();
      reply.raw.once('close', () => controller.abort());
      return controller.signal;
    },
    reauthenticate: authenticate,
  };
}
