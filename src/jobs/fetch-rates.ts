import { toPlainDate } from '../domain/values/dates.ts';
import { runWrite } from '../kernel/execute.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { OPERATOR } from '../modules/accounts/operator.ts';
import { listRatesOn } from '../modules/invoices/numbers/rate-store.ts';
import { setExchangeRate } from '../modules/invoices/numbers/set-exchange-rate.ts';
import { cronCaller } from './job-callers.ts';

/**
 * Stores the newest published rates. A day that has a rate keeps it, so that a correction of the operator stays. A source
 * that fails is logged by the scheduler and asked again at the next run; until then the last rate serves.
 */
export async function fetchRates(kernel: Kernel, now: Date): Promise<number> {
  const { rates: source } = kernel.ports;
  if (!source) return 0;
  const today = toPlainDate(now);
  const published = (await source.fetchRates()).filter(({ date }) => date <= today);
  const days = [...new Set(published.map(({ date }) => date))];
  const stored = await listRatesOn(kernel.db, days);
  const known = new Set(stored.map(({ currency, date }) => `${currency} ${date}`));
  const unknown = published.filter(({ currency, date }) => !known.has(`${currency} ${date}`));
  for (const rate of unknown)
    await runWrite(kernel, setExchangeRate, cronCaller(OPERATOR, 'fetch-rates', now), rate);
  return unknown.length;
}
