import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Client } from '../test/support/client.ts';
import { OPERATOR_TOKEN } from '../test/support/databases.ts';
import { send } from '../test/support/requests.ts';
import { copyRecords, copyRows, guidSql } from './copy-rows.ts';

/** Proportions of a typical account: one cost per two invoices, one task per twenty. */
export const costCount = (invoices: number) => Math.ceil(invoices / 2);
export const taskCount = (invoices: number) => Math.ceil(invoices / 20);

const SUPPLIERS = 200;
const FIRST_SUPPLIER = 5_500_000_000;
export const supplierId = (n: number) => String(FIRST_SUPPLIER + (n % SUPPLIERS));

const RECEIPT_BYTES = 20_000;
/** Lists show the newest costs, so only these have a full receipt; the other files are a few bytes. */
const WITH_RECEIPT = 2000;

/** A cost with its receipt and XML, and a task with a log. */
export async function createFirst(client: Client, customer: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const receipt = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(RECEIPT_BYTES)]);
  const form = new FormData();
  const fields = { username: client.username, api_key: client.apiKey, date, description: 'Skrúfur og lím' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([receipt]), 'kvittun.pdf');
  const created = await send(client.url, '/api/v1/create-cost', { method: 'POST', body: form });
  const path = `/operator/accounts/${client.username}/costs/${created.body.result}/approve`;
  const approved = await send(client.url, path, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      supplier_name: 'Efnissalan ehf.',
      amount: 12400,
      vat_24: 2400,
      type: '2093',
      how_paid: 3,
    }),
  });
  assert.equal(approved.status, 200, approved.body.message);
  const task = { customer_guid: customer, name: 'Vefur, ný forsíða', item_no: '1' };
  const guid = await client.ok('create-task', { data: task });
  await client.ok('log-task', { guid, date, qty: 2.5, description: 'Fundur' });
}

/** Most costs are posted and most tasks are invoiced; only a minority waits for a person. */
export function copyCostsAndTasks(account: string, invoices: number): string {
  const [costs, tasks] = [costCount(invoices), taskCount(invoices)];
  const day = `current_date - (${costs} - n) / 150`;
  const status = `case when n % 50 = 0 then 'New' when n % 50 = 1 then 'Created' when n % 100 = 2 then 'Error' else 'Posted' end`;
  const taskStatus = (n: string) =>
    `case when ${n} % 10 = 0 then 'open' when ${n} % 10 = 1 then 'closed' else 'invoiced' end`;
  return `
    ${copyRecords(
      account,
      'costs',
      5,
      costs,
      `'accounting_status', ${status}, 'supplier_id', (${FIRST_SUPPLIER} + n % ${SUPPLIERS})::text,
       'issue_date', ${day}, 'listed_on', ${day}, 'created_at', now() - (${costs} - n) * interval '8 minutes'`,
    )}
    -- A release before these sums has no such table.
    do $$ begin
      if to_regclass('cost_sums') is not null then
        delete from cost_sums where account_id = ${account};
        insert into cost_sums (account_id, month, accounting_status, show_api, costs)
        select account_id, date_trunc('month', listed_on)::date, accounting_status, show_api, count(*) from costs
        where account_id = ${account} group by 1, 2, 3, 4;
      end if;
    end $$;
    update costs set xml = null where account_id = ${account} and accounting_status = 'New';
    insert into cost_files
    select account_id, n, role, name, extension, content_type,
      case when n > ${costs - WITH_RECEIPT} then bytes else substr(bytes, 1, 100) end
    from cost_files, generate_series(2, ${costs}) n where account_id = ${account};
    ${copyRecords(
      account,
      'tasks',
      6,
      tasks,
      `'number', n, 'name', 'Verk ' || n, 'status', ${taskStatus('n')}, 'customer_id', 1 + n % 1000`,
    )}
    ${copyRows(
      account,
      'task_logs',
      tasks * 3,
      `'id', n, 'guid', ${guidSql(7, 'n')}, 'task_id', 1 + (n - 1) / 3,
       'invoice_id', case when ${taskStatus('(1 + (n - 1) / 3)')} = 'invoiced' then 1 + (n - 1) / 3 end`,
    )}
    select setval(pg_get_serial_sequence('task_logs', 'id'), ${tasks * 3});
    update counters set last = ${tasks} where account_id = ${account} and series = 'task';`;
}
