import type { CostStatus } from '../../domain/costs/cost-states.ts';
import { col, recordRow } from '../../kernel/database/row.ts';
import { EMPTY, raw, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Attachment } from './attachment.ts';
import { type CostFields, costFields } from './store.ts';
import { costFiles, costs } from './tables.ts';

export interface NewCostRecord {
  guid: string;
  fields: CostFields;
  /** Whether the cost waits for its reading, hidden from lists. */
  queue: boolean;
  auto_approve: boolean;
  file: Attachment | null;
  /** The upload itself, where the attachment is a smaller copy of it. */
  original: Attachment | null;
  digest: Buffer | null;
  /** What its file says, with the confidence of each value; null where it was not read. */
  reading: object | null;
  /** Of a cost that came from elsewhere. */
  arrived?: ArrivedState;
}

/** How far a cost has come elsewhere: a new one waits for approval here, too. */
export type ArrivedState = { accounting_status: 'New'; accounting_message: string } | ImportedState;

interface ImportedState {
  accounting_status: 'Skipped';
  accounting_message: string;
  is_imported: true;
  paid_amount: string;
  exported_at: Date | null;
  exported_amount: string | null;
}

export function insertCost(accountId: number, cost: NewCostRecord, today: string, now: Date) {
  return {
    row: recordRow.with({ queue: col.boolean() }),
    ctes: insertCostCtes(accountId, cost, { name: 'cost', today, now }),
    result: sql`select guid, id, ${cost.queue}::boolean as queue from cost`,
  };
}

/** The steps that insert a cost with its files; the first one, which returns it, has the name. */
export function insertCostCtes(
  accountId: number,
  cost: NewCostRecord,
  { name, today, now }: { name: string; today: string; now: Date },
): Sql {
  const { guid, fields, queue, auto_approve, file, original, digest, reading, arrived } = cost;
  const record = {
    account_id: accountId,
    guid,
    accounting_status: 'New' as const,
    show_api: !queue,
    auto_approve,
    ...costFields.valuesIn(fields),
    listed_on: fields.issue_date ?? today,
    file_digest: digest,
    reading,
    created_at: now,
    updated_at: now,
    ...arrived,
  };
  const [stored, attachment, upload] = [raw(name), raw(`${name}_file`), raw(`${name}_original`)];
  const insertFile = (role: 'file' | 'original', { contentType: content_type, ...rest }: Attachment): Sql => {
    const keys = { account_id: accountId, cost_id: sql`${stored}.id`, role, content_type };
    return sql`${costFiles.insertSelect({ ...keys, ...rest })} from ${stored}`;
  };
  return sql`
      ${stored} as (${costs.insert(record)} returning id, guid)
      ${file ? sql`, ${attachment} as (${insertFile('file', file)})` : EMPTY}
      ${original ? sql`, ${upload} as (${insertFile('original', original)})` : EMPTY}`;
}

/** Lists are in the order of `listed_on`, which follows the issue date once that is known. */
function updateFields(fields: CostFields, state: Parameters<typeof costs.update>[0]): Sql {
  const listed_on = sql`coalesce(${fields.issue_date}::date, listed_on)`;
  return costs.update({ ...costFields.valuesIn(fields), listed_on, ...state });
}

export function approveCostStatement(
  accountId: number,
  id: number,
  fields: CostFields,
  xml: string,
  now: Date,
): Sql {
  const state = { accounting_status: 'Created', accounting_message: '', xml, auto_approve: false } as const;
  return sql`${updateFields(fields, { ...state, updated_at: now })}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}

/** What the first of two people approves. The cost stays new until the second one does. */
export function approveFirstStatement(
  accountId: number,
  id: number,
  fields: CostFields,
  by: { person: number | null; now: Date },
): Sql {
  const state = { first_approved_at: by.now, first_approved_by: by.person, auto_approve: false };
  return sql`${updateFields(fields, { ...state, updated_at: by.now })}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}

/** A cost that waited for approval was approved elsewhere, with these figures. */
export function replaceByImportedCte(
  accountId: number,
  id: number,
  fields: CostFields,
  state: ImportedState & { updated_at: Date },
): Sql {
  return sql`imported_cost_${raw(String(id))} as (${updateFields(fields, { ...state, auto_approve: false })}
    where account_id = ${accountId} and id = ${id})`;
}

/** Ends the reading, whatever came of it: the cost appears in lists, and the upload is deleted. */
export function showCost(accountId: number, id: number, fields: CostFields, reading: object, now: Date) {
  return {
    row: recordRow,
    ctes: sql`
      cost as (
        ${updateFields(fields, { show_api: true, reading, updated_at: now })}
        where account_id = ${accountId} and id = ${id} returning guid, id),
      deleted_upload as (
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
  return sql`${costs.update({ accounting_status: status, accounting_message: message, updated_at: now })}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}

/** Bookkeeping's message stays until the next approval; the XML goes, because it will be written anew. */
export function reopenCost(accountId: number, id: number, now: Date): Sql {
  return sql`${costs.update({
    ...{ accounting_status: 'New', xml: null, updated_at: now },
    ...{ first_approved_at: null, first_approved_by: null },
  })}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}

export function deleteCostStatement(accountId: number, id: number): Sql {
  return sql`delete from costs where account_id = ${accountId} and id = ${id} returning guid, id`;
}
