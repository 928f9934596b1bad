import assert from 'node:assert/strict';
import { receive } from './bank-lines.ts';
import type { Client } from './client.ts';
import { createCompleteCost, createCost, tryToApproveCost } from './costs.ts';
import { completeCost, PDF } from './endpoints/costs.ts';
import { seededRandom } from './random-books.ts';
import type { TestService } from './service.ts';

const RATE = 148.5;

export async function approved(kvitt: TestService, seller: Client, fields: object = {}): Promise<string> {
  const guid = await createCompleteCost(seller, { how_paid: 1, ...fields });
  const { status, body } = await tryToApproveCost(kvitt, seller, guid);
  assert.equal(status, 200, body.message);
  return guid;
}

const report = (seller: Client, guid: string, accounting_status: string, accounting_message = '') =>
  seller.ok('update-cost', { guid, data: { accounting_status, accounting_message } });

export async function pay(
  seller: Client,
  cost_guid: string,
  amount: number,
  more: object = {},
): Promise<string> {
  const [line] = await receive(seller, [{ booked_on: '2026-03-16', amount: -amount }]);
  const actions = [{ type: 'cost', cost_guid, amount, ...more }];
  await seller.ok('book-bank-line', { guid: line.guid, data: { actions } });
  return line.guid;
}

/** A cost of the ledger, in cents of its currency. */
export interface Entry {
  status: string;
  amount: number;
  vat: number;
  paid: number;
  sign: number;
  rate: number;
  isOwed: boolean;
}

/** Random costs of every kind, and a ledger of them that knows nothing of the service. */
export async function spend(kvitt: TestService, seller: Client, count: number): Promise<Entry[]> {
  const random = seededRandom(11);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const ledger: Entry[] = [];
  for (let n = 0; n < count; n += 1) {
    const isEuro = random() < 0.3;
    const amount = isEuro ? Math.ceil(random() * 90_000) : 100 * Math.ceil(random() * 90_000);
    const vat = Math.floor(random() * amount * 0.19);
    const [how_paid, isDue, isCredit] = [oneOf([1, 1, 2, 3]), random() < 0.5, random() < 0.2];
    const status = oneOf(['New', 'Created', 'Created', 'Posted', 'Posted', 'Skipped', 'Error']);
    const guid = await createCost(
      seller,
      'create-cost-adv',
      {
        ...completeCost,
        ...{
          date: oneOf(['2026-01-20', '2026-03-02', '2026-03-09']),
          how_paid,
          type: oneOf(['2093', '3163']),
        },
        ...{ amount: amount / 100, vat_24: vat / 100, description: `K-${n}`, credit_note: isCredit ? 1 : 0 },
        ...(isEuro && { currency: 'EUR', exchange_rate: RATE }),
        ...(isDue && { due_date: oneOf(['2026-03-12', '2026-04-20']) }),
        ...oneOf([{}, { vat_deductible: 100 }]),
        ...oneOf([{}, { payee_account: '0159-26-007654' }]),
        ...oneOf([{}, { supplier_name: 'Annar ehf.', supplier_id: '5902697199', project_name: 'Verk' }]),
      },
      random() < 0.3 ? { name: `k-${n}.pdf`, bytes: PDF } : undefined,
    );
    await tryToApproveCost(kvitt, seller, guid);
    const isOwed = isDue || how_paid === 1;
    let paid = 0;
    if (isOwed && !isCredit && (status === 'Created' || status === 'Posted') && random() < 0.5) {
      paid = oneOf([amount, 100 * Math.floor(random() * (amount / 100))]);
      const krona = isEuro ? Math.round((paid / 100) * RATE) : paid / 100;
      if (paid > 0) await pay(seller, guid, krona, isEuro ? { cost_amount: paid / 100 } : {});
    }
    if (status === 'New') await seller.ok('move-cost-to-new', { guid });
    else if (status !== 'Created') await report(seller, guid, status, `bókað ${n}`);
    const { vat_deductible } = await seller.ok('get-cost', { guid });
    const rate = isEuro ? RATE : 1;
    const deducted = Math.round((Math.round(vat * rate) * vat_deductible) / 100);
    ledger.push({ status, amount, vat: deducted, paid, sign: isCredit ? -1 : 1, rate, isOwed });
  }
  return ledger;
}

export const counts = ({ status }: Entry) => status === 'Created' || status === 'Posted';
export const owedIn = ({ amount, paid, sign, rate }: Entry) => sign * Math.round((amount - paid) * rate);
export const sumOf = (entries: readonly Entry[], figure: (entry: Entry) => number) =>
  entries.reduce((sum, entry) => sum + figure(entry), 0);
