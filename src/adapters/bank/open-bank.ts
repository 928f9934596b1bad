import type { BankConfig } from '../../config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Bank } from '../../kernel/ports/ports.ts';
import { EmbeddedBank } from './embedded.ts';
import { inProcess } from './embedded-api.ts';
import { overHttp } from './http.ts';
import { IobwsBank } from './iobws.ts';

interface OpenedBank {
  bank: Bank;
  /** Null where a real bank serves. */
  embedded: EmbeddedBank | null;
}

/** The configured bank, or the embedded one. Both are spoken to by the same client, in the same API. */
export function openBank(config: BankConfig | undefined, db: Database): OpenedBank {
  if (config) return { bank: new IobwsBank({ ...config, send: overHttp(config) }), embedded: null };
  const embedded = new EmbeddedBank(db);
  const bank = new IobwsBank({
    send: inProcess(embedded),
    url: 'http://embedded.bank',
    timeoutMs: 30_000,
    template: '001',
    defaultInterest: undefined,
  });
  return { bank, embedded };
}
