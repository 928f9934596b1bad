import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { chosenSecretRule, countDifferent, isThisMachine } from './domain/access/chosen-secrets.ts';
import { ConfigMistakes, Variables } from './domain/service/environment-variables.ts';
import { isEmailAddress } from './domain/values/email.ts';
import { toError } from './domain/values/errors.ts';
import {
  type BankAccountsConfig,
  type BankConfig,
  type EinvoiceConfig,
  readBank,
  readBankAccounts,
  readEinvoice,
  readRegister,
  readTax,
  secureAddress,
  type TaxConfig,
  withoutSlash,
} from './outside-config.ts';
import { MIN_SECRET_LENGTH, readOrCreateSecret, readSecret, secretFile } from './secret-file.ts';

export interface Config {
  host: string;
  port: number;
  baseUrl: string;
  databaseUrl: string | undefined;
  /** The address of the server itself, where `databaseUrl` is that of a pooler that shares sessions. */
  listenUrl: string | undefined;
  /** Replicas of the database, for reads. */
  replicaUrl: string | undefined;
  dataDir: string;
  pool: number;
  /** In how many processes `serve` runs. */
  processes: number;
  secret: string;
  operatorToken: string | undefined;
  maintCode: string | undefined;
  allowHttp: boolean;
  trustProxy: string | undefined;
  tls: { cert: string; key: string } | undefined;
  demo: boolean;
  jobs: boolean;
  kennitala: 'strict' | 'relaxed';
  lifetimes: { code: number; access: number; refresh: number };
  rateLimit: boolean;
  /** Requests in a minute on this node. */
  traffic: { perAccount: number; perAddress: number };
  /** The event-loop delay above which new requests are refused while others are waiting. */
  maxLoopDelayMs: number;
  metrics: { port: number | undefined; token: string | undefined };
  /** Unset: no spans are recorded. */
  tracing: { url: string; serviceName: string; ratio: number } | undefined;
  isSignUpOpen: boolean;
  /** Whether webhooks may go to 127.0.0.1 and ::1, for tests. */
  allowLocalWebhooks: boolean;
  logLevel: string;
  /** The model that reads receipts; unset: receipts are read by this node. */
  ai: { url: string; key?: string; model: string } | undefined;
  /** Unset: mail is kept in the sandbox mailbox. */
  smtp: { url: string; from: string; returns: string | undefined } | undefined;
  /** The secret for handing in bounced mail; unset: the webhook is off. */
  mailWebhookSecret: string | undefined;
  /** The address for receipts by mail; unset: none are taken. */
  receiptsAddress: string | undefined;
  /** Unset: e-invoices go to the embedded hub. */
  einvoice: EinvoiceConfig | undefined;
  /** Where the access point keeps received e-invoices; unset: it pushes them. */
  einvoiceInbox: EinvoiceConfig | undefined;
  /** Unset: the embedded bank. */
  bank: BankConfig | undefined;
  /** Unset: the embedded bank, unless `bank` is a real one. */
  bankAccounts: BankAccountsConfig | undefined;
  /** Unset: the embedded tax office. */
  tax: TaxConfig | undefined;
  payments: PaymentsConfig;
  /** Where exchange rates are published; unset: the operator keeps them. */
  ratesUrl: string | undefined;
  /** The register of companies; unset: an embedded one. */
  register: { url: string; key: string | undefined } | undefined;
}

export interface PaymentsConfig {
  stripe: { url: string; key: string; webhookSecret: string; timeoutMs: number } | undefined;
  /** Whether the test provider is on, at which anybody can pay without money. */
  test: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** Reads the environment; no other file does. All mistakes are reported at once. */
export function readConfig(env: Environment = process.env): Config {
  const variables = new Variables(env);
  const { mistakes } = variables;
  const host = variables.text('HOST') ?? '127.0.0.1';
  const port = variables.whole('PORT', 8080, 0, 65_535);
  const [cert, key] = variables.pair('KVITT_TLS_CERT', 'KVITT_TLS_KEY');
  if (cert && key) mistakes.push(...tlsMistakes(cert, key));
  const databaseUrl = variables.database('DATABASE_URL');
  const dataDir = resolve(variables.text('KVITT_DATA_DIR') ?? './data');
  const secret = variables.text('KVITT_SECRET');
  if (databaseUrl && !secret)
    mistakes.push('KVITT_SECRET is required with DATABASE_URL: a long random text, the same on every node');
  if (secret && secret.length < MIN_SECRET_LENGTH)
    mistakes.push(`KVITT_SECRET must have at least ${MIN_SECRET_LENGTH} characters`);
  const baseUrl = readPublicUrl(variables, `${cert ? 'https' : 'http'}://${inUrl(host)}:${port}`);
  const operatorToken = variables.text('KVITT_OPERATOR_TOKEN');
  const { minLength, minDifferent } = chosenSecretRule(baseUrl);
  if (operatorToken && operatorToken.length < minLength)
    mistakes.push(`KVITT_OPERATOR_TOKEN must have at least ${minLength} characters`);
  else if (operatorToken && countDifferent(operatorToken) < minDifferent)
    mistakes.push(
      `KVITT_OPERATOR_TOKEN must have at least ${minDifferent} different characters; use a random text`,
    );
  const config = {
    host,
    port,
    baseUrl,
    databaseUrl,
    listenUrl: variables.database('KVITT_LISTEN_URL'),
    replicaUrl: variables.database('KVITT_REPLICA_URL'),
    dataDir,
    processes: readProcesses(variables, databaseUrl),
    tls: cert && key ? { cert, key } : undefined,
    operatorToken,
    ai: readAi(variables),
    ...readSwitches(variables),
    bank: readBank(variables),
    bankAccounts: readBankAccounts(variables),
    tax: readTax(variables),
    payments: readPayments(variables, baseUrl),
    ratesUrl: secureAddress(variables, 'KVITT_RATES_URL'),
    register: readRegister(variables),
    ...readMail(variables),
    ...readEinvoice(variables),
  };
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes);
  return { ...config, secret: secret ?? readOrCreateSecret(dataDir) };
}

function readProcesses(variables: Variables, databaseUrl: string | undefined): number {
  const count = variables.whole('KVITT_PROCESSES', databaseUrl ? availableParallelism() : 1, 1, 64);
  if (count > 1 && !databaseUrl)
    variables.mistakes.push('KVITT_PROCESSES must be 1 with the embedded database, which one process opens');
  return count;
}

function readSwitches(variables: Variables) {
  return {
    pool: variables.whole('KVITT_POOL', 10, 1, 200),
    maintCode: variables.text('KVITT_MAINT_CODE'),
    allowHttp: variables.onOff('KVITT_ALLOW_HTTP', false),
    trustProxy: variables.proxies('KVITT_TRUST_PROXY'),
    demo: variables.onOff('KVITT_DEMO', true),
    jobs: variables.onOff('KVITT_JOBS', true),
    kennitala: variables.oneOf('KVITT_KENNITALA', ['strict', 'relaxed'] as const, 'strict'),
    lifetimes: {
      code: variables.whole('KVITT_CODE_TTL', 600, 1, 3600),
      access: variables.whole('KVITT_ACCESS_TOKEN_TTL', 3600, 1, 86_400),
      refresh: variables.whole('KVITT_REFRESH_TOKEN_TTL', 2_592_000, 1, 31_536_000),
    },
    rateLimit: variables.onOff('KVITT_RATE_LIMIT', true),
    traffic: {
      perAccount: variables.whole('KVITT_ACCOUNT_REQUESTS_PER_MINUTE', 30_000, 1, 10_000_000),
      perAddress: variables.whole('KVITT_ADDRESS_REQUESTS_PER_MINUTE', 60_000, 1, 10_000_000),
    },
    maxLoopDelayMs: variables.whole('KVITT_MAX_LOOP_DELAY_MS', 500, 20, 60_000),
    metrics: readMetrics(variables),
    tracing: readTracing(variables),
    isSignUpOpen: variables.onOff('KVITT_SIGNUP', false),
    allowLocalWebhooks: variables.onOff('KVITT_ALLOW_LOCAL_WEBHOOKS', false),
    logLevel: variables.oneOf('KVITT_LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** Links are made by writing a path behind the address. */
function readPublicUrl(variables: Variables, byDefault: string): string {
  const given = variables.address('KVITT_BASE_URL', ['http:', 'https:']) ?? byDefault;
  const url = URL.parse(given);
  if (url && (/[?#]/.test(given) || url.username !== '' || url.password !== ''))
    variables.mistakes.push('KVITT_BASE_URL must have no query, fragment, username or password');
  return withoutSlash(given);
}

/** Loads the files as the server will, so that a wrong one is named before anything starts. */
function tlsMistakes(cert: string, key: string): string[] {
  const missing = [cert, key].filter((file) => !existsSync(file));
  if (missing.length > 0) return missing.map((file) => `There is no file ${file}`);
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) });
    return [];
  } catch (error) {
    const reason = toError(error).message;
    return [`KVITT_TLS_CERT and KVITT_TLS_KEY must be a certificate and its key, in PEM: ${reason}`];
  }
}

function readMetrics(variables: Variables): Config['metrics'] {
  const hasPort = variables.text('KVITT_METRICS_PORT') !== undefined;
  const port = hasPort ? variables.whole('KVITT_METRICS_PORT', 0, 0, 65_535) : undefined;
  const token = variables.text('KVITT_METRICS_TOKEN');
  if (token && token.length < 16)
    variables.mistakes.push('KVITT_METRICS_TOKEN must have at least 16 characters');
  return { port, token };
}

/** The variables of OpenTelemetry, so that an installation sets the address of its collector once. */
function readTracing(variables: Variables): Config['tracing'] {
  const url = variables.address('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const given = variables.text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = Number(given);
  if (!(ratio >= 0 && ratio <= 1))
    variables.mistakes.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  const serviceName = variables.text('OTEL_SERVICE_NAME') ?? 'kvitt';
  return url ? { url: withoutSlash(url), serviceName, ratio } : undefined;
}

function readAi(variables: Variables): Config['ai'] {
  const url = variables.address('KVITT_AI_URL', ['http:', 'https:']);
  const [, model] = variables.pair('KVITT_AI_URL', 'KVITT_AI_MODEL');
  const key = variables.text('KVITT_AI_KEY');
  if (key && !url) variables.mistakes.push('KVITT_AI_KEY is of no use without KVITT_AI_URL');
  return url && model ? { url, model, ...(key && { key }) } : undefined;
}

function readPayments(variables: Variables, baseUrl: string): PaymentsConfig {
  const { mistakes } = variables;
  const url = secureAddress(variables, 'KVITT_STRIPE_URL');
  const [stripeKey, webhookSecret] = variables.pair('KVITT_STRIPE_KEY', 'KVITT_STRIPE_WEBHOOK_SECRET');
  if (stripeKey && !/^(sk|rk)_(test|live)_\w+$/.test(stripeKey))
    mistakes.push('KVITT_STRIPE_KEY must be a secret or restricted key, which begins with sk_ or rk_');
  if (webhookSecret && !/^whsec_\S+$/.test(webhookSecret))
    mistakes.push(
      'KVITT_STRIPE_WEBHOOK_SECRET must be the secret of a webhook endpoint, which begins with whsec_',
    );
  if (url && !stripeKey) mistakes.push('KVITT_STRIPE_URL has no use without KVITT_STRIPE_KEY');
  // At a public address the test provider would let customers pay without money, so it must be enabled explicitly.
  const test = variables.onOff('KVITT_TEST_PAYMENTS', !stripeKey && isThisMachine(baseUrl));
  if (test && stripeKey) mistakes.push('KVITT_TEST_PAYMENTS cannot be on where KVITT_STRIPE_KEY is set');
  if (!stripeKey || !webhookSecret) return { stripe: undefined, test };
  const stripeUrl = withoutSlash(url ?? 'https://api.stripe.com');
  return { stripe: { url: stripeUrl, key: stripeKey, webhookSecret, timeoutMs: 15_000 }, test };
}

/** For commands that need only the address: no secret is required or created. */
export function readBaseUrl(): string {
  const secret = process.env.KVITT_SECRET?.trim() || 'nothing is signed with this';
  return readConfig({ ...process.env, KVITT_SECRET: secret }).baseUrl;
}

interface ClientEnvironment {
  url: string | undefined;
  username: string | undefined;
  apiKey: string | undefined;
  token: string | undefined;
  /** Where `kvitt login` stores its token. */
  tokenFile: string;
}

/** For the commands that call a service instead of running one. */
export function readClientEnvironment(): ClientEnvironment {
  const text = (name: string) => process.env[name]?.trim() || undefined;
  const folder = text('XDG_CONFIG_HOME') ?? join(homedir(), '.config');
  return {
    url: text('KVITT_URL'),
    username: text('KVITT_USERNAME'),
    apiKey: text('KVITT_API_KEY'),
    token: text('KVITT_TOKEN'),
    tokenFile: join(folder, 'kvitt', 'token.json'),
  };
}

/** For commands on existing books: the secret is read where there is one, and none is created. */
export function readBooks(
  env: Environment = process.env,
): Pick<Config, 'databaseUrl' | 'dataDir'> & { secret: string | undefined } {
  if (env.KVITT_SECRET?.trim() || env.DATABASE_URL?.trim()) return readConfig(env);
  const { databaseUrl, dataDir } = readConfig({ ...env, KVITT_SECRET: 'nothing is signed with this' });
  const file = secretFile(dataDir);
  return { databaseUrl, dataDir, secret: existsSync(file) ? readSecret(file) : undefined };
}

/** The configuration of mail. */
function readMail(variables: Variables): Pick<Config, 'smtp' | 'mailWebhookSecret' | 'receiptsAddress'> {
  const { mistakes } = variables;
  const smtpUrl = variables.address('KVITT_SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = variables.text('KVITT_MAIL_FROM')?.replace(/^.*<([^<>]*)>$/, '$1');
  if (smtpUrl && !mailFrom)
    mistakes.push('KVITT_MAIL_FROM is required with KVITT_SMTP_URL: the address that mail is sent from');
  if (mailFrom && !isEmailAddress(mailFrom)) mistakes.push('KVITT_MAIL_FROM must be an e-mail address');
  const returns = variables.text('KVITT_MAIL_RETURNS');
  if (returns && !smtpUrl) mistakes.push('KVITT_MAIL_RETURNS is of use only with KVITT_SMTP_URL');
  if (returns && !isEmailAddress(returns)) mistakes.push('KVITT_MAIL_RETURNS must be an e-mail address');
  const mailWebhookSecret = variables.text('KVITT_MAIL_WEBHOOK_SECRET');
  if (mailWebhookSecret && mailWebhookSecret.length < 16)
    mistakes.push('KVITT_MAIL_WEBHOOK_SECRET must have at least 16 characters');
  const receiptsAddress = variables.text('KVITT_MAIL_RECEIPTS');
  if (receiptsAddress && !(mailWebhookSecret && isEmailAddress(receiptsAddress)))
    mistakes.push('KVITT_MAIL_RECEIPTS must be an e-mail address, and needs KVITT_MAIL_WEBHOOK_SECRET');
  return {
    smtp: smtpUrl && mailFrom ? { url: smtpUrl, from: mailFrom, returns } : undefined,
    mailWebhookSecret,
    receiptsAddress,
  };
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
