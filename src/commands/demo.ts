import { readConfig } from '../config.ts';
import { addDays, toPlainDate } from '../domain/values/dates.ts';
import { decimal } from '../domain/values/money.ts';
import { runWrite } from '../kernel/execute.ts';
import type { Caller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { newKey } from '../kernel/security/secrets.ts';
import { findByUsername, toAccount } from '../modules/accounts/account-store.ts';
import { createAccount } from '../modules/accounts/create-account.ts';
import { OPERATOR } from '../modules/accounts/operator.ts';
import type { CreatedAccount } from '../modules/accounts/schema.ts';
import { createCustomer } from '../modules/customers/create-customer.ts';
import { createItem } from '../modules/items/create-item.ts';
import { createProductSale } from '../modules/product-sales/create-product-sale.ts';
import { buyProduct } from '../modules/product-sales/sell/buy-product.ts';
import { createTask } from '../modules/tasks/create-task.ts';
import { logTask } from '../modules/tasks/log-task.ts';
import { openEngine } from '../service.ts';
import { consoleLog } from './console-log.ts';
import { createBooks, type DemoItem } from './demo-books.ts';
import { COMPANY, CUSTOMERS, EVENT, GUESTS, ITEMS, OTHER_SALES, TASKS } from './demo-data.ts';

export interface Demo extends CreatedAccount {
  password: string;
}

export async function demo(): Promise<void> {
  const config = readConfig();
  const engine = await openEngine(config, { log: consoleLog });
  try {
    printDemo(await createDemo(engine.kernel), config.baseUrl);
  } finally {
    await engine.close();
  }
}

/**
 * A company with customers, items, two years of invoices, receipts, tasks and an event with tickets, all created
 * by the ordinary operations.
 */
export async function createDemo(kernel: Kernel): Promise<Demo> {
  const password = newKey().slice(0, 16);
  const created = await runWrite(kernel, createAccount, demoCaller(OPERATOR), { ...COMPANY, password });
  const row = await findByUsername(kernel.db, COMPANY.username);
  if (!row) throw new Error('The demo account was not found after its creation');
  const caller = demoCaller(toAccount(row));
  const customers: string[] = [];
  for (const customer of CUSTOMERS) {
    customers.push((await runWrite(kernel, createCustomer, caller, customer)).output.guid);
  }
  const items: DemoItem[] = [];
  for (const item of ITEMS) {
    const { output } = await runWrite(kernel, createItem, caller, item);
    items.push({ guid: output.guid, unitPrice: decimal(item.unit_price), tax: item.tax });
  }
  const today = toPlainDate(kernel.clock());
  await createBooks(kernel, caller, { customers, items, today });
  for (const sale of OTHER_SALES) await runWrite(kernel, createProductSale, caller, sale);
  const event = await runWrite(kernel, createProductSale, caller, {
    ...EVENT,
    event_date: addDays(today, 26),
  });
  for (const guest of GUESTS)
    await runWrite(kernel, buyProduct, caller, { ...guest, guid: event.output.guid });
  for (const { name, customer, item, logs } of TASKS) {
    const data = { customer_guid: customers[customer], name, item: { guid: items[item]?.guid } };
    const { guid } = (await runWrite(kernel, createTask, caller, data)).output;
    for (const { daysAgo, ...log } of logs)
      await runWrite(kernel, logTask, caller, { guid, date: addDays(today, -daysAgo), ...log });
  }
  return { ...created.output, password };
}

function demoCaller(account: Caller['account']): Caller {
  return { by: 'operator', account, via: 'operator', ip: '', requestId: 'demo' };
}

export function printDemo({ username, password, api_key }: Demo, baseUrl: string): void {
  console.log(`
  A demo company is ready: ${COMPANY.name}

    address   ${baseUrl}
    username  ${username}
    password  ${password}
    api_key   ${api_key}

  Try it:

    curl '${baseUrl}/api/v1/get-invoices?limit=2&username=${username}&api_key=${api_key}'
`);
}
