import type { FileRecord } from '../../../domain/imports/records.ts';
import type { Sql } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { judgeRow } from '../../../kernel/operations/record-import.ts';
import { insertCustomers, lockCustomersByGuid } from '../../customers/bulk-store.ts';
import { addedCustomer, customerKey, findNamedCustomers } from '../../customers/import-customers.ts';
import type { CustomerFields } from '../../customers/store.ts';
import { type BuyerSnapshot, buyerRow } from '../records/invoice-facts-store.ts';
import { CUSTOMER_FIELDS } from './open-invoice-columns.ts';

/** The customer of a row; `id` is null where the import makes it. */
export interface BuyerOfRow {
  id: number | null;
  snapshot: BuyerSnapshot;
}

type JudgedBuyer = { value: BuyerOfRow } | { refusal: string };

/** The customers of all rows: found by guid, else kennitala, else number, else name, or made once for the rows that name the same one. */
export class BuyersOfRows {
  readonly #ofRows: ReadonlyMap<number, JudgedBuyer>;
  readonly #profiles: ReadonlyMap<string, CustomerFields>;

  constructor(ofRows: ReadonlyMap<number, JudgedBuyer>, profiles: ReadonlyMap<string, CustomerFields>) {
    this.#ofRows = ofRows;
    this.#profiles = profiles;
  }

  of(row: number): JudgedBuyer {
    const found = this.#ofRows.get(row);
    if (!found) throw new Error(`Row ${row} was not read`);
    return found;
  }

  /** The step that inserts the new customers of these rows; none where there are none. */
  insertNew(ctx: WriteContext, rows: readonly { buyer: BuyerOfRow }[]): Sql[] {
    const guids = new Set(rows.flatMap(({ buyer }) => (buyer.id === null ? [buyer.snapshot.guid] : [])));
    const added = [...guids].flatMap((guid) => {
      const fields = this.#profiles.get(guid);
      return fields ? [{ guid, ...fields }] : [];
    });
    return insertCustomers(ctx, added);
  }
}

export async function findBuyers(ctx: WriteContext, records: readonly FileRecord[]): Promise<BuyersOfRows> {
  const named = records.map(({ row, fields }) => ({ row, fields: customerFields(fields) }));
  const known = await findNamedCustomers(ctx, named);
  const guids = records.flatMap(({ fields }) => fields.customer_guid ?? []);
  const profilesHere = guids.length > 0 ? await lockCustomersByGuid(ctx.tx, ctx.account.id, guids) : [];
  const byGuid = new Map(profilesHere.map((profile) => [profile.guid, profile]));
  const profiles = new Map<string, CustomerFields>();
  const judged = new Map<string, JudgedBuyer>();
  const judge = (fields: FileRecord['fields']): JudgedBuyer => {
    const before = known.get(customerKey(fields));
    if (before) return { value: { id: before.id, snapshot: buyerRow.valuesIn(before) } };
    const added = judgeRow(() => addedCustomer(ctx, fields));
    if ('refusal' in added) return added;
    const guid = ctx.newGuid();
    profiles.set(guid, added.value);
    return { value: { id: null, snapshot: buyerRow.valuesIn({ guid, ...added.value }) } };
  };
  const ofRows = named.map(({ row, fields }, index): [number, JudgedBuyer] => {
    const { customer_guid } = records[index]?.fields ?? {};
    const profile = byGuid.get(customer_guid ?? '');
    if (profile) return [row, { value: { id: profile.id, snapshot: buyerRow.valuesIn(profile) } }];
    const key = customerKey(fields);
    const buyer = judged.get(key) ?? judge(fields);
    judged.set(key, buyer);
    return [row, buyer];
  });
  return new BuyersOfRows(new Map(ofRows), profiles);
}

function customerFields(fields: FileRecord['fields']): FileRecord['fields'] {
  return Object.fromEntries(
    CUSTOMER_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}
