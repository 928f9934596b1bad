import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../kernel/access/scopes.ts';
import type { AuthorizeRequest } from '../../modules/agents/authorize/rules.ts';
import type { ClientRow } from '../../modules/agents/clients/client-store.ts';
import type { LimitsInput } from '../../modules/agents/schema.ts';
import type { Session } from '../../modules/people/sessions/session.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { textField } from '../http/callers/credentials.ts';
import { pathOf } from '../http/request/paths.ts';

export const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'scopes',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;

/** One call of the authorize endpoint. The checks fill in what they have verified, in the order of their table. */
export class AuthorizeContext {
  readonly deps: AccessDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The query of a GET or the form of a POST, unchecked. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The known parameters that were sent once, as text: the consent form and the sign-in redirect repeat them. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly requested: AuthorizeRequest;
  /** Set by checkClient. */
  client!: ClientRow;
  /** Set by checkResource; null where the request names none. */
  resource: string | null = null;
  /** Set by checkScope; null where the request names none. */
  requestedScopes: Scope[] | null = null;
  /** Set by checkPkce. */
  challenge: string | null = null;
  /** Set by checkSession. */
  session!: Session;
  /** Set by checkOfferedScopes: what the account's plan includes of the requested scopes, and what it lacks. */
  scopes: Scope[] = [];
  missingScopes: Scope[] = [];
  /** Set by checkChoices: what the person chose; undefined where the form has no choices. */
  limits: LimitsInput | undefined;

  constructor(
    deps: AccessDeps,
    request: FastifyRequest,
    reply: FastifyReply,
    sent: Readonly<Record<string, unknown>>,
  ) {
    this.deps = deps;
    this.request = request;
    this.reply = reply;
    this.sent = sent;
    this.parameters = Object.fromEntries(
      PARAMETERS.flatMap((name) => {
        const value = textField(sent, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const { client_id = '', redirect_uri = '', scopes, ...rest } = this.parameters;
    this.requested = { client_id, redirect_uri, ...rest, scope: rest.scope ?? scopes };
  }

  /** The same request as a GET, to return to after signing in. */
  get path(): string {
    return `${pathOf(this.request)}?${new URLSearchParams(this.parameters)}`;
  }
}
