import type { TaskStatus } from '../../domain/task-states.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { type ItemFields, insertItem } from '../items/store.ts';
import type { TaskType } from './schema.ts';

export interface TaskLogRow {
  guid: string;
  manual: boolean;
  creation_date: string;
  quantity: string;
  description: string;
  advanced: boolean;
  hours_per_day: string | null;
  from_date: string;
  to_date: string;
  image: string | null;
  unit_price: string | null;
  invoiced: boolean;
}

export interface TaskRow {
  id: number;
  guid: string;
  number: string;
  name: string;
  status: TaskStatus;
  running_since: string | null;
  item: {
    guid: string;
    item_number: string;
    description: string;
    uom: string;
    tax: string;
    unit_price: string;
    category: string;
  };
  customer: {
    guid: string;
    customer_number: string;
    name: string;
    address: string;
    zip: string;
    city: string;
    registration_no: string;
    email: string;
  };
  invoices: { guid: string; number: string; amount: string; status: string }[];
  logs: TaskLogRow[];
}

const columns = sql`t.id, t.guid, t.number::text, t.name, t.status, t.running_since,
  (select json_build_object('guid', i.guid, 'item_number', i.item_number, 'description', i.description, 'uom', i.uom,
      'tax', i.tax, 'unit_price', i.unit_price::text, 'category', i.category)
    from items i where i.account_id = t.account_id and i.id = t.item_id) as item,
  (select json_build_object('guid', c.guid, 'customer_number', c.customer_number, 'name', c.name,
      'address', c.address, 'zip', c.zip, 'city', c.city, 'registration_no', c.registration_no, 'email', c.email)
    from customers c where c.account_id = t.account_id and c.id = t.customer_id) as customer,
  (select coalesce(json_agg(json_build_object('guid', v.guid, 'number', v.number::text, 'amount', v.amount::text,
      'status', v.status) order by v.id), '[]')
    from invoices v where v.account_id = t.account_id and v.id in (
      select b.invoice_id from task_logs b where b.account_id = t.account_id and b.task_id = t.id)) as invoices,
  (select coalesce(json_agg(json_build_object('guid', l.guid, 'manual', l.manual,
      'creation_date', to_char(l.created_at, 'YYYY-MM-DD HH24:MI:SS'), 'quantity', l.quantity::text,
      'description', l.description, 'advanced', l.advanced, 'hours_per_day', l.hours_per_day::text,
      'from_date', l.from_date, 'to_date', l.to_date, 'image', l.image, 'unit_price', l.unit_price::text,
      'invoiced', l.invoice_id is not null) order by l.id), '[]')
    from task_logs l where l.account_id = t.account_id and l.task_id = t.id) as logs`;

export async function findTask(db: Queryable, accountId: number, guid: string): Promise<TaskRow | null> {
  const [row] = await db.query<TaskRow>(
    sql`select ${columns} from tasks t where t.account_id = ${accountId} and t.guid = ${guid}`,
  );
  return row ?? null;
}

const OF_TYPE: Record<TaskType, Sql> = {
  open: sql`t.status = 'open'`,
  invoice: sql`t.running_since is null and exists (
    select from task_logs u where u.account_id = t.account_id and u.task_id = t.id and u.invoice_id is null)`,
  older: sql`t.status in ('closed', 'invoiced')`,
};

export function listTasks(
  db: Queryable,
  accountId: number,
  type: TaskType,
  take: number,
  skip: number,
  after: TaskRow | null,
): Promise<TaskRow[]> {
  return db.query<TaskRow>(sql`
    with chosen as (
      select t.id from tasks t
      where t.account_id = ${accountId} and ${OF_TYPE[type]} ${after ? sql`and t.id < ${after.id}` : EMPTY}
      order by t.id desc limit ${take} offset ${skip})
    select ${columns} from chosen join tasks t on t.account_id = ${accountId} and t.id = chosen.id
    order by t.id desc`);
}

export async function countTasks(db: Queryable, accountId: number, type: TaskType): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from tasks t where t.account_id = ${accountId} and ${OF_TYPE[type]}`,
  );
  return row?.count ?? 0;
}

/** Whom and what a new task names: read in one statement. */
export interface TaskFacts {
  customer_id: number | null;
  item_id: number | null;
  /** Its number, where the item is out of use. */
  item_inactive: string | null;
}

export interface TaskWanted {
  customerGuid: string | undefined;
  customerNumber: string;
  customerKennitala: string;
  itemGuid: string | undefined;
  itemNumber: string;
}

export async function readTaskFacts(
  db: Queryable,
  accountId: number,
  wanted: TaskWanted,
): Promise<TaskFacts> {
  const customer = wanted.customerGuid
    ? sql`select id from customers where account_id = ${accountId} and guid = ${wanted.customerGuid}`
    : sql`select coalesce(
        (select id from customers where account_id = ${accountId} and customer_number = ${wanted.customerNumber}
          and customer_number <> '' and active order by id desc limit 1),
        (select id from customers where account_id = ${accountId} and registration_no = ${wanted.customerKennitala}
          and registration_no <> '' and active order by id desc limit 1))`;
  const item = wanted.itemGuid ? sql`guid = ${wanted.itemGuid}` : sql`item_number = ${wanted.itemNumber}`;
  const [row] = await db.query<TaskFacts>(sql`
    select (${customer}) as customer_id,
      (select id from items where account_id = ${accountId} and ${item}) as item_id,
      (select item_number from items where account_id = ${accountId} and ${item} and not active) as item_inactive`);
  return row ?? { customer_id: null, item_id: null, item_inactive: null };
}

export interface NewTask {
  guid: string;
  name: string;
  customerId: number;
  item: { id: number } | { guid: string; fields: ItemFields };
  now: Date;
}

/** Numbers count up, but are not promised to be without gaps, so the counter is an ordinary one. */
export function insertTask(accountId: number, { guid, name, customerId, item, now }: NewTask) {
  const newItem =
    'id' in item ? EMPTY : sql`item as (${insertItem(accountId, item.guid, item.fields, now)}),`;
  const itemId = 'id' in item ? sql`${item.id}::bigint` : sql`(select id from item)`;
  return {
    ctes: sql`${newItem} counter as (
      insert into counters (account_id, series, last) values (${accountId}, 'task', 1)
      on conflict (account_id, series) do update set last = counters.last + 1 returning last)`,
    result: sql`
      insert into tasks (account_id, guid, number, name, customer_id, item_id, created_at, updated_at)
      select ${accountId}, ${guid}, last, ${name}, ${customerId}, ${itemId}, ${now}::timestamptz, ${now}::timestamptz
      from counter returning guid, id`,
  };
}

/** The few facts that decide what may happen to a task next. */
export interface LockedTask {
  id: number;
  guid: string;
  status: TaskStatus;
  running_since: string | null;
  log_count: number;
}

export async function lockTask(tx: Queryable, accountId: number, guid: string): Promise<LockedTask | null> {
  const [row] = await tx.query<LockedTask>(sql`
    select t.id, t.guid, t.status, t.running_since,
      (select count(*) from task_logs l where l.account_id = t.account_id and l.task_id = t.id) as log_count
    from tasks t where t.account_id = ${accountId} and t.guid = ${guid} for update of t`);
  return row ?? null;
}

export function startTimer(accountId: number, id: number, now: Date): Sql {
  return sql`
    update tasks set running_since = ${now}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id} and status = 'open' and running_since is null
    returning guid, id`;
}

export function closeTask(accountId: number, id: number, now: Date): Sql {
  return sql`
    update tasks set status = 'closed', updated_at = ${now}
    where account_id = ${accountId} and id = ${id} and status = 'open' and running_since is null
    returning guid, id`;
}
