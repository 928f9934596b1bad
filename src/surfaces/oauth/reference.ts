import { z } from 'zod';
import { choice, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import { registerClient } from '../../modules/agents/clients/register-agent.ts';
import { registered, registration } from '../../modules/agents/schema.ts';
import type { Answer, Endpoint } from '../http/endpoint.ts';

const open = { section: 'Authorization', access: 'anyone' } as const;
const CLIENT = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';
const CALLBACK = 'https://app.example/callback';
const SOME_SCOPES = 'dashboard_data,nav';

const refusal = z
  .object({
    error: out.text('What is wrong, in the words of RFC 6749', 'invalid_grant'),
    error_description: out.text('The same for people', 'The code is not valid'),
    message: out.text('The same as error_description', 'The code is not valid'),
  })
  .meta({ id: 'OAuthRefusal', description: 'A refusal as RFC 6749 has it.' });

const registrationRefusal = z
  .object({
    status: z.literal(false).describe('false: refused'),
    code: out.text('invalid_credentials, webservice_required, validation_error …', 'validation_error'),
    message: out.text('What is wrong, and what to send instead', 'Field name is required'),
  })
  .meta({ id: 'RegistrationRefusal', description: 'Why a program was not registered.' });

const refused = (status: number, about: string, schema: z.ZodType = refusal): Answer => ({
  status,
  about,
  schema,
});
const WRONG = refused(400, 'Something in it is missing or wrong.');
const UNKNOWN_CLIENT = refused(401, 'The program is not known, or its secret is wrong.');

const client = {
  client_id: text(100, { examples: [CLIENT] })().describe('The program'),
  client_secret: text(200).optional().describe('Its secret, if it has one; HTTP Basic is taken too'),
};

const registerInput = object({
  username: text(100).optional().describe('Of the account, unless HTTP Basic or a session says who it is'),
  api_key: text(200).optional().describe('Its api_key'),
  ...registration.shape,
}).meta({
  examples: [{ username: 'demo', api_key: '…', name: 'Bókhaldstenging', redirect_uri: CALLBACK }],
});

const authorizeInput = object({
  client_id: client.client_id,
  redirect_uri: text(2000, { examples: [CALLBACK] })().describe('The registered address, letter by letter'),
  scope: text(500, { examples: [SOME_SCOPES] })
    .optional()
    .describe(
      'What it asks for, separated by commas or spaces (also as scopes); all of the plan if left out',
    ),
  state: text(2000).optional().describe('Comes back unchanged'),
  response_type: choice(['code']).optional().describe('Required below /oauth only'),
  code_challenge: text(43).optional().describe('Of PKCE; required of programs without a secret'),
  code_challenge_method: choice(['S256']).optional().describe('S256 when left out'),
});

const tokenInput = object({
  grant_type: choice(['authorization_code', 'refresh_token'])().describe('What is given for the tokens'),
  ...client,
  code: text(200).optional().describe('With authorization_code: the code, good once and for ten minutes'),
  redirect_uri: text(2000).optional().describe('With authorization_code: the address that the code came to'),
  code_verifier: text(128).optional().describe('With authorization_code, if a challenge was sent'),
  refresh_token: text(200).optional().describe('With refresh_token: the newest one'),
}).meta({
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
  access_token: out.text('For Authorization: Bearer', 'kvat_…'),
  token_type: z.literal('Bearer').describe('How it is sent'),
  expires_in: out.integer('Seconds that it is good for', 3600),
  refresh_token: out.text('For the next pair; this one is then dead', 'kvrt_…'),
  scope: out.text('What was granted; separated by spaces below /oauth', SOME_SCOPES),
});

const list = (description: string, ...examples: string[]) =>
  z.array(z.string()).meta({ description, examples: [examples] });
const address = (description: string, path: string) => out.text(description, `https://kvitt.example${path}`);

const metadata = z.object({
  issuer: address('This server', ''),
  authorization_endpoint: address('Where people are sent', '/oauth/authorize'),
  token_endpoint: address('Where tokens are had', '/oauth/token'),
  registration_endpoint: address('Where programs register themselves', '/oauth/register'),
  revocation_endpoint: address('Where tokens are given back', '/oauth/revoke'),
  scopes_supported: list('All scopes', ...SCOPES),
  response_types_supported: list('What authorize gives', 'code'),
  response_modes_supported: list('How it gives it', 'query'),
  grant_types_supported: list('What tokens are given for', 'authorization_code', 'refresh_token'),
  token_endpoint_auth_methods_supported: list('How programs prove themselves', 'none', 'client_secret_post'),
  revocation_endpoint_auth_methods_supported: list('The same for giving back', 'none', 'client_secret_post'),
  code_challenge_methods_supported: list('Of PKCE', 'S256'),
  authorization_response_iss_parameter_supported: out.flag('Whether iss comes with the code', true),
  service_documentation: address('This page', '/docs'),
  ui_locales_supported: list('Languages of the pages', 'is', 'en'),
});

/** The OAuth endpoints for the reference documentation. */
export const endpoints: readonly Endpoint[] = [
  {
    ...open,
    methods: ['POST'],
    path: '/agent/register',
    summary: registerClient.summary,
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
  },
  {
    ...open,
    methods: ['GET'],
    path: '/agent/authorize',
    summary:
      'Where a person is sent to sign in and to allow a program. From there the browser goes back to redirect_uri with code, state and iss, or with error and error_description.',
    input: authorizeInput,
    answers: [
      { status: 302, about: '302: to the sign-in, or back to the program.' },
      refused(400, 'The program is not known, or the address is not its own. Browsers get a page.'),
    ],
  },
  {
    ...open,
    methods: ['POST'],
    path: '/agent/token',
    summary: 'Gives tokens for a code, or for the newest refresh token. Takes JSON and forms.',
    input: tokenInput,
    answers: [{ status: 200, about: 'Done.', schema: tokens }, WRONG, UNKNOWN_CLIENT],
  },
  {
    ...open,
    methods: ['POST'],
    path: '/agent/revoke',
    summary:
      'Gives a token back (RFC 7009). A refresh token takes with it all that came of the same consent.',
    input: object({
      token: text(200, { examples: ['kvrt_…'] })().describe('An access token or a refresh token'),
      ...client,
    }),
    answers: [
      { status: 200, about: 'It is worth nothing now.', schema: z.object({}) },
      WRONG,
      UNKNOWN_CLIENT,
    ],
  },
  {
    ...open,
    methods: ['POST'],
    path: '/oauth/register',
    summary: 'A program registers itself (RFC 7591), without account and without secret; it must use PKCE.',
    input: object({
      redirect_uris: z
        .array(z.string())
        .meta({ examples: [['http://127.0.0.1/callback']] })
        .describe('One to ten https addresses, or http on loopback, where any port will do'),
      client_name: text(100, { examples: ['Bókhaldstenging'] })
        .optional()
        .describe('As people will see it'),
    }),
    answers: [
      {
        status: 201,
        about: 'Done.',
        schema: z.object({
          client_id: out.text('Names the program', CLIENT),
          client_name: out.text('As people will see it', 'Bókhaldstenging'),
          redirect_uris: list('Where people are sent back to', 'http://127.0.0.1/callback'),
          client_id_issued_at: out.integer('When, in seconds since 1970', 1_772_460_309),
          token_endpoint_auth_method: out.text('How it proves itself', 'none'),
          grant_types: list('What it can send', 'authorization_code', 'refresh_token'),
          response_types: list('What authorize gives it', 'code'),
        }),
      },
      WRONG,
    ],
  },
  {
    ...open,
    methods: ['GET'],
    path: '/.well-known/oauth-authorization-server',
    summary: 'Where all of this is, for programs that know only the address (RFC 8414).',
    answers: [{ status: 200, about: 'It is there.', schema: metadata }],
  },
];
