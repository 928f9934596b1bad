import {
  badRequest,
  busy,
  conflict,
  forbidden,
  internal,
  noRoute,
  tooLarge,
  tooMany,
  unauthenticated,
  wrongMethod,
} from './entry.ts';

/**
 * Failures before any rule runs: authentication, permission, and the form of the request. A part of the catalogue in
 * `failure.ts`.
 */
export const ACCESS_FAILURES = {
  body_unreadable: badRequest((why: string) => `The request body could not be read: ${why}`),
  request_unreadable: badRequest((why: string) => `The request could not be read: ${why}`),
  dry_run_misplaced: badRequest(
    'Send dry_run beside data and not inside it, or as the header Kvitt-Dry-Run; nothing was done',
  ),
  dry_run_refused: badRequest((instead: string) => `This cannot be rehearsed; ${instead}`),
  invalid_accounting_status: badRequest(
    (allowed: string) => `Accounting status must be one of: ${allowed}; separate several with commas`,
  ),
  invalid_credentials: unauthenticated('Invalid api_key'),
  credentials_missing: unauthenticated(
    (missing: string, where: string) =>
      `${missing} sent; send username and api_key ${where}, or with HTTP Basic`,
    'No username or no api_key was sent',
  ),
  invalid_password: unauthenticated('Wrong username or password'),
  password_wrong: unauthenticated('The password is not right; type your own again'),
  code_wrong: unauthenticated('The code is not right; type the newest one'),
  second_factor_known: conflict(
    'You sign in with a second factor already; turn it off before you set up another',
  ),
  login_elsewhere: conflict(
    'Your sign-in is kept at another company; switch to that company to change its password or second factor',
  ),
  second_factor_required: conflict(
    'Everybody of this account needs a second factor; an owner can change that',
  ),
  owner_required: forbidden('Only an owner of the account may do this; ask one of them'),
  role_refused: forbidden(
    (role: string) =>
      `Your role in this account (${role}) does not include this; an owner can change your role`,
  ),
  link_used: forbidden('This link was used or is too old; ask for a new one'),
  main_person: forbidden("The account's own sign-in stays, and stays an owner"),
  already_here: forbidden('You have access to this company already; the invitation is for somebody else'),
  setup_link_used: forbidden('This link was used or is too old; start the service again to get a new one'),
  form_stale: forbidden('This form is too old or not from here; open the page again'),
  invalid_operator_token: unauthenticated('Send the operator token as Authorization: Bearer'),
  session_required: unauthenticated('Sign in to go on'),
  account_disabled: forbidden('This account is closed for use; ask the operator to open it'),
  webservice_required: forbidden('This account has no web-service access; ask the operator to add it'),
  too_many_attempts: tooMany(
    (seconds: number) => `Too many failed attempts; try again in ${seconds} seconds`,
  ),
  too_many_requests: tooMany(
    (seconds: number) => `Too many requests in a minute; try again in ${seconds} seconds`,
  ),
  invalid_bearer: unauthenticated(
    'Send valid credentials: Authorization: Bearer, or Basic with username and api_key',
  ),
  token_expired: unauthenticated('The access token has expired (token_expired); refresh it and try again'),
  access_revoked: unauthenticated('The access of this agent was revoked; ask the user to consent again'),
  wrong_audience: unauthenticated(
    'This token was issued for another resource; ask for one whose resource is this address',
  ),
  scope_required: forbidden((scope: string) => `Agent token does not include the required scope: ${scope}`),
  closed_to_agents: forbidden(
    'No program can do this on behalf of the account; use the credential API with username and api_key, or the console',
  ),
  agent_frozen: forbidden(
    'An owner of the account has frozen this agent; it can go on when the owner lifts that',
  ),
  read_only: forbidden('This agent may only read; an owner of the account can let it propose or act'),
  plan_required: forbidden(
    (scope: string) => `The plan of this account does not include ${scope}; ask the operator to add it`,
  ),
  own_key_required: forbidden(
    "A bookkeeper's key can neither decide who may act for the account nor see its tenants; use the account's own api_key",
  ),
  account_key_required: forbidden(
    'An agent may do this only about itself; use Basic with username and api_key',
  ),
  agent_not_granted: forbidden('X-Agent-Id must name an agent that this account has granted access'),
  webhook_refused: badRequest(
    'This message was refused: it must be signed by the payment provider within the last minutes, or carry the secret of the mail gateway or the key of the e-invoice access point',
  ),
  einvoice_receiver_unknown: noRoute((receiver: string) =>
    receiver
      ? `No company here receives e-invoices as ${receiver}`
      : 'The e-invoice names no kennitala of its buyer; send it in its envelope',
  ),
  https_required: forbidden('HTTPS must be used'),
  path_not_found: noRoute((path: string) => `There is nothing at ${path}; /docs lists what there is`),
  method_not_allowed: wrongMethod((expected: string) => `Method not allowed — expected ${expected}`),
  too_large: tooLarge((limit: string) => `The request is too large; send at most ${limit}`),
  maintenance: busy('Down for maintenance; development calls need the parameter en4_maint_code'),
  database_unavailable: busy('The service is not available just now; try again in a moment'),
  overloaded: busy('The service has more to do than it can just now; try again in a moment'),
  invalid_metrics_token: unauthenticated('Send the token for metrics as Authorization: Bearer'),
  files_busy: busy('Too many files are being worked on just now; try again in a moment'),
  busy_signing_in: busy('Too many people are signing in just now; try again in a moment'),
  internal: internal((id: string) => `Something went wrong on our side; request id ${id}`),
} as const;
