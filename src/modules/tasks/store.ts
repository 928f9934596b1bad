import { TASK_LISTS, type TaskListFacts, type TaskType } from '../../domain/tasks/task-states.ts';
import { anyCaseSql, type FactsSql } from '../../kernel/database/cases-sql.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import { cte } from '../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import {
  buyerIdByGuid,
  type CustomerMove,
  isFoundByKennitala,
  lockedCustomerId,
  newestByKennitala,
} from '../customers/store.ts';
import { customers } from '../customers/tables.ts';
import { type ItemFields, insertItem } from '../items/store.ts';
import { items } from '../items/tables.ts';
import { taskLogs, tasks } from './tables.ts';

const billedItem = items.pick('guid', 'item_number', 'description', 'uom', 'tax', 'unit_price', 'category');
const taskCustomer = customers.pick(
  'guid',
  'customer_number',
  'name',
  'address',
  'zip',
  'city',
  'registration_no',
  'email',
);

const log = taskLogs.pick(
  'guid',
  'manual',
  'quantity',
  'description',
  'advanced',
  'hours_per_day',
  'from_date',
  'to_date',
  'image',
  'unit_price',
);
const taskLogRow = log.with({ creation_date: col.text(), invoiced: col.boolean() });
export type TaskLogRow = RowOf<typeof taskLogRow>;

const task = tasks.pick('id', 'guid', 'name', 'status', 'running_since', 'project_name');
const taskRow = task.with({
  number: col.text(),
  item: col.json(billedItem),
  customer: col.json(taskCustomer),
  invoices: col.jsonList(
    row({ guid: col.uuid(), number: col.text(), amount: col.numeric(), status: col.text() }),
  ),
  logs: col.jsonList(taskLogRow),
});
export type TaskRow = RowOf<typeof taskRow>;

const logTimes = sql`'creation_date', ${timestampText(sql`l.created_at`)},
  'invoiced', l.invoice_id is not null`;
const columns = sql`${task.list('t')}, t.number::text,
  (select ${billedItem.jsonObject('i')} from items i
    where i.account_id = t.account_id and i.id = t.item_id) as item,
  (select ${taskCustomer.jsonObject('c')} from customers c
    where c.account_id = t.account_id and c.id = t.customer_id) as customer,
  (select coalesce(json_agg(json_build_object('guid', v.guid, 'number', v.number::text, 'amount', v.amount::text,
      'status', v.status) order by v.id), '[]')
    from invoices v where v.account_id = t.account_id and v.id in (
      select b.invoice_id from task_logs b where b.account_id = t.account_id and b.task_id = t.id)) as invoices,
  (select coalesce(json_agg(${log.jsonObject('l', logTimes)} order by l.id), '[]')
    from task_logs l where l.account_id = t.account_id and l.task_id = t.id) as logs`;

export function findTask(db: Queryable, accountId: number, guid: string): Promise<TaskRow | null> {
  return db.find(
    taskRow,
    sql`select ${columns} from tasks t where t.account_id = ${accountId} and t.guid = ${guid}`,
  );
}

/** Tasks with unbilled time are looked up by the ids that its index has, because among all tasks they are few. */
function facts(accountId: number): FactsSql<TaskListFacts> {
  return {
    status: sql`t.status`,
    isRunning: sql`t.running_since is not null`,
    hasUnbilledTime: sql`t.id = any(array(
      select u.task_id from task_logs u where u.account_id = ${accountId} and u.invoice_id is null))`,
  };
}

/** Whether the task `t` is in a list. */
function isListedSql(accountId: number, type: TaskType): Sql {
  return anyCaseSql(TASK_LISTS[type], facts(accountId));
}

export function listTasks(
  db: Queryable,
  accountId: number,
  type: TaskType,
  { take, skip, after }: BatchRange<TaskRow>,
  search = '',
): Promise<TaskRow[]> {
  const pattern = caseInsensitivePattern(search);
  const matches = sql`and (t.name ~ ${pattern} or t.project_name ~ ${pattern} or exists (select from customers c
    where c.account_id = ${accountId} and c.id = t.customer_id and c.name ~ ${pattern}))`;
  const ordered = sql`select t.id from tasks t
    where t.account_id = ${accountId} and ${isListedSql(accountId, type)} ${search ? matches : EMPTY} ${after ? sql`and t.id < ${after.id}` : EMPTY}
    order by t.id desc`;
  return db.query(
    taskRow,
    sql`select ${columns} from tasks t
      where t.account_id = ${accountId} and t.id = any(array(${pageOf(ordered, take, skip)}))
      order by t.id desc`,
  );
}

export function countTasks(db: Queryable, accountId: number, type: TaskType): Promise<number> {
  return countOf(
    db,
    sql`select count(*) from tasks t where t.account_id = ${accountId} and ${isListedSql(accountId, type)}`,
  );
}

/** The customer and item that a new task names. */
const taskFacts = row({
  customer_id: col.bigint().nullable(),
  item_id: col.bigint().nullable(),
  /** The number of the item, where it is inactive. */
  item_inactive: col.text().nullable(),
  customer: col.json(customers.pick('guid', 'name')).nullable(),
  item: col.json(items.pick('guid', 'item_number', 'description')).nullable(),
});
export type TaskFacts = RowOf<typeof taskFacts>;

export interface TaskLookup {
  customerGuid: string | undefined;
  customerNumber: string;
  customerKennitala: string;
  itemGuid: string | undefined;
  itemNumber: string;
}

export async function readTaskFacts(
  db: Queryable,
  accountId: number,
  lookup: TaskLookup,
): Promise<TaskFacts> {
  const customer = lookup.customerGuid
    ? buyerIdByGuid(accountId, lookup.customerGuid)
    : sql`select coalesce(
        (select id from customers where account_id = ${accountId} and customer_number = ${lookup.customerNumber}
          and customer_number <> '' and active order by id desc limit 1),
        (select id from customers where account_id = ${accountId} and registration_no = ${lookup.customerKennitala}
          and ${isFoundByKennitala} order by ${newestByKennitala} limit 1))`;
  const item = lookup.itemGuid ? sql`i.guid = ${lookup.itemGuid}` : sql`i.item_number = ${lookup.itemNumber}`;
  const [found] = await db.query(
    taskFacts,
    sql`select c.id as customer_id, i.id as item_id, case when not i.active then i.item_number end as item_inactive,
        case when c.id is not null then json_build_object('guid', c.guid, 'name', c.name) end as customer,
        case when i.id is not null then
          json_build_object('guid', i.guid, 'item_number', i.item_number, 'description', i.description) end as item
      from (select (${customer}) as id) wanted
      left join customers c on c.account_id = ${accountId} and c.id = wanted.id
      left join items i on i.account_id = ${accountId} and ${item}`,
  );
  return found ?? { customer_id: null, item_id: null, item_inactive: null, customer: null, item: null };
}

export interface NewTask {
  guid: string;
  name: string;
  projectName: string;
  customerId: number;
  item: { id: number } | { guid: string; fields: ItemFields };
  now: Date;
}

/** Task numbers may have gaps, so their counter is not held until the commit as that of invoices is. */
export function insertTask(accountId: number, { guid, name, projectName, customerId, item, now }: NewTask) {
  const newItem =
    'id' in item ? EMPTY : sql`item as (${insertItem(accountId, item.guid, item.fields, now)}),`;
  const record = {
    account_id: accountId,
    guid,
    number: sql`last`,
    name,
    project_name: projectName,
    customer_id: lockedCustomerId(accountId, customerId),
    item_id: 'id' in item ? item.id : sql`(select id from item)`,
    created_at: now,
    updated_at: now,
  };
  return {
    row: recordRow,
    ctes: sql`${newItem} counter as (
      insert into counters (account_id, series, last) values (${accountId}, 'task', 1)
      on conflict (account_id, series) do update set last = counters.last + 1 returning last)`,
    result: sql`${tasks.insertSelect(record)} from counter returning guid, id`,
  };
}

/** The task gets its number from the CTE `counter` of `insertTask`. */
export function emitTaskCreated(ctx: WriteContext, guid: string): void {
  ctx.emit('task.created', { guid, number: sql`counter.last::text` }, cte('counter'));
}

const taskState = tasks.pick('id', 'guid', 'name', 'project_name', 'status', 'running_since');
const lockedTask = taskState.with({ number: col.text(), log_count: col.bigint() });
/** The state that decides about the next step of a task. */
export type LockedTask = RowOf<typeof lockedTask>;
const logCount = sql`(select count(*) from task_logs l where l.account_id = t.account_id and l.task_id = t.id)`;

/** `no key`: a draft that names the task does not wait for this lock, nor this lock for the draft. */
export function lockTask(tx: Queryable, accountId: number, guid: string): Promise<LockedTask | null> {
  return tx.find(
    lockedTask,
    sql`select ${taskState.list('t')}, t.number::text,
          ${logCount} as log_count
        from tasks t where t.account_id = ${accountId} and t.guid = ${guid} for no key update of t`,
  );
}

/**
 * Locks the task whose timer a person has started; null where none runs. The person is locked first, so that two timers
 * that are started at the same moment see each other.
 */
export async function lockTimerOf(
  tx: Queryable,
  accountId: number,
  personId: number,
): Promise<LockedTask | null> {
  await tx.query(
    row({ id: col.bigint() }),
    sql`select p.id from people p where p.account_id = ${accountId} and p.id = ${personId} for no key update`,
  );
  return tx.find(
    lockedTask,
    sql`select ${taskState.list('t')}, t.number::text,
          ${logCount} as log_count
        from tasks t where t.account_id = ${accountId} and t.running_by = ${personId} for no key update of t`,
  );
}

/** Undefined leaves a column as it is. */
export function updateTaskStatement(
  accountId: number,
  id: number,
  { name, projectName }: { name: string | undefined; projectName: string | undefined },
  now: Date,
): Sql {
  const changes = {
    ...(name !== undefined && { name }),
    ...(projectName !== undefined && { project_name: projectName }),
  };
  return sql`${tasks.update({ ...changes, updated_at: now })}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}

const runningTimer = tasks.pick('guid', 'name').with({ since: col.text() });

/** The task whose timer a person has started; null where none runs. */
export function findTimerOf(db: Queryable, accountId: number, personId: number) {
  return db.find(
    runningTimer,
    sql`select t.guid, t.name, ${timestampText(sql`t.running_since`)} as since
        from tasks t where t.account_id = ${accountId} and t.running_by = ${personId}`,
  );
}

/** `personId`: who starts it; null for a key or a program. */
export function startTimer(accountId: number, id: number, personId: number | null, now: Date): Sql {
  return sql`${tasks.update({ status: 'open', running_since: now, running_by: personId, updated_at: now })}
    where account_id = ${accountId} and id = ${id} and status <> 'closed' and running_since is null
    returning guid, id`;
}

export function closeTask(accountId: number, id: number, now: Date): Sql {
  return sql`${tasks.update({ status: 'closed', updated_at: now })}
    where account_id = ${accountId} and id = ${id} and status = 'open' and running_since is null
    returning guid, id`;
}

export function moveTasks({ accountId, from, into }: CustomerMove): Sql {
  return sql`moved_tasks as (
    ${tasks.update({ customer_id: into })} where account_id = ${accountId} and customer_id = ${from})`;
}
