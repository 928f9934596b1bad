import type { Client } from './client.ts';

/** What the work is sold as, where the item is new: 10,000 an hour and 24 % on top. */
export const work = {
  guid: '',
  description: 'Vinna',
  uom: 'HUR',
  tax: 'S',
  unit_price: 10000,
  category: '2353',
};

export const NINE_TO_HALF_PAST_ELEVEN = { date: '2026-03-02', h: '9', p: '11:30' };

export interface Workshop {
  seller: Client;
  customer: string;
  /** Opens a task and answers its guid. */
  task(fields?: Record<string, unknown>): Promise<string>;
  /** A task with two and a half hours on it. */
  logged(): Promise<string>;
  read(guid: string): Promise<any>;
}

export async function workshop(account: Promise<Client>): Promise<Workshop> {
  const seller = await account;
  const customer = await seller.ok('create-customer', { data: { name: 'Kaupandi ehf.', output_select: 4 } });
  const task = (fields: Record<string, unknown> = {}) =>
    seller.ok('create-task', { data: { customer_guid: customer, name: 'Verk', item: work, ...fields } });
  return {
    seller,
    customer,
    task,
    async logged() {
      const guid = await task();
      await seller.ok('log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN });
      return guid;
    },
    read: (guid) => seller.ok('get-task', { guid }),
  };
}

/** An invoice of two and a half hours whose line bills the task. */
export function billOf(guid: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'invoice',
    amount: 31000,
    currency: 'ISK',
    settlement_date: '2099-12-31',
    customer: { name: 'Kaupandi ehf.', output_select: 4 },
    items: [
      {
        add_new: 1,
        item_number: 'VINNA',
        description: 'Vinna',
        qty: 2.5,
        uom: 'HUR',
        unit_price: 10000,
        tax: 'S',
        task_guid: guid,
      },
    ],
    ...fields,
  };
}
