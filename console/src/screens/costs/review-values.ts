import type { Cost, InputOf, OutputOf } from '../../api/types.ts';
import { formatKennitala, formatNumber, parseNumber } from '../../lib/format.ts';
import type { Lang } from '../../words/lang.ts';

export type Reading = OutputOf<'get-cost-reading'>;
export type ReviewFieldValues = ReturnType<typeof toFields>;

export function toFields(cost: Cost, lang: Lang) {
  const figure = (value: number) => (value === 0 ? '' : formatNumber(value, lang, 0, 2));
  return {
    supplier_name: cost.supplier_name,
    supplier_id: formatKennitala(cost.supplier_id),
    supplier_country: cost.supplier_country,
    issue_date: cost.read_date ?? '',
    amount: figure(cost.amount),
    vat_24: figure(cost.vat_S),
    vat_11: figure(cost.vat_AA),
    cost_code: cost.cost_code as string,
    how_paid: cost.how_paid ? String(cost.how_paid) : '',
    description: cost.description,
    invoice_number: cost.invoice_number,
    credit_note: cost.credit_note,
  };
}

export function toRequest(guid: string, fields: ReviewFieldValues, lang: Lang): InputOf<'approve-cost'> {
  const { amount, vat_24, vat_11, cost_code, how_paid, issue_date, ...unchanged } = fields;
  return {
    guid,
    ...unchanged,
    amount: parseNumber(amount, lang),
    vat_24: parseNumber(vat_24, lang) || '0',
    vat_11: parseNumber(vat_11, lang) || '0',
    ...(cost_code && { cost_code }),
    ...(how_paid && { how_paid }),
    ...(issue_date && { issue_date }),
  } as InputOf<'approve-cost'>;
}
