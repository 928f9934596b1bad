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
  /** Whose credentials it asks for. They also decide how fields are sent and how a refusal looks. */
  access: 'account' | 'agent' | 'manager' | 'operator' | 'anyone';
  /** Where the account manages its agents: whether an agent may do it about itself, with its token. */
  own?: true;
  /** What an agent must have been granted for it. */
  scope?: string;
  /** All fields, those in the path too; the others go where the method puts them. */
  input?: z.ZodObject;
  /** Whether a write may carry an Idempotency-Key. */
  repeatable?: boolean;
  answers: readonly Answer[];
  /** What it may be refused with, besides what any call can meet. */
  refusals?: readonly FailureCode[];
}

export interface Answer {
  status: number;
  about: string;
  /** Of the JSON; an answer without one is plain text. */
  schema?: z.ZodType;
}
