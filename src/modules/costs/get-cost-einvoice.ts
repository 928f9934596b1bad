import { checkEinvoice } from '../../domain/receipts/check-einvoice.ts';
import type { Einvoice, EinvoiceAllowance } from '../../domain/receipts/einvoice.ts';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { listAnswers } from './einvoice-answers/answer-store.ts';
import { type EinvoiceOutput, einvoiceOutput } from './einvoice-schema.ts';
import { listInvoicesOfSupplier } from './einvoice-store.ts';
import { readCostEinvoice, toDay } from './read-einvoice.ts';

export const getCostEinvoice = defineRead({
  name: 'get-cost-einvoice',
  summary:
    'Reads the e-invoice of a cost in full: lines, VAT, discounts, references, and the findings of our checks.',
  description:
    'Only a cost whose file is an e-invoice (UBL) has one. Everything but `findings` is as its sender wrote it.',
  access: { scope: 'cost' },
  input: object({ guid: guid('The cost') }),
  output: einvoiceOutput,
  refusals: ['cost_not_found', 'einvoice_not_found'],
  async run(ctx, input) {
    const { db, account, today } = ctx;
    const { cost, einvoice } = await readCostEinvoice(ctx, input.guid);
    if (!einvoice) return fail('einvoice_not_found');
    const numbers = einvoice.preceding.map(({ number }) => number).filter(Boolean);
    const known = numbers.length > 0 ? await listInvoicesOfSupplier(db, account.id, cost, numbers) : [];
    return {
      ...toOutput(einvoice),
      preceding: einvoice.preceding.map(({ number, issue_date }) => ({
        number,
        issue_date: toDay(issue_date),
        cost_guid: known.find((one) => one.invoice_number === number)?.guid ?? null,
      })),
      findings: checkEinvoice(einvoice, { kennitala: account.registrationNo, today }).map(
        ({ code, message, values = [] }) => ({
          code,
          message,
          values: [...values],
        }),
      ),
      answers: await listAnswers(db, account.id, input.guid),
    };
  },
});

function toOutput(einvoice: Einvoice): Omit<EinvoiceOutput, 'preceding' | 'findings' | 'answers'> {
  const { period, totals } = einvoice;
  return {
    ...einvoice,
    issue_date: toDay(einvoice.issue_date),
    due_date: toDay(einvoice.due_date),
    delivery_date: toDay(einvoice.delivery_date),
    period: { start: toDay(period.start), end: toDay(period.end) },
    lines: einvoice.lines.map((line) => ({
      ...withFigures(line, 'quantity', 'price', 'price_quantity', 'amount', 'vat_percent'),
      allowances: line.allowances.map(toAllowance),
    })),
    allowances: einvoice.allowances.map(toAllowance),
    vat: einvoice.vat.map((one) => withFigures(one, 'percent', 'base', 'amount')),
    totals: withFigures(
      totals,
      ...([
        'lines',
        'allowances',
        'charges',
        'net',
        'vat',
        'gross',
        'prepaid',
        'rounding',
        'payable',
      ] as const),
    ),
  };
}

function toAllowance(allowance: EinvoiceAllowance) {
  return withFigures(allowance, 'percent', 'base', 'amount', 'vat_percent');
}

/** The record with its figures as numbers. */
function withFigures<T extends { [N in K]: string | null }, K extends keyof T & string>(
  record: T,
  ...names: readonly K[]
): Omit<T, K> & Record<K, number | null> {
  const figures = names.map((name) => [name, record[name] === null ? null : toWire(record[name])]);
  return { ...record, ...(Object.fromEntries(figures) as Record<K, number | null>) };
}
