import { deductibleShare } from '../../../domain/costs/deductible-vat.ts';
import { exportOfCost, isWaitingCost, paidOfCost } from '../../../domain/imports/other-account.ts';
import { type Decimal, fixed2 } from '../../../domain/values/money.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { parse } from '../../../kernel/write/input.ts';
import { checkRequired, EMPTY_COST, parseSupplierId, resolvePayee, resolveVat } from '../../costs/rules.ts';
import { type ArrivingCost, arrivingCost } from '../../costs/schema.ts';
import type { CostFields } from '../../costs/store.ts';
import type { ArrivedState } from '../../costs/write-store.ts';
import type { RowOfRecord } from './arrival.ts';

interface ReadCost {
  fields: CostFields;
  /** The rate that the other account has; undefined where it has none. */
  rate: Decimal | undefined;
  state: ArrivedState;
}

/** A cost of another account. One that is approved there needs what an approval needs here. */
export function readCost(ctx: WriteContext, { source, fields: row }: RowOfRecord): ReadCost {
  const input = parse({ input: arrivingCost }, row);
  const fields = toFields(ctx, input);
  const { exchange_rate: rate, accounting_message = '' } = input;
  if (isWaitingCost(source)) return { fields, rate, state: { accounting_status: 'New', accounting_message } };
  const complete = { ...fields, ...checkRequired(fields) };
  const history = { accounting_status: 'Skipped', is_imported: true, accounting_message } as const;
  return {
    fields: { ...complete, ...resolveVat(complete) },
    rate,
    state: { ...history, paid_amount: fixed2(paidOfCost(source)), ...exportOfCost(source) },
  };
}

function toFields(ctx: WriteContext, input: ArrivingCost): CostFields {
  const { date, amount, vat_11, vat_24, type = '', vat_deductible = null } = input;
  return {
    ...EMPTY_COST,
    amount: amount?.toFixed() ?? null,
    vat_aa: vat_11?.toFixed() ?? '0',
    vat_s: vat_24?.toFixed() ?? '0',
    vat_charged_by: input.vat_charged_by ?? 'supplier',
    // The other service says what counts, whether somebody has stated it or not.
    vat_deductible: deductibleShare(type, null).share === vat_deductible ? null : vat_deductible,
    currency: input.currency ?? 'ISK',
    description: input.description ?? '',
    supplier_name: input.supplier_name ?? '',
    supplier_id: parseSupplierId(ctx, input.supplier_id ?? ''),
    supplier_country: input.supplier_country ?? '',
    issue_date: date ?? null,
    due_date: input.due_date ?? null,
    ...resolvePayee(input),
    invoice_number: input.invoice_number ?? '',
    cost_code: type,
    how_paid: input.how_paid ?? null,
    project_name: input.project_name ?? '',
    credit_note: input.credit_note ?? false,
  };
}
