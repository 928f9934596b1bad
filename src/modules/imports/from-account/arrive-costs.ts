import { isWaitingCost, type SourceRecord, toCostRow } from '../../../domain/imports/other-account.ts';
import { isPlainDate } from '../../../domain/values/dates.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import { judgeRow } from '../../../kernel/operations/record-import.ts';
import { type PreparedAttachment, prepareAttachment } from '../../costs/attachment.ts';
import { listCostsOfDays } from '../../costs/bulk-store.ts';
import { costKey } from '../../costs/import-costs.ts';
import { toStoredReading } from '../../costs/reading-fields.ts';
import { resolveCostRates } from '../../costs/rules.ts';
import type { CostFields } from '../../costs/store.ts';
import { type ArrivedState, insertCostCtes, type NewCostRecord } from '../../costs/write-store.ts';
import {
  type Arrival,
  type ArrivedRecord,
  leftOut,
  type RowOfRecord,
  refused,
  refuseLockedDays,
} from './arrival.ts';
import { followCosts } from './follow-costs.ts';
import { listBound } from './import-store.ts';
import { readCost } from './read-cost.ts';

/** The file of a cost, or why it does not come. */
type ArrivedFile = { attached: PreparedAttachment } | { problem: string };
export type FilesOfCosts = ReadonlyMap<string, ArrivedFile>;

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** What nobody has approved yet waits for a person here as it does there. What is approved there comes as history. */
const mayCome = (source: SourceRecord) => isWaitingCost(source) !== undefined;

/** Prepares the files of costs like those that are uploaded. */
export async function prepareFiles(
  ctx: ReadContext,
  sources: readonly SourceRecord[],
): Promise<FilesOfCosts> {
  const files = new Map<string, ArrivedFile>();
  for (const source of sources.filter(mayCome)) {
    const { file, file_name: name } = source.fields;
    if (typeof file !== 'string' || file === '') continue;
    files.set(source.guid, await prepareFile(ctx, file, typeof name === 'string' ? name : ''));
  }
  return files;
}

async function prepareFile(ctx: ReadContext, file: string, name: string): Promise<ArrivedFile> {
  if (!BASE64.test(file)) return { problem: 'Its file is no base64' };
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > MAX_FILE_BYTES) return { problem: 'Its file has more than 5 MB' };
  try {
    return { attached: await prepareAttachment(ctx, new UploadedFile(name, bytes)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: error.message };
  }
}

/** A cost that is here already, by supplier, number, day and amount, is the same one; of two equal ones each is one of its own. */
export async function arriveCosts(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  files: FilesOfCosts,
): Promise<Arrival> {
  const coming = sources
    .filter(mayCome)
    .map((source): RowOfRecord => ({ source, fields: toCostRow(source) }));
  const { open, refusals } = await refuseLockedDays(ctx, coming, ['date']);
  const here = await findHere(ctx, open);
  const added: NewCostRecord[] = [];
  const records: ArrivedRecord[] = [];
  const known = new Map<string, string>();
  const judged = open.map((row) => ({ source: row.source, read: judgeRow(() => readCost(ctx, row)) }));
  const costs = judged.flatMap(({ read }) => ('value' in read ? [read.value.fields] : []));
  const rateOf = await resolveCostRates(ctx.tx, costs, ctx.today);
  for (const { source, read } of judged) {
    if ('refusal' in read) {
      records.push(refused(source, read.refusal));
      continue;
    }
    const before = here.get(costKey(read.value.fields))?.pop();
    if (before) {
      known.set(source.guid, before);
      continue;
    }
    const guid = ctx.newGuid();
    const file = files.get(source.guid);
    const { fields, rate, state } = read.value;
    added.push(newCost(guid, { ...fields, exchange_rate: rateOf(fields, rate) }, state, file));
    const message = file && 'problem' in file ? file.problem : '';
    records.push({ source, fate: 'new', guid, message });
  }
  for (const { guid, arrived } of added)
    ctx.emit(arrived?.accounting_status === 'Skipped' ? 'cost.imported' : 'cost.created', { guid });
  const followed = await followCosts(
    ctx,
    sources.filter(({ guid }) => known.has(guid)),
    known,
  );
  const { account, today, now } = ctx;
  return {
    records: [...records, ...followed, ...refusals, ...sources.filter((one) => !mayCome(one)).map(leftOut)],
    ctes: added.map((cost, index) => insertCostCtes(account.id, cost, { name: `cost_${index}`, today, now })),
    bookedOn: added.flatMap(({ fields: { issue_date } }) => issue_date ?? []),
  };
}

/** The costs of the same days that no other record of the account has become, by their keys. */
async function findHere(ctx: WriteContext, rows: readonly RowOfRecord[]): Promise<Map<string, string[]>> {
  const days = rows.flatMap(({ fields: { date = '' } }) => (isPlainDate(date) ? [date] : []));
  const costs = await listCostsOfDays(ctx.tx, ctx.account.id, days);
  const guids = costs.map(({ guid }) => guid);
  const bound = await listBound(ctx.tx, ctx.account.id, 'costs', guids);
  const found = new Map<string, string[]>();
  for (const cost of costs.filter(({ guid }) => !bound.has(guid)))
    found.set(costKey(cost), [...(found.get(costKey(cost)) ?? []), cost.guid]);
  return found;
}

function newCost(
  guid: string,
  fields: CostFields,
  arrived: ArrivedState,
  file: ArrivedFile | undefined,
): NewCostRecord {
  const attached = file && 'attached' in file ? file.attached : null;
  return {
    guid,
    fields,
    arrived,
    ...{ queue: false, auto_approve: false, original: null },
    file: attached?.file ?? null,
    digest: attached?.digest ?? null,
    reading: attached?.reading ? toStoredReading(attached.reading) : null,
  };
}
