import { COST_CASES, type CostAction, type CostState } from '../../domain/costs/cost-states.ts';
import { RENDITION_CASES, type RenditionFacts } from '../../domain/invoices/rendition-cases.ts';
import { QUOTE_CASES, type QuoteFacts } from '../../domain/sales/quote-states.ts';
import { caseSql, type FactsSql, isCaseSql } from './cases-sql.ts';
import { type Sql, sql } from './sql.ts';

/*
 * States that follow from the columns of a row. They stand here and not in the modules of their tables because earlier
 * modules and reports need them too; those of invoices are in `invoice-status-sql.ts`.
 */

const cost: FactsSql<CostState> = {
  status: sql`c.accounting_status`,
  processing: sql`not c.show_api`,
  imported: sql`c.is_imported`,
};

/** The state of the cost `c`; `Reading` while its receipt is read. */
export const costStateSql = caseSql(COST_CASES, cost, ({ state }) => state);

/** Whether an action is allowed for the cost `c`. */
export function mayCostSql(action: CostAction): Sql {
  return isCaseSql(COST_CASES, cost, ({ allows }) => allows.includes(action));
}

/** Whether the customer can still accept the quote `d`. */
export function isOpenQuoteSql(today: string): Sql {
  const quote: FactsSql<QuoteFacts> = {
    status: sql`d.status`,
    isPastLastDay: sql`coalesce(d.valid_until < ${today}::date, false)`,
  };
  return isCaseSql(QUOTE_CASES, quote, ({ state }) => state === 'open');
}

const rendition: FactsSql<RenditionFacts> = {
  status: sql`i.status`,
  kind: sql`i.kind`,
  isCredited: sql`i.credited`,
  isWrittenOff: sql`i.written_off_on is not null`,
  isSettledInPart: sql`i.credited_amount <> 0 or i.paid_amount <> 0`,
};

/** The kind of the PDF that the invoice `i` has now; null where it is printed every time. */
export const renditionKindSql = caseSql(RENDITION_CASES, rendition, ({ rendition: kind }) => kind);
