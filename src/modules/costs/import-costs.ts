import type { z } from 'zod';
import type { RecordColumns } from '../../domain/imports/columns.ts';
import type { FileRecord } from '../../domain/imports/records.ts';
import { decimal } from '../../domain/values/money.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import {
  judgeRow,
  type RecordDocument,
  type RecordImport,
  type RecordPlan,
  type RowFate,
  refuseRepeated,
} from '../../kernel/operations/record-import.ts';
import { parse } from '../../kernel/write/input.ts';
import { refuseContradictions } from './attachment.ts';
import { type ImportedCost, insertCosts, type KnownCost, listCostsOfDays } from './bulk-store.ts';
import { completeFields } from './reading-fields.ts';
import { EMPTY_COST, parseSupplierId, resolveCostRates, resolvePayee, resolveVat } from './rules.ts';
import { importedCost } from './schema.ts';
import type { CostFields } from './store.ts';

const COST_COLUMNS: RecordColumns = {
  fields: {
    supplier_name: {
      kind: 'text',
      headings: ['birgir', 'seljandi', 'nafn', 'lanardrottinn', 'supplier', 'name'],
    },
    supplier_id: {
      kind: 'kennitala',
      headings: ['kennitala', 'kt', 'kennitala birgis', 'kennitala seljanda'],
    },
    invoice_number: {
      kind: 'text',
      headings: ['reikningsnumer', 'reikningur', 'numer', 'nr', 'reikningsnr', 'invoice no'],
    },
    date: { kind: 'date', headings: ['dagsetning', 'dags', 'dagur', 'utgafudagur', 'issue date'] },
    due_date: { kind: 'date', headings: ['gjalddagi', 'eindagi', 'due date'] },
    payee_account: {
      kind: 'text',
      headings: ['bankareikningur', 'reikningur birgis', 'banki', 'bank account'],
    },
    payee_iban: { kind: 'text', headings: ['iban'] },
    amount: {
      kind: 'number',
      headings: ['upphaed', 'fjarhaed', 'samtals', 'upphaed m vsk', 'heildarupphaed', 'total'],
    },
    vat_24: { kind: 'number', headings: ['vsk 24', 'vsk', 'virdisaukaskattur', 'vat'] },
    vat_11: { kind: 'number', headings: ['vsk 11'] },
    currency: { kind: 'text', headings: ['gjaldmidill', 'mynt'] },
    exchange_rate: { kind: 'number', headings: ['gengi', 'rate'] },
    description: { kind: 'text', headings: ['lysing', 'skyring', 'texti', 'text'] },
    type: { kind: 'text', headings: ['gjaldalykill', 'bokhaldslykill', 'lykill', 'tegund', 'cost code'] },
    how_paid: { kind: 'text', headings: ['greidslumati', 'greitt med'] },
    project_name: { kind: 'text', headings: ['verkefni', 'verk', 'project'] },
    credit_note: { kind: 'flag', headings: ['kreditreikningur', 'kredit'] },
  },
  required: ['supplier_name', 'date', 'amount'],
};

export const importCosts: RecordImport = {
  columns: COST_COLUMNS,
  events: ['cost.created'],
  readDocument: readCostDocument,
  plan: planCosts,
};

/** The fields of an e-invoice of a supplier, as its upload reads them. */
function readCostDocument(ctx: ReadContext, { read }: RecordDocument): FileRecord['fields'] {
  refuseContradictions(ctx, read);
  const { credit_note, invoice_number, issue_date, ...fields } = completeFields(EMPTY_COST, read.reading);
  const named = {
    ...pickTexts(fields, ['supplier_name', 'supplier_id', 'due_date', 'payee_account', 'payee_iban']),
    ...pickTexts(fields, ['amount', 'currency']),
    ...{ vat_24: fields.vat_s, vat_11: fields.vat_aa, credit_note: credit_note ? '1' : '0' },
    ...(issue_date && { date: issue_date }),
    ...(invoice_number && { invoice_number }),
  };
  return named;
}

function pickTexts<K extends keyof CostFields>(fields: Partial<CostFields>, names: readonly K[]) {
  const found = names.flatMap((name) => (fields[name] ? [[name, String(fields[name])]] : []));
  return Object.fromEntries(found) as Record<string, string>;
}

/** Supplier, number, day and amount name a cost; a supplier with a kennitala by that. */
export function costKey({
  supplier_id,
  supplier_name,
  invoice_number,
  issue_date,
  amount,
}: Omit<KnownCost, 'guid'>): string {
  const supplier = supplier_id || supplier_name.toLowerCase();
  return JSON.stringify([supplier, invoice_number, issue_date, decimal(amount ?? '0').toFixed(2)]);
}

/** A cost that is here already stays as it is: a person may have approved it since. */
async function planCosts(
  ctx: WriteContext,
  records: readonly FileRecord[],
  documents: ReadonlyMap<number, RecordDocument> = new Map(),
): Promise<RecordPlan> {
  const judged = records.map(({ row, fields }) => ({
    row,
    ...judgeRow(() => readCost(ctx, parse({ input: importedCost }, fields))),
  }));
  const costs = judged.flatMap((one) => ('value' in one ? [{ row: one.row, ...one.value }] : []));
  const days = costs.flatMap(({ fields }) => fields.issue_date ?? []);
  const known = new Set((await listCostsOfDays(ctx.tx, ctx.account.id, days)).map(costKey));
  const repeated = refuseRepeated(costs, ({ fields }) => costKey(fields));
  const added: ImportedCost[] = [];
  const read = costs.map(({ fields }) => fields);
  const rateOf = await resolveCostRates(ctx.tx, read, ctx.today);
  const rows: RowFate[] = [];
  for (const one of judged) {
    const { row } = one;
    if ('refusal' in one) rows.push({ row, fate: 'refused', message: one.refusal });
    else if (repeated.has(row)) rows.push({ row, fate: 'refused', message: repeated.get(row) ?? '' });
    else if (known.has(costKey(one.value.fields))) rows.push({ row, fate: 'same', message: '' });
    else {
      const { fields, rate: sent } = one.value;
      const complete = { ...fields, exchange_rate: rateOf(fields, sent) };
      added.push({ guid: ctx.newGuid(), fields: complete, document: documents.get(row) ?? null });
      rows.push({ row, fate: 'new', message: '' });
    }
  }
  return {
    rows,
    ctes: insertCosts(ctx, added),
    bookedOn: added.flatMap(({ fields }) => fields.issue_date ?? []),
  };
}

function readCost(ctx: WriteContext, input: z.infer<typeof importedCost>) {
  const figures = {
    amount: input.amount.toFixed(),
    vat_aa: input.vat_11?.toFixed() ?? '0',
    vat_s: input.vat_24?.toFixed() ?? '0',
    vat_charged_by: 'supplier' as const,
    issue_date: input.date,
  };
  const fields: CostFields = {
    ...EMPTY_COST,
    ...figures,
    ...resolveVat(figures),
    currency: input.currency ?? 'ISK',
    description: input.description ?? '',
    supplier_name: input.supplier_name,
    supplier_id: parseSupplierId(ctx, input.supplier_id ?? ''),
    due_date: input.due_date ?? null,
    ...resolvePayee(input),
    invoice_number: input.invoice_number ?? '',
    cost_code: input.type ?? '',
    how_paid: input.how_paid ?? null,
    project_name: input.project_name ?? '',
    credit_note: input.credit_note ?? false,
  };
  return { fields, rate: input.exchange_rate };
}
