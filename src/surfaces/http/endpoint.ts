import type { z } from 'zod';
import type { FailureCode } from '../../kernel/failures/failure.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** An endpoint as the reference documentation describes it. Every surface describes its own. */
export interface Endpoint {
  methods: readonly Method[];
  /** With parameters in braces: `/operator/accounts/{username}`. */
  path: string;
  section: string;
  summary: string;
  /** The kind of credentials. It also decides how fields are sent and which schema a refusal has. */
  access: 'account' | 'agent' | 'manager' | 'operator' | 'anyone';
  /** On management endpoints: an agent may call it about itself, with its own token. */
  own?: true;
  /** The scope that an agent's token needs. */
  scope?: string;
  /** All fields, including path parameters. The others go into the query or the body, depending on the method. */
  input?: z.ZodObject;
  /** Whether a write may carry an Idempotency-Key. */
  repeatable?: boolean;
  answers: readonly Answer[];
  /** Error codes of this endpoint, besides those that every call can get. */
  refusals?: readonly FailureCode[];
}

export interface Answer {
  status: number;
  about: string;
  /** Schema of the JSON body; an answer without a schema is plain text. */
  schema?: z.ZodType;
}
