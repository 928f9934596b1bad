import type { RecordColumns } from '../../domain/imports/columns.ts';
import type { FileRecord } from '../../domain/imports/records.ts';
import { isCompany, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { keysOf } from '../../domain/values/records.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import {
  judgeRow,
  type RecordImport,
  type RecordPlan,
  type RowFate,
  refuseRepeated,
} from '../../kernel/operations/record-import.ts';
import type { RegisteredCompany } from '../../kernel/ports/ports.ts';
import { parse } from '../../kernel/write/input.ts';
import { insertCustomers, type KnownCustomer, lockNamedCustomers, updateCustomers } from './bulk-store.ts';
import { findCompany } from './get-registered-company.ts';
import { listKnownKennitalas } from './kennitala-store.ts';
import { changeCustomer, newCustomer } from './rules.ts';
import { customerInput, customerPatch } from './schema.ts';
import type { CustomerFields } from './store.ts';

const DELIVERY = {
  rafraent: '2',
  'rafraenn reikningur': '2',
  'e invoice': '2',
  tolvupostur: '3',
  netfang: '3',
  email: '3',
  'e mail': '3',
  pappir: '4',
  pdf: '4',
  prenta: '4',
  paper: '4',
  ja: '2',
  nei: '',
};

const CUSTOMER_COLUMNS: RecordColumns = {
  fields: {
    name: {
      kind: 'text',
      headings: ['nafn', 'vidskiptavinur', 'heiti', 'customer', 'customer name', 'nafn vidskiptavinar'],
    },
    registration_no: { kind: 'kennitala', headings: ['kennitala', 'kt', 'national id', 'ssn'] },
    customer_number: {
      kind: 'text',
      headings: ['numer', 'nr', 'vidskiptanumer', 'vidskiptamannanumer', 'customer no'],
    },
    email: { kind: 'text', headings: ['netfang', 'tolvupostur', 'tolvupostfang', 'e mail'] },
    address: { kind: 'text', headings: ['heimilisfang', 'heimili', 'gata', 'street'] },
    zip: { kind: 'text', headings: ['postnumer', 'postnr', 'postal code', 'zip code'] },
    city: { kind: 'text', headings: ['stadur', 'sveitarfelag', 'baer', 'borg', 'town'] },
    phone_number: { kind: 'text', headings: ['simi', 'simanumer', 'farsimi', 'gsm', 'phone', 'telephone'] },
    output_select: {
      kind: 'text',
      headings: ['sendingarmati', 'afhending', 'delivery', 'senda rafraena reikninga'],
      codes: DELIVERY,
    },
    due_date: { kind: 'text', headings: ['gjalddagi', 'gjalddagi dagar', 'dagar i gjalddaga', 'due days'] },
    settlement_date: {
      kind: 'text',
      headings: ['eindagi', 'eindagi dagar', 'dagar i eindaga', 'final due days'],
    },
    trading_partner_id: { kind: 'kennitala', headings: ['rafraent heimilisfang', 'peppol'] },
    vat: { kind: 'text', headings: ['vsk numer', 'vsknumer', 'vsk nr', 'vat number', 'vat no'] },
    lang: {
      kind: 'text',
      headings: ['tungumal', 'language'],
      codes: { islenska: 'is', icelandic: 'is', enska: 'en', english: 'en' },
    },
    currency: { kind: 'text', headings: ['gjaldmidill', 'mynt'] },
    term: { kind: 'text', headings: ['skilmalar', 'greidsluskilmalar', 'terms'] },
    tax_exempt: { kind: 'flag', headings: ['an vsk', 'undanthegid vsk', 'undanthegin vsk'] },
    is_claim: { kind: 'flag', headings: ['krafa', 'bankakrafa', 'greidslusedill', 'stofna krofu'] },
  },
  required: ['name'],
};

/** The key by which a row names its customer: the kennitala, else the number, else the name. */
export function customerKey({
  registration_no = '',
  customer_number = '',
  name = '',
}: Partial<CustomerFields>): string {
  if (registration_no) return `kennitala ${normalizeKennitala(registration_no)}`;
  return customer_number ? `number ${customer_number}` : `name ${name}`;
}

export const importCustomers: RecordImport = {
  columns: CUSTOMER_COLUMNS,
  events: ['customer.created', 'customer.updated'],
  complete: completeNames,
  plan: planCustomers,
};

/** A file has so many names looked up; the other rows are refused for the lack of theirs. */
const MAX_LOOK_UPS = 200;
const LOOK_UPS_AT_ONCE = 4;

/** A new customer of whom a row has the kennitala and no name is named as the register has it, with its address where the row has none. */
async function completeNames(ctx: ReadContext, records: readonly FileRecord[]): Promise<FileRecord[]> {
  const kennitalaOf = ({ fields: { name, registration_no } }: FileRecord) =>
    !name && registration_no ? normalizeKennitala(registration_no) : '';
  const asked = [...new Set(records.map(kennitalaOf))].filter(isCompany);
  const known = new Set(await listKnownKennitalas(ctx.db, ctx.account.id, asked));
  const missing = asked.filter((kennitala) => !known.has(kennitala)).slice(0, MAX_LOOK_UPS);
  const found = new Map<string, RegisteredCompany | null>();
  // A register that does not answer ends the import with the first of its time-outs.
  for (let at = 0; at < missing.length; at += LOOK_UPS_AT_ONCE) {
    const some = missing.slice(at, at + LOOK_UPS_AT_ONCE);
    const answers = await Promise.all(some.map((kennitala) => findCompany(ctx, kennitala)));
    for (const [index, kennitala] of some.entries()) found.set(kennitala, answers[index] ?? null);
  }
  return records.map((record) => {
    const company = found.get(kennitalaOf(record));
    if (!company) return record;
    const { name, address, zip, city } = company;
    return { ...record, fields: { ...dropEmpty({ address, zip, city }), ...record.fields, name } };
  });
}

function dropEmpty(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

async function planCustomers(ctx: WriteContext, records: readonly FileRecord[]): Promise<RecordPlan> {
  const known = await findNamedCustomers(ctx, records);
  const repeated = refuseRepeated(records, ({ fields }) => customerKey(fields));
  const [added, changed]: [(CustomerFields & { guid: string })[], (CustomerFields & { id: number })[]] = [
    [],
    [],
  ];
  const rows = records.map(({ row, fields: written }): RowFate => {
    const again = repeated.get(row);
    if (again !== undefined) return { row, fate: 'refused', message: again };
    const before = known.get(customerKey(written));
    const fields = withReceiver(written, before);
    const judged = judgeRow(() =>
      before ? changedCustomer(ctx, before, fields) : addedCustomer(ctx, fields),
    );
    if ('refusal' in judged) return { row, fate: 'refused', message: judged.refusal };
    if (!before) {
      added.push({ guid: ctx.newGuid(), ...judged.value });
      return { row, fate: 'new', message: '' };
    }
    const { id, guid: _, ...old } = before;
    const names = keysOf(old).filter((name) => old[name] !== judged.value[name]);
    if (names.length === 0) return { row, fate: 'same', message: '' };
    changed.push({ id, ...judged.value });
    return { row, fate: 'changed', message: names.join(', ') };
  });
  return { rows, ctes: [...insertCustomers(ctx, added), ...updateCustomers(ctx, changed)] };
}

/** E-invoices go to the kennitala of a row, unless another receiver is known. */
function withReceiver(fields: FileRecord['fields'], before: KnownCustomer | undefined): FileRecord['fields'] {
  const { output_select, registration_no, trading_partner_id = before?.trading_partner_id } = fields;
  const isMissing = output_select === '2' && !trading_partner_id && registration_no;
  return isMissing ? { ...fields, trading_partner_id: registration_no } : fields;
}

/** The customers that rows mean, by the key of each row. */
export async function findNamedCustomers(
  { tx, account }: WriteContext,
  records: readonly FileRecord[],
): Promise<ReadonlyMap<string, KnownCustomer>> {
  const all = records.map(({ fields }) => fields);
  const found = await lockNamedCustomers(tx, account.id, {
    kennitalas: all.flatMap(({ registration_no }) =>
      registration_no ? [normalizeKennitala(registration_no)] : [],
    ),
    numbers: all.flatMap(({ customer_number }) => customer_number ?? []),
    names: all.flatMap(({ name }) => name ?? []),
  });
  const known = new Map<string, KnownCustomer>();
  for (const one of found) {
    const keys = [
      { registration_no: one.registration_no },
      { customer_number: one.customer_number },
      { name: one.name },
    ];
    for (const key of keys.filter((part) => Object.values(part).some(Boolean)).map(customerKey))
      if (!known.has(key)) known.set(key, one);
  }
  return known;
}

/** Documents are sent by e-mail where the file has an address, and otherwise printed. */
export function addedCustomer(ctx: WriteContext, fields: FileRecord['fields']): CustomerFields {
  const output_select = fields.email ? '3' : '4';
  return newCustomer(ctx, parse({ input: customerInput }, { output_select, ...fields }));
}

function changedCustomer(
  ctx: WriteContext,
  { id: _, guid: _guid, ...before }: KnownCustomer,
  fields: FileRecord['fields'],
): CustomerFields {
  return changeCustomer(ctx, before, parse({ input: customerPatch }, fields));
}
