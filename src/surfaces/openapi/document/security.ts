import type { Endpoint } from '../../http/answers/endpoint.ts';

export const SECURITY_SCHEMES = {
  basic: { type: 'http', scheme: 'basic', description: 'Username and api_key of the account' },
  username: { type: 'apiKey', in: 'query', name: 'username', description: 'Username of the account' },
  apiKey: { type: 'apiKey', in: 'query', name: 'api_key', description: 'Its api_key' },
  agentToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of an agent; the scope that a call needs is named with it',
  },
  clientSecret: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of a program' },
  operatorToken: { type: 'http', scheme: 'bearer', description: 'The token of the installation' },
};

/** OpenAPI has no security scheme for credentials in the body; `{}` marks that the others are optional then. */
export function securityOf(
  { access, scopes = [], own }: Endpoint,
  hasBodyFields: boolean,
): Record<string, string[]>[] {
  const inQuery = { username: [], apiKey: [] };
  switch (access) {
    case 'anyone':
      return [];
    case 'registrant':
      return [{ basic: [] }, {}];
    case 'client':
      return [{ clientSecret: [] }, {}];
    case 'agent':
      // Each entry is enough by itself, and the scopes within one are all needed.
      return [
        ...(scopes.length > 0 ? scopes.map((scope) => ({ agentToken: [scope] })) : [{ agentToken: [] }]),
        { basic: [] },
      ];
    case 'manager':
      return [...(own ? [{ agentToken: [] }] : []), { basic: [] }];
    case 'operator':
      return [{ operatorToken: [] }];
    case 'account':
      return hasBodyFields ? [{ basic: [] }, inQuery, {}] : [{ basic: [] }, inQuery];
  }
}
