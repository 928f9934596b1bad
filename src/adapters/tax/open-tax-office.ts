import type { Config } from '../../config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { TaxOffice } from '../../kernel/ports/tax-office.ts';
import { EmbeddedTaxOffice } from './embedded.ts';
import { embeddedTaxTransport } from './embedded-transport.ts';
import { TaxClient } from './tax-client.ts';

interface TaxAdapter {
  tax: TaxOffice;
  /** Null if the real tax office is configured. */
  embedded: EmbeddedTaxOffice | null;
}

/** The configured tax office, or the embedded one. The same client talks to both. */
export function openTaxOffice(config: Config['tax'], db: Database): TaxAdapter {
  if (config)
    return { tax: new TaxClient({ ...config, send: (_, request) => fetch(request) }), embedded: null };
  const embedded = new EmbeddedTaxOffice(db);
  const options = { url: 'http://embedded.tax/VSKService', system: 'Kvitt', timeoutMs: 30_000 };
  return { tax: new TaxClient({ ...options, send: embeddedTaxTransport(embedded) }), embedded };
}
