import { z } from 'zod';
import { SCOPES } from '../../kernel/access/scopes.ts';
import type { Forms } from '../../kernel/fields/forms.ts';
import { choice, object, text } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { registerClient } from '../../modules/agents/clients/register-agent.ts';
import { registered, registration } from '../../modules/agents/schema.ts';
import { type Answer, type Endpoint, UNREADABLE } from '../http/answers/endpoint.ts';

const CLIENT = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';
const CALLBACK = 'https://app.example/callback';
const SOME_SCOPES = 'dashboard_data,nav';

const refusal = component(
  'OAuthRefusal',
  {
    error: out.own('What is wrong, in the words of RFC 6749', 'invalid_grant'),
    error_description: out.own('The same for people', 'The code is not valid'),
    message: out.own('The same as error_description', 'The code is not valid'),
  },
  'A refusal as RFC 6749 has it.',
);

const registrationRefusal = component(
  'RegistrationRefusal',
  {
    status: z.literal(false).describe('false: refused'),
    code: out.own('invalid_credentials, webservice_required, validation_error …', 'validation_error'),
    message: out.own('What is wrong, and what to send instead', 'Field name is required'),
  },
  'Why a program was not registered.',
);

const refused = (status: number, about: string, schema: z.ZodType = refusal): Answer => ({
  status,
  about,
  schema,
});
const WRONG = refused(400, 'Something in it is missing or wrong.');
const UNKNOWN_CLIENT = refused(401, 'The program is not known, or its secret is wrong.');

const client = {
  client_id: text(100, { examples: [CLIENT] }).optional('The program; needed unless HTTP Basic names it'),
  client_secret: text(200).optional('Its secret, if it has one, unless HTTP Basic carries it'),
};

const registerInput = object({
  username: text(100).optional('Username of the account, unless HTTP Basic or a session says who it is'),
  api_key: text(200).optional('Its api_key'),
  ...registration.shape,
}).meta({
  examples: [{ name: 'Bókhaldstenging', description: 'Sendir reikninga í bókhald', redirect_uri: CALLBACK }],
});

const authorizeInput = object({
  client_id: text(100, { examples: [CLIENT] })('The program'),
  redirect_uri: text(2000, { examples: [CALLBACK] })('The registered address, exactly'),
  scope: text(500, { examples: [SOME_SCOPES] }).optional(
    'Scopes that it asks for, separated by commas or spaces (also as scopes); all of the plan if left out',
  ),
  state: text(2000, { examples: ['f3a9c1'] }).optional('Comes back unchanged'),
  response_type: choice(['code']).optional('Required below /oauth only'),
  code_challenge: text(43, { examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] }).optional(
    'Code challenge of PKCE; required of programs without a secret',
  ),
  code_challenge_method: choice(['S256']).optional('S256 when left out'),
});

const TOKEN_FORMS: Forms = {
  discriminator: 'grant_type',
  forms: [
    {
      id: 'CodeGrant',
      description: 'Tokens for the code that came back from authorize.',
      required: ['grant_type', 'code', 'redirect_uri'],
      without: ['refresh_token'],
      values: { grant_type: ['authorization_code'] },
    },
    {
      id: 'RefreshGrant',
      description: 'The next tokens, for the newest refresh token.',
      required: ['grant_type', 'refresh_token'],
      without: ['code', 'redirect_uri', 'code_verifier'],
      values: { grant_type: ['refresh_token'] },
    },
  ],
};

const tokenInput = object({
  grant_type: choice(['authorization_code', 'refresh_token'])('What is exchanged for tokens'),
  ...client,
  code: text(200).optional('With authorization_code: the code, valid once, for ten minutes'),
  redirect_uri: text(2000).optional('With authorization_code: the address that the code came to'),
  code_verifier: text(128).optional('With authorization_code, if a challenge was sent'),
  refresh_token: text(200).optional('With refresh_token: the newest one'),
}).meta({
  ...TOKEN_FORMS,
  examples: [
    {
      grant_type: 'authorization_code',
      client_id: CLIENT,
      client_secret: 'kvcs_…',
      code: 'kvco_…',
      redirect_uri: CALLBACK,
    },
  ],
});

const tokens = z.object({
  access_token: out.own('For Authorization: Bearer', 'kvat_…'),
  token_type: z.literal('Bearer').describe('How the token is sent'),
  expires_in: out.integer('Seconds until it expires', 3600),
  refresh_token: out.own('For the next pair of tokens; this one is then no longer valid', 'kvrt_…'),
  scope: out.own('What was granted; separated by spaces below /oauth', SOME_SCOPES),
});

const list = (description: string, ...examples: string[]) =>
  z.array(z.string()).meta({ description, examples: [examples] });
const address = (description: string, path: string) => out.own(description, `https://kvitt.example${path}`);

const metadata = z.object({
  issuer: address('This server', ''),
  authorization_endpoint: address('Page where a person consents', '/oauth/authorize'),
  token_endpoint: address('Token endpoint', '/oauth/token'),
  registration_endpoint: address('Registration endpoint of programs', '/oauth/register'),
  revocation_endpoint: address('Revocation endpoint of tokens', '/oauth/revoke'),
  scopes_supported: list('All scopes', ...SCOPES),
  response_types_supported: list('Response types of authorize', 'code'),
  response_modes_supported: list('Response modes of authorize', 'query'),
  grant_types_supported: list('Grant types of the token endpoint', 'authorization_code', 'refresh_token'),
  token_endpoint_auth_methods_supported: list(
    'Client authentication at the token endpoint',
    'none',
    'client_secret_post',
  ),
  revocation_endpoint_auth_methods_supported: list(
    'Client authentication at the revocation endpoint',
    'none',
    'client_secret_post',
  ),
  code_challenge_methods_supported: list('Code challenge methods of PKCE', 'S256'),
  authorization_response_iss_parameter_supported: out.flag('Whether iss is returned with the code', true),
  client_id_metadata_document_supported: out.flag(
    'Whether a client may be identified by the address of a document',
    true,
  ),
  service_documentation: address('Documentation of the API', '/docs'),
  ui_locales_supported: list('Languages of the pages', 'is', 'en'),
});

const REGISTER: Omit<Endpoint, 'path'> = {
  section: 'Authorization',
  access: 'registrant',
  methods: ['POST'],
  summary: registerClient.summary,
  description: registerClient.description,
  rehearsable: true,
  input: registerInput,
  answers: [
    {
      status: 200,
      about: 'Done.',
      schema: registered.extend({
        status: z.literal(true).describe('true: done'),
      }),
    },
    refused(401, 'The credentials are missing or wrong.', registrationRefusal),
    refused(403, 'The account has no web-service access.', registrationRefusal),
    refused(422, 'A field is missing or wrong.', registrationRefusal),
  ],
};

const AUTHORIZE: Omit<Endpoint, 'path'> = {
  section: 'Authorization',
  access: 'anyone',
  methods: ['GET'],
  summary: 'Shows the page where a person signs in and grants a program access.',
  description:
    'Open this address in the browser of the person; a program does not call it itself. The browser is then sent to redirect_uri with code, state and iss, or with error and error_description. The code is valid once, for ten minutes, at the token endpoint.',
  input: authorizeInput,
  answers: [
    {
      status: 200,
      about: 'The page that asks the person, in the browser.',
      mediaType: 'text/html',
      example: '<!doctype html>…',
    },
    { status: 302, about: '302: to the sign-in, or back to the program.' },
    refused(400, 'The program is not known, or the address is not its own. Browsers get a page.'),
  ],
};

const TOKEN: Omit<Endpoint, 'path'> = {
  section: 'Authorization',
  access: 'client',
  methods: ['POST'],
  summary: 'Issues tokens for a code, or for the newest refresh token. Accepts JSON and forms.',
  description:
    'Send the code once, right after it arrived, and store both tokens. When the access token has expired, send the newest refresh token; the one in the answer replaces it.',
  input: tokenInput,
  answers: [{ status: 200, about: 'Done.', schema: tokens }, WRONG, UNKNOWN_CLIENT],
};

const REVOKE: Omit<Endpoint, 'path'> = {
  section: 'Authorization',
  access: 'client',
  methods: ['POST'],
  summary: 'Revokes a token (RFC 7009). Revoking a refresh token revokes all tokens of the same consent.',
  description:
    'Use it when a person disconnects the program. The answer is the same for a token that is no longer valid.',
  input: object({
    token: text(200, { examples: ['kvrt_…'] })('An access token or a refresh token'),
    ...client,
  }),
  answers: [
    { status: 200, about: 'The token is not valid any more.', schema: z.object({}) },
    WRONG,
    UNKNOWN_CLIENT,
  ],
};

/** Every address of an endpoint is documented, because a program may have been written for any of them. */
const at = (addresses: readonly string[], endpoint: Omit<Endpoint, 'path'>): Endpoint[] =>
  addresses.map((path) => ({ ...endpoint, path }));

/** The OAuth endpoints for the reference documentation. */
export const endpoints: readonly Endpoint[] = [
  ...at(['/agent/register', '/strax/agent/register'], REGISTER),
  ...at(['/agent/authorize', '/strax/agent/authorize', '/oauth/authorize'], AUTHORIZE),
  ...at(['/agent/token', '/strax/agent/token', '/oauth/token'], TOKEN),
  ...at(['/agent/revoke', '/strax/agent/revoke', '/oauth/revoke'], REVOKE),
  {
    section: 'Authorization',
    access: 'anyone',
    methods: ['POST'],
    path: '/oauth/register',
    summary:
      'Registers a program on its own request (RFC 7591), without account or secret; it must use PKCE.',
    description:
      'For programs that people install themselves, such as desktop tools. Send the client_id in the answer to authorize and token; any account may then consent.',
    input: object({
      redirect_uris: z
        .array(z.string())
        .meta({ examples: [['http://127.0.0.1/callback']] })
        .describe('One to ten https addresses, or http on loopback, where any port will do'),
      client_name: text(100, { examples: ['Bókhaldstenging'] }).optional('As people will see it'),
    }),
    answers: [
      {
        status: 201,
        about: 'Done.',
        schema: z.object({
          client_id: out.own('Identifies the program', CLIENT),
          client_name: out.own('As people will see it', 'Bókhaldstenging'),
          redirect_uris: list('Where people are sent back to', 'http://127.0.0.1/callback'),
          client_id_issued_at: out.integer('When, in seconds since 1970', 1_772_460_309),
          token_endpoint_auth_method: out.own('Client authentication of the program', 'none'),
          grant_types: list('Grant types of the program', 'authorization_code', 'refresh_token'),
          response_types: list('Response types of the program', 'code'),
        }),
      },
      WRONG,
    ],
  },
  {
    section: 'Authorization',
    access: 'anyone',
    methods: ['GET'],
    path: '/.well-known/oauth-authorization-server',
    summary: 'Describes the endpoints of the authorization server (RFC 8414).',
    description:
      'OAuth libraries read it to find the endpoints and the scopes. It is the same for every account.',
    answers: [{ status: 200, about: 'The metadata of the server.', schema: metadata }, UNREADABLE],
  },
];
