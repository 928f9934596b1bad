import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../kernel/account.ts';
import type { Caller } from '../../kernel/context.ts';
import { keyOfClient } from '../../kernel/idempotency-key.ts';
import { idempotencyKey } from './idempotency.ts';
import { countForAccount } from './traffic.ts';

/** The part of a caller that the audit log takes from the request. */
export function requestOrigin({ ip, id: requestId }: FastifyRequest): Pick<Caller, 'ip' | 'requestId'> {
  return { ip, requestId };
}

export function requestCaller(request: FastifyRequest, account: Account, via: Caller['via']): Caller {
  countForAccount(request, account.id);
  return { account, via, ...requestOrigin(request) };
}

/** The same for a surface that lets clients repeat a write safely. */
export function repeatableCaller(
  request: FastifyRequest,
  account: Account,
  via: Caller['via'],
  person?: Caller['person'],
): Caller {
  const caller = { ...requestCaller(request, account, via), ...(person && { person }) };
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
