import { vatFits } from '../../domain/cost-figures.ts';
import type { CostState } from '../../domain/cost-states.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/kennitala.ts';
import { decimal } from '../../domain/money.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { CostFields, LockedCost } from './store.ts';

/** A cost of which nothing is known yet. */
export const UNKNOWN: CostFields = {
  description: '',
  supplier_name: '',
  supplier_id: '',
  issue_date: null,
  amount: null,
  currency: 'ISK',
  vat_11: '0',
  vat_24: '0',
  cost_code: '',
  how_paid: null,
  credit_note: false,
  invoice_number: '',
  project_name: '',
};

/** While it is hidden it is being read. */
export function stateOf({
  accounting_status: status,
  show_api,
}: Pick<LockedCost, 'accounting_status' | 'show_api'>): CostState {
  return { status, processing: !show_api };
}

export function supplierIdOf({ policy }: Pick<ReadContext | WriteContext, 'policy'>, given: string): string {
  const kennitala = normalizeKennitala(given);
  if (kennitala === '' || checkKennitala(kennitala, policy.kennitala)) return kennitala;
  return fail('field_invalid', 'supplier_id', violation('kennitala'));
}

export function checkVat({
  amount,
  vat_11,
  vat_24,
}: {
  amount: string;
  vat_11: string;
  vat_24: string;
}): void {
  const figures = { amount: decimal(amount), vat_11: decimal(vat_11), vat_24: decimal(vat_24) };
  if (vatFits(figures)) return;
  const [field, other] = figures.vat_24.gt(figures.vat_11) ? ['vat_24', 'vat_11'] : ['vat_11', 'vat_24'];
  fail('field_invalid', field, violation('vat_over_amount', other, amount));
}
