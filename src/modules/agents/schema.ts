import { z } from 'zod';
import { PROGRAM_MODES, RECIPIENT_MODES } from '../../domain/access/program-limits.ts';
import { hasBidiControls } from '../../domain/strings/bidi.ts';
import { toOneLine } from '../../domain/strings/one-line.ts';
import { SCOPES, type Scope } from '../../kernel/access/scopes.ts';
import { effectSummary } from '../../kernel/effects/effect-schema.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { violationError } from '../../kernel/fields/field-failures.ts';
import {
  choice,
  field,
  flag,
  integer,
  longText,
  number,
  object,
  strictObject,
  text,
} from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';

/** Scopes as programs write them: a list, or a text separated by commas or spaces. Null if one is unknown. */
export function parseScopes(input: unknown): Scope[] | null {
  const names = Array.isArray(input) ? input : typeof input === 'string' ? input.split(/[\s,]+/) : null;
  if (!names || names.length > 100) return null;
  const requested = new Set(names.filter((name) => name !== ''));
  const known = SCOPES.filter((scope) => requested.has(scope));
  return known.length === requested.size ? known : null;
}

/** Scopes as a required field. */
export const scopesField = field<Scope[]>(
  (input) => {
    const scopes = parseScopes(input);
    return scopes && scopes.length > 0
      ? { value: scopes }
      : { problem: violation('some_of', SCOPES.join(', ')) };
  },
  {
    anyOf: [{ type: 'array', items: { type: 'string', enum: [...SCOPES] } }, { type: 'string' }],
    examples: [['nav', 'create_invoice']],
  },
)();

/** The columns hold no more. */
const bound = { max: '999999999999.99', places: 2, min: '0' };
const LIMIT_FIELDS = {
  mode: choice(PROGRAM_MODES).optional(
    'act: writes within the bounds are done; propose: every write waits for a person; read: every write is refused',
  ),
  max_amount: number(bound).nullable('Largest amount of one write, in ISK; null: no bound'),
  max_amount_per_day: number(bound).nullable('Largest sum of the writes of a day (UTC), in ISK'),
  max_documents_per_day: integer(0, 1_000_000).nullable('Largest number of writes with a sum on a day (UTC)'),
  new_recipients: choice(RECIPIENT_MODES).optional(
    "propose: a document for a receiver who has never received one from a person or the account's key waits, and so does a change of the addresses that documents of others are sent to",
  ),
};

/** Limits to change. A misspelt name is refused: ignoring it would leave the account without the bound. */
export const limitsInput = strictObject(LIMIT_FIELDS);
export type LimitsInput = z.infer<typeof limitsInput>;

/** What becomes of what a program has set up when it is frozen or revoked. Its templates pause in any case. */
export const openDocuments = choice(['keep', 'close']).optional(
  'When a program is frozen or revoked: close declines its open quotes and deletes its open orders from which nothing was invoiced; keep, or left out, does not change them',
);

export const limits = out.record('What it may do without asking a person; null: no bound', {
  mode: out.code(PROGRAM_MODES, 'What becomes of its writes'),
  max_amount: out.number('Largest amount of one write, in ISK', 100_000).nullable(),
  max_amount_per_day: out.number('Largest sum of the writes of a day, in ISK', 500_000).nullable(),
  max_documents_per_day: out.integer('Largest number of writes with a sum on a day', 20).nullable(),
  new_recipients: out.code(RECIPIENT_MODES, 'What becomes of documents for new recipients'),
});

export const grantedAgent = z.object({
  agent_id: out.own('The client_id of the program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
  name: out.own('Its name', 'Bókhaldstenging'),
  scopes: z.array(out.code(SCOPES, 'One of the scopes')).describe('What it may do'),
  granted_at: out.time('When it was granted access'),
  limits,
  frozen: out.flag('Whether all its calls are refused until the freeze is lifted'),
});

/** A program as the console shows it. */
export const foundAgent = grantedAgent.extend({
  last_used_at: out.time('Time of its last call; null: never').nullable(),
  used_amount: out.number('Sum of what it has issued and set up today, in ISK', 46500),
  used_documents: out.integer('Number of such documents today', 1),
  self_registered: out.flag('Whether it registered itself, so that its name was not verified'),
});

const auditRecord = z.object({
  agent_id: out.own(
    'Who did it; empty where the account called by its key and named nobody',
    '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
  ),
  action: out.own('What was done', 'create-invoice'),
  ip_address: out.own('IP address of the caller', '203.0.113.7'),
  timestamp: out.time('When'),
  action_id: out.integer('The action_id that the call was answered with', 1),
  outcome: out.own('ok, or the code of the refusal', 'ok'),
  target: out.own('The record, or the proposal, that the call made or changed').nullable(),
  person: out.own('Who approved it; empty where nobody had to', 'Anna Jónsdóttir'),
  effect: effectSummary
    .nullable()
    .describe('Kind, receiver and amount of the write; null where the row has none'),
});

export const auditPage = z.object({
  data: z.array(auditRecord).describe('The records'),
  total: out.integer('How many there are', 1),
  page: out.integer('Number of this page', 1),
  limit: out.integer('Number of records in a page', 50),
});

/** The target of the row that reading the first page of the log adds to it. */
export const FIRST_AUDIT_PAGE = 'page 1';

/** A record of the audit log as the console shows it. */
export const foundCall = z.object({
  id: out.integer('Its row in the audit log', 1),
  agent_id: out.own('The program'),
  name: out.own('Name of the program; empty when nobody knows it any more', 'Bókhaldstenging'),
  action: out.own('What was done', 'create-invoice'),
  target: out.own('The record that was changed or made').nullable(),
  person: out.own('Who approved it; empty where nobody had to', 'Anna Jónsdóttir'),
  outcome: out.own('ok, or the code of the refusal', 'ok'),
  ip_address: out.own('IP address of the caller', '203.0.113.7'),
  by_program: out.flag(
    "Whether the program did it; else a person or the account's key did it about the program",
  ),
  effect: effectSummary
    .nullable()
    .describe('Kind, receiver and amount of the write; null where the row has none'),
  became: out.own('State of the proposal that the call made; empty where it made none', 'approved'),
  at: out.time('When'),
});

export const registration = object({
  name: longText(100)()
    .refine((name) => !hasBidiControls(name), violationError(violation('direction')))
    .refine((name) => toOneLine(name) === name, violationError(violation('one_line')))
    .describe('Name of the program, as people will see it'),
  description: longText(500).optional('What it does'),
  redirect_uri: text(2000)('An https address'),
  rotate_secret: flag.optional('A new secret for a program that is registered already'),
});

export const registered = z.object({
  existing: out.flag('Whether it was registered before'),
  client_id: out.own('Identifies the program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
  client_secret: out.own('Shown only when it is made').nullable(),
  name: out.own('Name of the program', 'Bókhaldstenging'),
  redirect_uri: out.own('Where people are sent back to', 'https://app.example/callback'),
  rotated: out.flag('Whether the secret is a new one').optional(),
});

/** The error codes of OAuth (RFC 6749, sections 5.2 and 4.1.2.1). */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unauthorized_client'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

export class OAuthError extends Error {
  readonly code: OAuthCode;

  constructor(code: OAuthCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const WRONG_CLIENT = 'Invalid client or redirect URI';
