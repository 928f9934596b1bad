/**
 * Failures before any rule runs: authentication, permission, and the form of the request. A part of the catalogue in
 * `failure.ts`.
 */
export const ACCESS_FAILURES = {
  body_unreadable: {
    kind: 'bad_request',
    message: (why: string) => `The request body could not be read: ${why}`,
  },
  request_unreadable: {
    kind: 'bad_request',
    message: (why: string) => `The request could not be read: ${why}`,
  },
  dry_run_misplaced: {
    kind: 'bad_request',
    message: 'Send dry_run beside data and not inside it, or as the header Kvitt-Dry-Run; nothing was done',
  },
  dry_run_refused: {
    kind: 'bad_request',
    message: (instead: string) => `This cannot be rehearsed; ${instead}`,
  },
  invalid_accounting_status: {
    kind: 'bad_request',
    message: (allowed: string) =>
      `Accounting status must be one of: ${allowed}; separate several with commas`,
  },
  invalid_credentials: { kind: 'unauthenticated', message: 'Invalid api_key' },
  credentials_missing: {
    kind: 'unauthenticated',
    message: (missing: string, where: string) =>
      `${missing} sent; send username and api_key ${where}, or with HTTP Basic`,
    about: 'No username or no api_key was sent',
  },
  invalid_password: { kind: 'unauthenticated', message: 'Wrong username or password' },
  password_wrong: { kind: 'unauthenticated', message: 'The password is not right; type your own again' },
  code_wrong: {
    kind: 'unauthenticated',
    message: 'The code is not right; type the newest one',
  },
  second_factor_known: {
    kind: 'conflict',
    message: 'You sign in with a second factor already; turn it off before you set up another',
  },
  login_elsewhere: {
    kind: 'conflict',
    message:
      'Your sign-in is kept at another company; switch to that company to change its password or second factor',
  },
  second_factor_required: {
    kind: 'conflict',
    message: 'Everybody of this account needs a second factor; an owner can change that',
  },
  owner_required: { kind: 'forbidden', message: 'Only an owner of the account may do this; ask one of them' },
  role_refused: {
    kind: 'forbidden',
    message: (role: string) =>
      `Your role in this account (${role}) does not include this; an owner can change your role`,
  },
  link_used: { kind: 'forbidden', message: 'This link was used or is too old; ask for a new one' },
  main_person: { kind: 'forbidden', message: "The account's own sign-in stays, and stays an owner" },
  already_here: {
    kind: 'forbidden',
    message: 'You have access to this company already; the invitation is for somebody else',
  },
  setup_link_used: {
    kind: 'forbidden',
    message: 'This link was used or is too old; start the service again to get a new one',
  },
  form_stale: { kind: 'forbidden', message: 'This form is too old or not from here; open the page again' },
  invalid_operator_token: {
    kind: 'unauthenticated',
    message: 'Send the operator token as Authorization: Bearer',
  },
  session_required: { kind: 'unauthenticated', message: 'Sign in to go on' },
  account_disabled: {
    kind: 'forbidden',
    message: 'This account is closed for use; ask the operator to open it',
  },
  webservice_required: {
    kind: 'forbidden',
    message: 'This account has no web-service access; ask the operator to add it',
  },
  too_many_attempts: {
    kind: 'too_many',
    message: (seconds: number) => `Too many failed attempts; try again in ${seconds} seconds`,
  },
  too_many_requests: {
    kind: 'too_many',
    message: (seconds: number) => `Too many requests in a minute; try again in ${seconds} seconds`,
  },
  invalid_bearer: {
    kind: 'unauthenticated',
    message: 'Send valid credentials: Authorization: Bearer, or Basic with username and api_key',
  },
  token_expired: {
    kind: 'unauthenticated',
    message: 'The access token has expired (token_expired); refresh it and try again',
  },
  access_revoked: {
    kind: 'unauthenticated',
    message: 'The access of this agent was revoked; ask the user to consent again',
  },
  wrong_audience: {
    kind: 'unauthenticated',
    message: 'This token was issued for another resource; ask for one whose resource is this address',
  },
  scope_required: {
    kind: 'forbidden',
    message: (scope: string) => `Agent token does not include the required scope: ${scope}`,
  },
  closed_to_agents: {
    kind: 'forbidden',
    message:
      'No program can do this on behalf of the account; use the credential API with username and api_key, or the console',
  },
  agent_frozen: {
    kind: 'forbidden',
    message: 'An owner of the account has frozen this agent; it can go on when the owner lifts that',
  },
  read_only: {
    kind: 'forbidden',
    message: 'This agent may only read; an owner of the account can let it propose or act',
  },
  plan_required: {
    kind: 'forbidden',
    message: (scope: string) =>
      `The plan of this account does not include ${scope}; ask the operator to add it`,
  },
  own_key_required: {
    kind: 'forbidden',
    message:
      "A bookkeeper's key can neither decide who may act for the account nor see its tenants; use the account's own api_key",
  },
  account_key_required: {
    kind: 'forbidden',
    message: 'An agent may do this only about itself; use Basic with username and api_key',
  },
  agent_not_granted: {
    kind: 'forbidden',
    message: 'X-Agent-Id must name an agent that this account has granted access',
  },
  webhook_refused: {
    kind: 'bad_request',
    message:
      'This message was refused: it must be signed by the payment provider within the last minutes, or carry the secret of the mail gateway or the key of the e-invoice access point',
  },
  einvoice_receiver_unknown: {
    kind: 'no_route',
    message: (receiver: string) =>
      receiver
        ? `No company here receives e-invoices as ${receiver}`
        : 'The e-invoice names no kennitala of its buyer; send it in its envelope',
  },
  https_required: { kind: 'forbidden', message: 'HTTPS must be used' },
  path_not_found: {
    kind: 'no_route',
    message: (path: string) => `There is nothing at ${path}; /docs lists what there is`,
  },
  method_not_allowed: {
    kind: 'method',
    message: (expected: string) => `Method not allowed — expected ${expected}`,
  },
  too_large: {
    kind: 'too_large',
    message: (limit: string) => `The request is too large; send at most ${limit}`,
  },
  maintenance: {
    kind: 'busy',
    message: 'Down for maintenance; development calls need the parameter en4_maint_code',
  },
  database_unavailable: {
    kind: 'busy',
    message: 'The service is not available just now; try again in a moment',
  },
  overloaded: {
    kind: 'busy',
    message: 'The service has more to do than it can just now; try again in a moment',
  },
  invalid_metrics_token: {
    kind: 'unauthenticated',
    message: 'Send the token for metrics as Authorization: Bearer',
  },
  files_busy: {
    kind: 'busy',
    message: 'Too many files are being worked on just now; try again in a moment',
  },
  busy_signing_in: {
    kind: 'busy',
    message: 'Too many people are signing in just now; try again in a moment',
  },
  internal: {
    kind: 'internal',
    message: (id: string) => `Something went wrong on our side; request id ${id}`,
  },
} as const;
