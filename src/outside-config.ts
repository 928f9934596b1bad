import { existsSync } from 'node:fs';
import { isThisMachine } from './domain/access/chosen-secrets.ts';
import { CLAIM_TEMPLATE_CODE, CLAIMS_VERSIONS, type ClaimsVersion } from './domain/invoices/claims.ts';
import type { Variables } from './domain/service/environment-variables.ts';

export interface BankConfig {
  url: string;
  token: string | undefined;
  tokenFile: string | undefined;
  template: string;
  defaultInterest: number | undefined;
  timeoutMs: number;
  /** The version of IOBWS Claims that it serves; undefined: to be found out. */
  version: ClaimsVersion | undefined;
}

export interface BankAccountsConfig {
  url: string;
  token: string | undefined;
  tokenFile: string | undefined;
  /** How often a day the bank may be asked for the transactions of an account. */
  frequency: number;
  timeoutMs: number;
}

export interface TaxConfig {
  url: string;
  /** The name and version of the software that the tax office has registered. */
  system: string;
  timeoutMs: number;
}

export function readBank(variables: Variables): BankConfig | undefined {
  const { mistakes } = variables;
  const url = secureAddress(variables, 'KVITT_BANK_URL');
  const names = ['TOKEN', 'TOKEN_FILE', 'TEMPLATE', 'DEFAULT_INTEREST', 'TIMEOUT', 'CLAIMS_VERSION'] as const;
  const [token, tokenFile, template = '', interest] = names.map((name) =>
    variables.text(`KVITT_BANK_${name}`),
  );
  const timeoutMs = variables.whole('KVITT_BANK_TIMEOUT', 15, 1, 60) * 1000;
  const set = names.filter((name) => variables.text(`KVITT_BANK_${name}`) !== undefined);
  if (!url) {
    for (const name of set) mistakes.push(`KVITT_BANK_${name} has no use without KVITT_BANK_URL`);
    return undefined;
  }
  if (token && tokenFile) mistakes.push('Only one of KVITT_BANK_TOKEN and KVITT_BANK_TOKEN_FILE can be set');
  if (tokenFile && !existsSync(tokenFile)) mistakes.push(`There is no file ${tokenFile}`);
  if (!CLAIM_TEMPLATE_CODE.test(template))
    mistakes.push('KVITT_BANK_TEMPLATE is required with KVITT_BANK_URL: three digits or capital letters');
  if (interest !== undefined && !(/^\d+(\.\d+)?$/.test(interest) && Number(interest) <= 100))
    mistakes.push(`KVITT_BANK_DEFAULT_INTEREST must be a percentage from 0 to 100, not "${interest}"`);
  const defaultInterest = interest === undefined ? undefined : Number(interest);
  const named = variables.text('KVITT_BANK_CLAIMS_VERSION');
  const version = CLAIMS_VERSIONS.find((one) => one === named);
  if (named !== undefined && !version)
    mistakes.push(`KVITT_BANK_CLAIMS_VERSION must be ${CLAIMS_VERSIONS.join(' or ')}, not "${named}"`);
  return { url: withoutSlash(url), token, tokenFile, template, defaultInterest, timeoutMs, version };
}

export function readBankAccounts(variables: Variables): BankAccountsConfig | undefined {
  const { mistakes } = variables;
  const url = secureAddress(variables, 'KVITT_BANK_ACCOUNTS_URL');
  const names = ['TOKEN', 'TOKEN_FILE', 'FREQUENCY', 'TIMEOUT'] as const;
  const set = names.filter((name) => variables.text(`KVITT_BANK_ACCOUNTS_${name}`) !== undefined);
  const token = variables.text('KVITT_BANK_ACCOUNTS_TOKEN');
  const tokenFile = variables.text('KVITT_BANK_ACCOUNTS_TOKEN_FILE');
  const frequency = variables.whole('KVITT_BANK_ACCOUNTS_FREQUENCY', 4, 1, 144);
  const timeoutMs = variables.whole('KVITT_BANK_ACCOUNTS_TIMEOUT', 15, 1, 60) * 1000;
  if (!url) {
    for (const name of set)
      mistakes.push(`KVITT_BANK_ACCOUNTS_${name} has no use without KVITT_BANK_ACCOUNTS_URL`);
    return undefined;
  }
  if (token && tokenFile)
    mistakes.push('Only one of KVITT_BANK_ACCOUNTS_TOKEN and KVITT_BANK_ACCOUNTS_TOKEN_FILE can be set');
  if (tokenFile && !existsSync(tokenFile)) mistakes.push(`There is no file ${tokenFile}`);
  return { url: withoutSlash(url), token, tokenFile, frequency, timeoutMs };
}

export interface EinvoiceConfig {
  url: string;
  key: string | undefined;
}

/** The access point, and where it keeps received documents that it does not push. */
export function readEinvoice(
  variables: Variables,
): Record<'einvoice' | 'einvoiceInbox', EinvoiceConfig | undefined> {
  const url = variables.address('KVITT_EINVOICE_URL', ['http:', 'https:']);
  const key = variables.text('KVITT_EINVOICE_KEY');
  const inboxUrl = secureAddress(variables, 'KVITT_EINVOICE_INBOX_URL');
  const alone = [key && 'KVITT_EINVOICE_KEY', inboxUrl && 'KVITT_EINVOICE_INBOX_URL'];
  for (const name of url ? [] : alone.filter(Boolean))
    variables.mistakes.push(`${name} is of use only with KVITT_EINVOICE_URL`);
  return {
    einvoice: url ? { url: withoutSlash(url), key } : undefined,
    einvoiceInbox: url && inboxUrl ? { url: withoutSlash(inboxUrl), key } : undefined,
  };
}

export function readRegister(variables: Variables): { url: string; key: string | undefined } | undefined {
  const url = secureAddress(variables, 'KVITT_REGISTER_URL');
  const key = variables.text('KVITT_REGISTER_KEY');
  if (key && !url) variables.mistakes.push('KVITT_REGISTER_KEY is of use only with KVITT_REGISTER_URL');
  return url ? { url: withoutSlash(url), key } : undefined;
}

export function readTax(variables: Variables): TaxConfig | undefined {
  const url = secureAddress(variables, 'KVITT_TAX_URL');
  const [, system] = variables.pair('KVITT_TAX_URL', 'KVITT_TAX_SYSTEM');
  const timeoutMs = variables.whole('KVITT_TAX_TIMEOUT', 30, 1, 60) * 1000;
  if (!url && variables.text('KVITT_TAX_TIMEOUT') !== undefined)
    variables.mistakes.push('KVITT_TAX_TIMEOUT has no use without KVITT_TAX_URL');
  return url && system ? { url: url.replace(/\?wsdl$/i, ''), system, timeoutMs } : undefined;
}

/** The address of a service outside, which is trusted and so must be known to be the right one. */
export function secureAddress(variables: Variables, name: string): string | undefined {
  const url = variables.address(name, ['https:', 'http:']);
  if (url && /^http:/i.test(url) && !isThisMachine(url))
    variables.mistakes.push(`${name} must begin with https:// unless it is on this machine`);
  return url;
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
