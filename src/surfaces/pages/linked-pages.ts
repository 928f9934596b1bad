import type { FastifyRequest } from 'fastify';
import type { AccessDeps } from '../http/callers/access.ts';

/** What the pages behind a link need; the token of the link says whose account it is. */
export type LinkDeps = Pick<AccessDeps, 'kernel' | 'accounts'>;

export type ByToken = FastifyRequest<{ Params: { token: string } }>;
