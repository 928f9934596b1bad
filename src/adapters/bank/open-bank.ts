import type { Config } from '../../config.ts';
import { type ClaimsVersion, hasCurrencies } from '../../domain/invoices/claims.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Bank } from '../../kernel/ports/ports.ts';
import { EmbeddedBank } from './embedded.ts';
import { embeddedBankTransport } from './embedded-transport.ts';
import { httpTransport } from './http-transport.ts';
import { IobwsBank } from './iobws.ts';

/** The version of IOBWS Claims that the embedded bank serves. */
const EMBEDDED_VERSION: ClaimsVersion = '3.2';

interface BankAdapter {
  bank: Bank;
  /** Null if a real bank is configured. */
  embedded: EmbeddedBank | null;
}

/** Whether the bank collects claims in all currencies; not known of one whose version is to be found out. */
export function takesAllCurrencies(config: Config['bank']): boolean {
  const version = config ? config.version : EMBEDDED_VERSION;
  return version !== undefined && hasCurrencies(version);
}

/** The configured bank, or the embedded one. The same client talks to both. */
export function openBank(config: Config['bank'], db: Database): BankAdapter {
  if (config) return { bank: new IobwsBank({ ...config, send: httpTransport(config) }), embedded: null };
  const embedded = new EmbeddedBank(db);
  const bank = new IobwsBank({
    send: embeddedBankTransport(embedded, EMBEDDED_VERSION),
    url: 'http://embedded.bank',
    timeoutMs: 30_000,
    template: '001',
    defaultInterest: undefined,
    version: EMBEDDED_VERSION,
  });
  return { bank, embedded };
}
