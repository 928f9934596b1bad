import type { Client } from './client.ts';

/** The new item that the work is sold as: 10,000 an hour plus 24 % VAT. */
export const workItem = {
  guid: '',
  description: 'Vinna',
  uom: 'HUR',
  tax: 'S',
  unit_price: 10000,
  category: '2353',
};

export const NINE_TO_HALF_PAST_ELEVEN = { date: '2026-03-02', h: '9', p: '11:30' };

export interface TaskAccount {
  seller: Client;
  customer: string;
  /** Creates a task and returns its guid. */
  createTask(fields?: Record<string, unknown>): Promise<string>;
  /** Creates a task with two and a half logged hours. */
  createLoggedTask(): Promise<string>;
  readTask(guid: string): Promise<any>;
}

export async function openTaskAccount(account: Promise<Client>): Promise<TaskAccount> {
  const seller = await account;
  const customer = await seller.ok('create-customer', { data: { name: 'Kaupandi ehf.', output_select: 4 } });
  const task = (fields: Record<string, unknown> = {}) =>
    seller.ok('create-task', { data: { customer_guid: customer, name: 'Verk', item: workItem, ...fields } });
  return {
    seller,
    customer,
    createTask: task,
    async createLoggedTask() {
      const guid = await task();
      await seller.ok('log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN });
      return guid;
    },
    readTask: (guid) => seller.ok('get-task', { guid }),
  };
}

/** An invoice of two and a half hours whose line bills the task. */
export function invoiceForTask(guid: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
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
