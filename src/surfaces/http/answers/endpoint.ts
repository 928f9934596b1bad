import { z } from 'zod';
import type { FailureCode } from '../../../kernel/failures/failure.ts';
import { out } from '../../../kernel/fields/output-fields.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** An endpoint as the reference documentation describes it. Every surface describes its own. */
export interface Endpoint {
  methods: readonly Method[];
  /** With parameters in braces: `/operator/accounts/{username}`. */
  path: string;
  section: string;
  summary: string;
  /** One to three sentences: what it does, when to use it, what happens next. */
  description?: string | undefined;
  /** The kind of credentials. It also decides how fields are sent and which schema a refusal has. */
  access: 'account' | 'agent' | 'manager' | 'operator' | 'registrant' | 'client' | 'anyone';
  /** On management endpoints: an agent may call it about itself, with its own token. */
  own?: true;
  /** The scopes of which an agent's token needs one; left out where it needs none. */
  scopes?: readonly string[];
  /** All fields, including path parameters. The others go into the query or the body, depending on the method. */
  input?: z.ZodObject;
  /** Whether a write may carry an Idempotency-Key. */
  repeatable?: boolean;
  /** Whether a write can be rehearsed by a dry run. */
  rehearsable?: boolean;
  answers: readonly Answer[];
  /** Error codes of this endpoint, besides those that every call can get. */
  refusals?: readonly FailureCode[];
}

export interface Answer {
  status: number;
  about: string;
  /** Schema of the JSON body; an answer without a schema is text. */
  schema?: z.ZodType;
  /** The media type of an answer that is text; text/plain by default. */
  mediaType?: string;
  /** An example of an answer that is text. */
  example?: string;
}

/** The answer to a request that is no well-formed HTTP, for endpoints without credentials and fields. */
export const UNREADABLE: Answer = {
  status: 400,
  about: 'The request is not well-formed HTTP.',
  schema: z.object({
    status: z.literal(false).describe('false: refused'),
    message: out.own('What is wrong', 'The request could not be read: send a Host header'),
    result: z.null(),
    error_code: out.own('Code of the refusal, for programs', 'request_unreadable'),
  }),
};
