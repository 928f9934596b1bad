import type { CostStatus } from '../../domain/cost-states.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Attachment } from './attachment.ts';
import type { CostFields } from './store.ts';

interface Ending {
  ctes: Sql;
  result: Sql;
}

export interface NewCostRecord extends CostFields {
  guid: string;
  /** Hidden while it waits to be read. */
  queue: boolean;
  auto_approve: boolean;
  file: Attachment | null;
  /** The upload as it came, where the attachment was made smaller. */
  original: Attachment | null;
}

export function insertCost(accountId: number, c: NewCostRecord, today: string, now: Date): Ending {
  return {
    ctes: sql`
      cost as (
        insert into costs (account_id, guid, accounting_status, show_api, auto_approve, description, supplier_name,
          supplier_id, issue_date, listed_on, amount, currency, vat_aa, vat_s, cost_code, how_paid, credit_note,
          invoice_number, project_name, created_at, updated_at)
        values (${accountId}, ${c.guid}, 'New', ${!c.queue}, ${c.auto_approve}, ${c.description}, ${c.supplier_name},
          ${c.supplier_id}, ${c.issue_date}, ${c.issue_date ?? today}, ${c.amount}, ${c.currency}, ${c.vat_aa},
          ${c.vat_s}, ${c.cost_code}, ${c.how_paid}, ${c.credit_note}, ${c.invoice_number}, ${c.project_name},
          ${now}, ${now})
        returning id, guid)
      ${c.file ? sql`, kept as (${insertFile(accountId, 'file', c.file)})` : EMPTY}
      ${c.original ? sql`, unread as (${insertFile(accountId, 'original', c.original)})` : EMPTY}`,
    result: sql`select guid, id, ${c.queue}::boolean as queue from cost`,
  };
}

function insertFile(accountId: number, role: 'file' | 'original', file: Attachment): Sql {
  return sql`
    insert into cost_files (account_id, cost_id, role, name, extension, content_type, bytes)
    select ${accountId}::bigint, cost.id, ${role}, ${file.name}, ${file.extension}, ${file.contentType},
      ${file.bytes}::bytea
    from cost`;
}

const changes = (c: CostFields) => sql`
  description = ${c.description}, supplier_name = ${c.supplier_name}, supplier_id = ${c.supplier_id},
  issue_date = ${c.issue_date}, listed_on = coalesce(${c.issue_date}::date, listed_on), amount = ${c.amount},
  currency = ${c.currency}, vat_aa = ${c.vat_aa}, vat_s = ${c.vat_s}, cost_code = ${c.cost_code},
  how_paid = ${c.how_paid}, credit_note = ${c.credit_note}, invoice_number = ${c.invoice_number},
  project_name = ${c.project_name}`;

export function approveCostStatement(
  accountId: number,
  id: number,
  fields: CostFields,
  xml: string,
  now: Date,
): Sql {
  return sql`
    update costs set ${changes(fields)}, accounting_status = 'Created', accounting_message = '', xml = ${xml},
      auto_approve = false, updated_at = ${now}
    where account_id = ${accountId} and id = ${id}
    returning guid, id`;
}

/** It has been read, or can't be: from now on it is there for everybody, and the upload is not needed any more. */
export function showCost(
  accountId: number,
  id: number,
  fields: CostFields,
  reading: object,
  now: Date,
): Ending {
  return {
    ctes: sql`
      cost as (
        update costs set ${changes(fields)}, show_api = true, reading = ${JSON.stringify(reading)},
          updated_at = ${now}
        where account_id = ${accountId} and id = ${id}
        returning guid, id),
      dropped as (
        delete from cost_files where account_id = ${accountId} and cost_id = ${id} and role = 'original')`,
    result: sql`select guid, id from cost`,
  };
}

export function setOutcome(
  accountId: number,
  id: number,
  status: CostStatus,
  message: string,
  now: Date,
): Sql {
  return sql`
    update costs set accounting_status = ${status}, accounting_message = ${message}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id}
    returning guid, id`;
}

/** What bookkeeping said stays until the cost is approved again; its XML is no longer what is meant. */
export function reopenCost(accountId: number, id: number, now: Date): Sql {
  return sql`
    update costs set accounting_status = 'New', xml = null, updated_at = ${now}
    where account_id = ${accountId} and id = ${id}
    returning guid, id`;
}

export function deleteCost(accountId: number, id: number): Sql {
  return sql`delete from costs where account_id = ${accountId} and id = ${id} returning guid, id`;
}
