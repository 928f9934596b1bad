import { PARTLY_DEDUCTIBLE } from '../../domain/costs/deductible-vat.ts';
import { join, type Sql, sql } from '../../kernel/database/sql.ts';

/**
 * A figure of a cost in ISK and with a sign: a credit note is negative. It is null where the exchange rate is not known,
 * so that foreign money is never added up as krónur.
 */
export function costInIskSql(column: Sql): Sql {
  return sql`round(${column} * case when currency = 'ISK' then 1 else exchange_rate end, 2)
      * case when credit_note then -1 else 1 end`;
}

/** Whether a cost was approved here and counts in reports. One that another account has reported is `Skipped`. */
export const isApprovedSql = sql`accounting_status in ('Created', 'Posted') and amount is not null`;

const shareOfCode = join(
  Object.entries(PARTLY_DEDUCTIBLE).map(([code, { share }]) => sql`when ${code} then ${share}::int`),
  ' ',
);

/** The share of input VAT that may be deducted, in percent: of the cost, or else of its code. */
const deductibleSql = sql`coalesce(vat_deductible, case cost_code ${shareOfCode} else 100 end)`;

/** What is deducted of an amount of VAT, in ISK, as `bookedVat` says; the rest of it is cost. */
export function deductibleInIskSql(vat: Sql): Sql {
  return sql`case when vat_charged_by = 'buyer' and ${deductibleSql} = 100 then 0
      else round(${costInIskSql(vat)} * ${deductibleSql} / 100, 2) end`;
}

/** What the company owes of an amount of VAT on a service from abroad, in ISK. */
export function owedAbroadInIskSql(vat: Sql): Sql {
  return sql`case when vat_charged_by = 'buyer' and ${deductibleSql} < 100 then ${costInIskSql(vat)} else 0 end`;
}
