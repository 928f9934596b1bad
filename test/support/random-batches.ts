import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line } from './client.ts';
import { seededRandom } from './random-books.ts';
import { uploadFile } from './requests.ts';
import { UNKNOWN_GUID } from './unknown-guid.ts';

/** Records of one account by the names that documents use. */
export interface Named {
  customers: readonly string[];
  items: readonly string[];
  files: readonly string[];
  tasks: readonly string[];
  originals: readonly string[];
  /** A customer and an item of another account. */
  foreign: { customer: string; item: string };
}

const KNOWN_KENNITALA = '5501234520';
/** Of the accounts themselves. */
export const OWN_KENNITALA = companyKennitala(901);
const NEW_KENNITALA = '5902697199';

/** Makes the same records in each account. January and February are locked. */
export async function openNamedBooks(seller: Client, other: Client): Promise<Named> {
  const customer = (one: Client, more: object) =>
    one.ok('create-customer', { data: { name: 'Kaupandi ehf.', output_select: 4, ...more } });
  const item = (one: Client, data: object) =>
    one.ok('create-item', { data: { description: 'Vara', unit_price: 1000, tax: 'S', uom: 'C62', ...data } });
  const customers = [
    await customer(seller, { registration_no: KNOWN_KENNITALA, email: 'k@example.is', output_select: 3 }),
    await customer(seller, { due_days: 10 }),
  ];
  const items = [await item(seller, { item_number: 'A-1' }), await item(seller, { item_number: 'B-2' })];
  await seller.ok('update-item', { guid: items[1], data: { active: 0 } });
  const files = [];
  for (const name of ['a.txt', 'b.txt']) files.push((await uploadFile(seller, name, 'a note')).body.result);
  const tasks = [];
  for (const name of ['Verk 1', 'Verk 2']) {
    const guid = await seller.ok('create-task', {
      data: { customer_guid: customers[0], name, item_no: 'A-1' },
    });
    await seller.ok('log-task', { guid, date: '2026-03-05', h: '9', p: '11' });
    tasks.push(guid);
  }
  const originals = [];
  for (let n = 0; n < 2; n++) originals.push(await seller.ok('create-invoice', { data: invoice() }));
  await seller.ok('lock-vat-period', { period: '2026-02' });
  const foreign = {
    customer: await customer(other, {}),
    item: await item(other, {}),
  };
  return { customers, items, files, tasks, originals, foreign };
}

/** Random documents, of which about a third is wrong; the same for each account but for the guids. */
export function randomDocuments(seed: number, count: number, named: Named): unknown[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const maybe = (share: number, more: object) => (random() < share ? more : {});
  const customer = () =>
    pick<object | undefined>([
      ...Array(3)
        .fill(named.customers)
        .flat()
        .map((guid) => ({ guid })),
      ...named.customers.map((guid) => ({ guid, name: 'Annað nafn', email: 'annad@example.is' })),
      { registration_no: KNOWN_KENNITALA },
      { registration_no: KNOWN_KENNITALA, name: 'Kaupandi' },
      { registration_no: NEW_KENNITALA, name: 'Nýr ehf.', output_select: 4 },
      { registration_no: NEW_KENNITALA, name: 'Nýr aftur ehf.', output_select: 4 },
      { registration_no: OWN_KENNITALA, name: 'Staðgreitt' },
      { name: 'Án kennitölu', output_select: 4 },
      { guid: named.foreign.customer },
      { registration_no: '1234567890', name: 'Rangur' },
      undefined,
    ]);
  const sold = () => {
    const qty = pick([1, 2, 3]);
    const free = { description: 'Laus lína', unit_price: 500, qty };
    return pick<{ sent: object; net: number }>([
      ...Array(20).fill({ sent: { guid: named.items[0], qty }, net: qty * 1000 }),
      { sent: { item_number: 'A-1', qty, unit_price: 700 }, net: qty * 700 },
      { sent: line({ item_number: 'A-1', qty }), net: qty * 1000 },
      { sent: line({ item_number: 'NEW-1', qty }), net: qty * 1000 },
      { sent: { item_number: 'NEW-1', qty }, net: qty * 1000 },
      { sent: free, net: qty * 500 },
      { sent: free, net: qty * 500 },
      { sent: { guid: named.items[1], qty }, net: qty * 1000 },
      { sent: { guid: named.foreign.item, qty }, net: qty * 1000 },
      { sent: { item_number: 'none', qty }, net: 0 },
      { sent: { ...free, qty: 'x' }, net: 0 },
    ]);
  };
  const sale = () => {
    const lines = Array.from({ length: pick([1, 1, 2, 3]) }, sold);
    const amount = lines.reduce((total, { net }) => total + net, 0) * 1.24;
    return invoice({
      amount: random() < 0.08 ? 1 : amount,
      issue_date:
        random() < 0.15
          ? pick(['2026-02-27', '2028-01-01'])
          : pick(['2026-03-02', '2026-03-10', '2026-03-16', '2026-03-17']),
      due_date: undefined,
      settlement_date: random() < 0.05 ? '2025-01-01' : '2028-02-01',
      customer: customer(),
      items: lines.map(({ sent }) => sent),
      ...maybe(0.15, { mark_paid: 1, method_payment: 1 }),
      ...maybe(0.1, { save: 1 }),
      ...maybe(0.1, { is_payment_link: 1 }),
      ...maybe(0.1, { currency: pick(['EUR', 'USD', 'ZZZ']) }),
      ...maybe(0.15, { files: pick([named.files[0], named.files[1], UNKNOWN_GUID]) }),
    });
  };
  const billed = () =>
    invoice({
      amount: 2480,
      customer: { guid: named.customers[0] },
      items: [{ task_guid: pick([...named.tasks, UNKNOWN_GUID]), qty: 2 }],
      ...maybe(0.2, { save: 1 }),
    });
  const credit = () => ({
    type: 'credit',
    amount: pick([1240, 500, 740, 9000]),
    settlement_date: '2026-04-01',
    ref_invoice_guid: pick([...named.originals, UNKNOWN_GUID]),
    ...maybe(0.7, { credit_partial: 1 }),
  });
  const junk = () =>
    pick<unknown>([{}, { type: 'order', amount: 1 }, { ...invoice(), total: 5, amount: undefined }]);
  return Array.from({ length: count }, () =>
    pick([sale, sale, sale, sale, sale, sale, billed, credit, junk])(),
  );
}
