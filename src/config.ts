import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isEmailAddress } from './domain/email.ts';

export interface Config {
  host: string;
  port: number;
  baseUrl: string;
  databaseUrl: string | undefined;
  dataDir: string;
  pool: number;
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
  signup: boolean;
  logLevel: string;
  /** The model that reads receipts; unset: receipts are read by this node. */
  ai: { url: string; key?: string; model: string } | undefined;
  /** Unset: mail is kept in the sandbox mailbox. */
  smtp: { url: string; from: string; returns: string | undefined } | undefined;
  /** The secret for handing in bounced mail; unset: the webhook is off. */
  mailWebhookSecret: string | undefined;
  /** Unset: e-invoices go to the embedded hub. */
  einvoice: { url: string; key: string | undefined } | undefined;
  /** Unset: the embedded bank. */
  bank: BankConfig | undefined;
  payments: PaymentsConfig;
}

export interface PaymentsConfig {
  stripe: { url: string; key: string; webhookSecret: string; timeoutMs: number } | undefined;
  /** Whether the test provider is on, at which anybody can pay without money. */
  test: boolean;
}

export interface BankConfig {
  url: string;
  token: string | undefined;
  tokenFile: string | undefined;
  template: string;
  defaultInterest: number | undefined;
  timeoutMs: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** Reads the environment; no other file does. All mistakes are reported at once. */
export function readConfig(env: Environment = process.env): Config {
  const mistakes: string[] = [];
  const value = (name: string) => env[name]?.trim() || undefined;

  const oneOf = <T extends string>(name: string, allowed: readonly T[], byDefault: T): T => {
    const given = value(name) ?? byDefault;
    if (!allowed.includes(given as T))
      mistakes.push(`${name} must be one of ${allowed.join(', ')}, not "${given}"`);
    return given as T;
  };
  const onOff = (name: string, byDefault: boolean) =>
    oneOf(name, ['on', 'off'] as const, byDefault ? 'on' : 'off') === 'on';
  const whole = (name: string, byDefault: number, min: number, max: number): number => {
    const given = value(name) ?? String(byDefault);
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(number >= min && number <= max))
      mistakes.push(`${name} must be a whole number from ${min} to ${max}, not "${given}"`);
    return number;
  };
  const address = (name: string, protocols: string[]): string | undefined => {
    const given = value(name);
    if (given === undefined) return undefined;
    const protocol = URL.canParse(given) ? new URL(given).protocol : '';
    if (!protocols.includes(protocol))
      mistakes.push(
        `${name} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
      );
    return given;
  };

  const host = value('HOST') ?? '127.0.0.1';
  const port = whole('PORT', 8080, 0, 65_535);
  const cert = value('KVITT_TLS_CERT');
  const key = value('KVITT_TLS_KEY');
  if ((cert === undefined) !== (key === undefined))
    mistakes.push('KVITT_TLS_CERT and KVITT_TLS_KEY must be set together');
  for (const file of [cert, key]) if (file && !existsSync(file)) mistakes.push(`There is no file ${file}`);
  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:']);
  const dataDir = resolve(value('KVITT_DATA_DIR') ?? './data');
  const secret = value('KVITT_SECRET');
  if (databaseUrl && !secret)
    mistakes.push('KVITT_SECRET is required with DATABASE_URL: a long random text, the same on every node');
  if (secret && secret.length < 16) mistakes.push('KVITT_SECRET must have at least 16 characters');
  const baseUrl =
    address('KVITT_BASE_URL', ['http:', 'https:']) ?? `${cert ? 'https' : 'http'}://${inUrl(host)}:${port}`;

  const aiUrl = address('KVITT_AI_URL', ['http:', 'https:']);
  const aiModel = value('KVITT_AI_MODEL');
  const aiKey = value('KVITT_AI_KEY');
  if ((aiUrl === undefined) !== (aiModel === undefined))
    mistakes.push('KVITT_AI_URL and KVITT_AI_MODEL must be set together');
  if (aiKey && !aiUrl) mistakes.push('KVITT_AI_KEY is of no use without KVITT_AI_URL');
  const bankConfig = (): BankConfig | undefined => {
    const url = address('KVITT_BANK_URL', ['https:', 'http:']);
    const names = ['TOKEN', 'TOKEN_FILE', 'TEMPLATE', 'DEFAULT_INTEREST', 'TIMEOUT'] as const;
    const [token, tokenFile, template = '', interest] = names.map((name) => value(`KVITT_BANK_${name}`));
    const timeoutMs = whole('KVITT_BANK_TIMEOUT', 15, 1, 60) * 1000;
    const set = names.filter((name) => value(`KVITT_BANK_${name}`) !== undefined);
    if (!url) {
      for (const name of set) mistakes.push(`KVITT_BANK_${name} has no use without KVITT_BANK_URL`);
      return undefined;
    }
    if (/^http:/i.test(url) && !isThisMachine(url))
      mistakes.push('KVITT_BANK_URL must begin with https:// unless the bank is on this machine');
    if (token && tokenFile)
      mistakes.push('Only one of KVITT_BANK_TOKEN and KVITT_BANK_TOKEN_FILE can be set');
    if (tokenFile && !existsSync(tokenFile)) mistakes.push(`There is no file ${tokenFile}`);
    if (!/^[0-9A-Z]{3}$/.test(template))
      mistakes.push('KVITT_BANK_TEMPLATE is required with KVITT_BANK_URL: three digits or capital letters');
    if (interest !== undefined && !(/^\d+(\.\d+)?$/.test(interest) && Number(interest) <= 100))
      mistakes.push(`KVITT_BANK_DEFAULT_INTEREST must be a percentage from 0 to 100, not "${interest}"`);
    const defaultInterest = interest === undefined ? undefined : Number(interest);
    return { url: url.replace(/\/+$/, ''), token, tokenFile, template, defaultInterest, timeoutMs };
  };

  const paymentsConfig = (): PaymentsConfig => {
    const url = address('KVITT_STRIPE_URL', ['https:', 'http:']);
    const [stripeKey, webhookSecret] = [value('KVITT_STRIPE_KEY'), value('KVITT_STRIPE_WEBHOOK_SECRET')];
    if ((stripeKey === undefined) !== (webhookSecret === undefined))
      mistakes.push('KVITT_STRIPE_KEY and KVITT_STRIPE_WEBHOOK_SECRET must be set together');
    if (stripeKey && !/^(sk|rk)_(test|live)_\w+$/.test(stripeKey))
      mistakes.push('KVITT_STRIPE_KEY must be a secret or restricted key, which begins with sk_ or rk_');
    if (webhookSecret && !/^whsec_\S+$/.test(webhookSecret))
      mistakes.push(
        'KVITT_STRIPE_WEBHOOK_SECRET must be the secret of a webhook endpoint, which begins with whsec_',
      );
    if (url && !stripeKey) mistakes.push('KVITT_STRIPE_URL has no use without KVITT_STRIPE_KEY');
    if (url && /^http:/i.test(url) && !isThisMachine(url))
      mistakes.push('KVITT_STRIPE_URL must begin with https:// unless it is on this machine');
    // At a public address the test provider would let customers pay without money, so it must be enabled explicitly.
    const test = onOff('KVITT_TEST_PAYMENTS', !stripeKey && isThisMachine(baseUrl));
    if (test && stripeKey) mistakes.push('KVITT_TEST_PAYMENTS cannot be on where KVITT_STRIPE_KEY is set');
    if (!stripeKey || !webhookSecret) return { stripe: undefined, test };
    const stripeUrl = (url ?? 'https://api.stripe.com').replace(/\/+$/, '');
    return { stripe: { url: stripeUrl, key: stripeKey, webhookSecret, timeoutMs: 15_000 }, test };
  };

  const config = {
    host,
    port,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    databaseUrl,
    dataDir,
    pool: whole('KVITT_POOL', 10, 1, 200),
    operatorToken: value('KVITT_OPERATOR_TOKEN'),
    maintCode: value('KVITT_MAINT_CODE'),
    allowHttp: onOff('KVITT_ALLOW_HTTP', false),
    trustProxy: value('KVITT_TRUST_PROXY'),
    tls: cert && key ? { cert, key } : undefined,
    demo: onOff('KVITT_DEMO', true),
    jobs: onOff('KVITT_JOBS', true),
    kennitala: oneOf('KVITT_KENNITALA', ['strict', 'relaxed'] as const, 'strict'),
    lifetimes: {
      code: whole('KVITT_CODE_TTL', 600, 1, 3600),
      access: whole('KVITT_ACCESS_TOKEN_TTL', 3600, 1, 86_400),
      refresh: whole('KVITT_REFRESH_TOKEN_TTL', 2_592_000, 1, 31_536_000),
    },
    rateLimit: onOff('KVITT_RATE_LIMIT', true),
    signup: onOff('KVITT_SIGNUP', false),
    logLevel: oneOf('KVITT_LOG_LEVEL', LOG_LEVELS, 'info'),
    ai: aiUrl && aiModel ? { url: aiUrl, model: aiModel, ...(aiKey && { key: aiKey }) } : undefined,
    bank: bankConfig(),
    payments: paymentsConfig(),
    ...deliveryWays(value, address, mistakes),
  };
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes);
  return { ...config, secret: secret ?? keptSecret(dataDir) };
}

/** For commands that need only the address: no secret is required or created. */
export function readBaseUrl(env: Environment = process.env): string {
  const secret = env.KVITT_SECRET?.trim() || 'nothing is signed with this';
  return readConfig({ ...env, KVITT_SECRET: secret }).baseUrl;
}

/** For commands on existing books: the secret is read where there is one, and none is created. */
export function readBooks(
  env: Environment = process.env,
): Pick<Config, 'databaseUrl' | 'dataDir'> & { secret: string | undefined } {
  if (env.KVITT_SECRET?.trim() || env.DATABASE_URL?.trim()) return readConfig(env);
  const { databaseUrl, dataDir } = readConfig({ ...env, KVITT_SECRET: 'nothing is signed with this' });
  const file = secretFile(dataDir);
  return { databaseUrl, dataDir, secret: existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined };
}

/** The configuration of mail and e-invoices. */
function deliveryWays(
  value: (name: string) => string | undefined,
  address: (name: string, protocols: string[]) => string | undefined,
  mistakes: string[],
): Pick<Config, 'smtp' | 'mailWebhookSecret' | 'einvoice'> {
  const smtpUrl = address('KVITT_SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = value('KVITT_MAIL_FROM')?.replace(/^.*<([^<>]*)>$/, '$1');
  if (smtpUrl && !mailFrom)
    mistakes.push('KVITT_MAIL_FROM is required with KVITT_SMTP_URL: the address that mail is sent from');
  if (mailFrom && !isEmailAddress(mailFrom)) mistakes.push('KVITT_MAIL_FROM must be an e-mail address');
  const returns = value('KVITT_MAIL_RETURNS');
  if (returns && !smtpUrl) mistakes.push('KVITT_MAIL_RETURNS is of use only with KVITT_SMTP_URL');
  if (returns && !isEmailAddress(returns)) mistakes.push('KVITT_MAIL_RETURNS must be an e-mail address');
  const mailWebhookSecret = value('KVITT_MAIL_WEBHOOK_SECRET');
  if (mailWebhookSecret && mailWebhookSecret.length < 16)
    mistakes.push('KVITT_MAIL_WEBHOOK_SECRET must have at least 16 characters');
  const einvoiceUrl = address('KVITT_EINVOICE_URL', ['http:', 'https:']);
  const einvoiceKey = value('KVITT_EINVOICE_KEY');
  if (einvoiceKey && !einvoiceUrl) mistakes.push('KVITT_EINVOICE_KEY is of use only with KVITT_EINVOICE_URL');
  return {
    smtp: smtpUrl && mailFrom ? { url: smtpUrl, from: mailFrom, returns } : undefined,
    mailWebhookSecret,
    einvoice: einvoiceUrl ? { url: einvoiceUrl.replace(/\/+$/, ''), key: einvoiceKey } : undefined,
  };
}

export class ConfigMistakes extends Error {
  constructor(mistakes: string[]) {
    super(`The configuration has mistakes:\n${mistakes.map((one) => `  - ${one}`).join('\n')}`);
  }
}

/** Created at the first start, beside the embedded database. */
function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
}

function secretFile(dataDir: string): string {
  return join(dataDir, 'secret');
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function isThisMachine(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return ['localhost', '127.0.0.1', '[::1]'].includes(host);
}
