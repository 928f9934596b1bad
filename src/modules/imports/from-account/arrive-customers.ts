import { type SourceRecord, textFields } from '../../../domain/imports/other-account.ts';
import { hasSubscription } from '../../../kernel/access/account.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { judgeRow } from '../../../kernel/operations/record-import.ts';
import { insertCustomers } from '../../customers/bulk-store.ts';
import { addedCustomer, customerKey, findNamedCustomers } from '../../customers/import-customers.ts';
import type { NewCustomerFields } from '../../customers/store.ts';
import { type Arrival, type ArrivedRecord, type RowOfRecord, refused, toFileRecords } from './arrival.ts';
import { listBound } from './import-store.ts';

const FIELDS = [
  ...[
    'name',
    'customer_number',
    'output_select',
    'address',
    'zip',
    'city',
    'registration_no',
    'email',
    'term',
  ],
  ...[
    'photo',
    'due_date',
    'settlement_date',
    'trading_partner_id',
    'phone_number',
    'vat',
    'lang',
    'currency',
  ],
  ...['tax_exempt', 'is_claim', 'is_discount', 'active'],
];

/**
 * Customers become new profiles. A profile that is here is the same customer by its kennitala, else number, else name, and stays
 * as it is; it is so only once, because another account may have several profiles with one kennitala.
 */
export async function arriveCustomers(ctx: WriteContext, sources: readonly SourceRecord[]): Promise<Arrival> {
  const rows = sources.map((source): RowOfRecord => ({ source, fields: customerFields(ctx, source) }));
  const known = await findNamedCustomers(ctx, toFileRecords(rows));
  const bound = await listBound(
    ctx.tx,
    ctx.account.id,
    'customers',
    [...known.values()].map(({ guid }) => guid),
  );
  const added: (NewCustomerFields & { guid: string })[] = [];
  const records = rows.map(({ source, fields }): ArrivedRecord => {
    const unverified = source.fields.unverified === true;
    const before = unverified ? undefined : known.get(customerKey(fields));
    if (before && !bound.has(before.guid)) {
      bound.add(before.guid);
      return { source, fate: 'known', guid: before.guid, message: '' };
    }
    const judged = judgeRow(() => addedCustomer(ctx, fields));
    if ('refusal' in judged) return refused(source, judged.refusal);
    const guid = ctx.newGuid();
    added.push({ guid, unverified, ...judged.value });
    return { source, fate: 'new', guid, message: '' };
  });
  return { records, ctes: insertCustomers(ctx, added) };
}

/** Leaves out what the plan of this account does not have. Without an address documents are printed. */
function customerFields({ account }: WriteContext, source: SourceRecord): Record<string, string> {
  const { is_claim, is_discount, output_select = '', ...fields } = textFields(source, FIELDS);
  const needs = { 2: fields.trading_partner_id, 3: fields.email, 4: '4' }[output_select];
  return {
    ...fields,
    ...(needs && { output_select }),
    ...(is_claim !== undefined && hasSubscription(account, 'claim') && { is_claim }),
    ...(is_discount !== undefined && hasSubscription(account, 'discount') && { is_discount }),
  };
}
