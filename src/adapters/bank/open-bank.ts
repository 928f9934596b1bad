import type { Config } from '../../config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Bank } from '../../kernel/ports/ports.ts';
import { EmbeddedBank } from './embedded.ts';
import { embeddedBankTransport } from './embedded-transport.ts';
import { httpTransport } from './http-transport.ts';
import { IobwsBank } from './iobws.ts';

interface BankAdapter {
  bank: Bank;
  /** Null if a real bank is configured. */
  embedded: EmbeddedBank | null;
}

/** The configured bank, or the embedded one. The same client talks to both. */
export function openBank(config: Config['bank'], db: Database): BankAdapter {
  if (config) return { bank: new IobwsBank({ ...config, send: httpTransport(config) }), embedded: null };
  const embedded = new EmbeddedBank(db);
  const bank = new IobwsBank({
    send: embeddedBankTransport(embedded, '3.2'),
    url: 'http://embedded.bank',
    timeoutMs: 30_000,
    template: '001',
    defaultInterest: undefined,
    version: '3.2',
  });
  return { bank, embedded };
}
