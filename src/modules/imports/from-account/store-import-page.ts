import {
  IMPORT_PARTS,
  type ImportPart,
  type SourceRecord,
  storedAs,
} from '../../../domain/imports/other-account.ts';
import { toOneLine } from '../../../domain/strings/one-line.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { PAYMENT_EVENTS } from '../../payments/book-payment.ts';
import { lockImports } from '../import-store.ts';
import type { ImportRemark, PartProgress } from '../tables.ts';
import type { Arrival, ArrivedRecord } from './arrival.ts';
import { arriveCosts, type FilesOfCosts, prepareFiles } from './arrive-costs.ts';
import { arriveCustomers } from './arrive-customers.ts';
import { DOCUMENT_PARTS, prepareDocuments, prepareTemplates } from './arrive-documents.ts';
import { arriveCredits, arriveInvoices, followInvoices } from './arrive-invoices.ts';
import { arriveItems } from './arrive-items.ts';
import { prepareTasks } from './arrive-tasks.ts';
import type { Position, SourcePage } from './fetch-source.ts';
import { followCosts } from './follow-costs.ts';
import {
  type AccountImportRow,
  type ImportChange,
  listRecordsHere,
  lockImport,
  updateRunning,
} from './import-store.ts';
import { arriveMade, type PreparedRecords } from './made-records.ts';

/** The report names so many records; its counts have all. */
const MAX_REMARKS = 500;
const MAX_NAME = 100;
const SAME_PAGE = 'The other service gives the same page again';

interface FetchedPage {
  guid: string;
  /** The key of the other account, for the job of the next page. */
  sealed: string;
  at: Position;
  page: Exclude<SourcePage, { kind: 'busy' }>;
}

/** Stores what a page has brought, and goes on with the next one: in one transaction, so that no page comes twice or not at all. */
export const storeImportPage = defineTransaction({
  name: 'import-from-account',
  books: true,
  events: [
    ...(['customer.created', 'item.created', 'cost.created', 'cost.imported'] as const),
    ...(['invoice.imported', ...PAYMENT_EVENTS] as const),
    ...([
      'order.created',
      'draft.created',
      'quote.created',
      'recurring.created',
      'recurring.paused',
    ] as const),
    ...(['task.created', 'task.logged', 'task.closed'] as const),
  ],
  async prepare(ctx, { at: { part }, page }: FetchedPage): Promise<PreparedPage> {
    if (page.kind !== 'records') return NOTHING_PREPARED;
    const here = await listRecordsHere(ctx.db, ctx.account.id, storedAs(part), guidsOf(page.records));
    return preparePage(
      ctx,
      part,
      page.records.filter(({ guid }) => !here.has(guid)),
    );
  },
  async run(ctx, { guid, sealed, at, page }: FetchedPage, prepared) {
    await lockImports(ctx.tx, ctx.account.id);
    const found = await lockImport(ctx.tx, ctx.account.id, guid);
    const isExpected = found?.state === 'running' && found.part === at.part && found.page === at.page;
    if (!found || !isExpected) return fail('account_import_not_found');
    const step =
      page.kind === 'records' ? await storeRecords(ctx, found, page, prepared) : noRecords(found, page);
    const end = step.change.state === undefined ? {} : { ended_at: ctx.now };
    if (step.change.state === undefined) ctx.enqueue('import-from-account', { guid, sealed });
    const change = { problem: '', ...step.change, ...end };
    return ctx.finish({
      target: guid,
      ...updateRunning(ctx.account.id, guid, change, { ...step, now: ctx.now }),
      bookedOn: step.bookedOn ?? [],
    });
  },
});

/** What is read and checked before the transaction. */
interface PreparedPage {
  files: FilesOfCosts;
  makings: PreparedRecords;
}

const NOTHING_PREPARED: PreparedPage = { files: new Map(), makings: new Map() };

async function preparePage(
  ctx: ReadContext,
  part: ImportPart,
  records: readonly SourceRecord[],
): Promise<PreparedPage> {
  if (part === 'costs') return { ...NOTHING_PREPARED, files: await prepareFiles(ctx, records) };
  if (part === 'orders' || part === 'drafts' || part === 'quotes')
    return { ...NOTHING_PREPARED, makings: await prepareDocuments(ctx, DOCUMENT_PARTS[part], records) };
  if (part === 'recurring') return { ...NOTHING_PREPARED, makings: await prepareTemplates(ctx, records) };
  if (part === 'tasks' || part === 'closed_tasks')
    return { ...NOTHING_PREPARED, makings: await prepareTasks(ctx, records) };
  return NOTHING_PREPARED;
}

const guidsOf = (records: readonly SourceRecord[]) => records.map(({ guid }) => guid);

interface Step extends Partial<Pick<Arrival, 'ctes' | 'bookedOn'>> {
  change: ImportChange;
  mapped?: { part: ImportPart; source_guid: string; record_guid: string }[];
}

function noRecords(found: AccountImportRow, page: Exclude<FetchedPage['page'], { kind: 'records' }>): Step {
  if (page.kind === 'refused') return { change: { state: 'failed', problem: page.message } };
  if (page.kind === 'account')
    return { change: { name: page.name, registration_no: page.registrationNo, ...nextPart(found) } };
  const parts = changePart(found, { state: 'not_given', message: page.message });
  return { change: { parts, ...nextPart(found) } };
}

async function storeRecords(
  ctx: WriteContext,
  found: AccountImportRow,
  { records, nameless, there, isLast }: Extract<SourcePage, { kind: 'records' }>,
  prepared: PreparedPage,
): Promise<Step> {
  const { part } = found;
  const [first] = records;
  if (first && first.guid === found.page_start)
    return {
      change: { parts: changePart(found, { state: 'done', message: SAME_PAGE }), ...nextPart(found) },
    };
  const here = await listRecordsHere(ctx.tx, ctx.account.id, storedAs(part), guidsOf(records));
  const fresh = records.filter(({ guid }) => !here.has(guid));
  const followed = await follow(ctx, found, records, here);
  const arrived = await arrive(ctx, found, fresh, prepared);
  const arrival = { ...arrived, records: [...arrived.records, ...followed] };
  const count = (fate: ArrivedRecord['fate']) => arrival.records.filter((one) => one.fate === fate).length;
  const before = found.parts.find((one) => one.part === part);
  const parts = changePart(found, {
    state: isLast ? 'done' : 'running',
    there: there ?? before?.there ?? null,
    found: (before?.found ?? 0) + records.length + nameless,
    new: (before?.new ?? 0) + count('new'),
    changed: (before?.changed ?? 0) + count('changed'),
    known: (before?.known ?? 0) + count('known'),
    left_out: (before?.left_out ?? 0) + count('left_out'),
    refused: (before?.refused ?? 0) + count('refused') + nameless,
  });
  const remarks = [...found.remarks, ...arrival.records.flatMap((one) => toRemark(part, one))];
  return {
    ...arrival,
    mapped: arrived.records.flatMap(({ source, guid }) =>
      guid === null ? [] : [{ part: storedAs(part), source_guid: source.guid, record_guid: guid }],
    ),
    change: {
      parts,
      remarks: remarks.slice(0, MAX_REMARKS),
      ...(isLast ? nextPart(found) : { page: found.page + 1, page_start: first?.guid ?? null }),
    },
  };
}

/** The records of a page that came before. Only invoices and costs follow what happens to them there. */
async function follow(
  ctx: WriteContext,
  { part }: AccountImportRow,
  records: readonly SourceRecord[],
  here: ReadonlyMap<string, string>,
): Promise<ArrivedRecord[]> {
  const known = records.filter(({ guid }) => here.has(guid));
  if (part === 'invoices') return followInvoices(ctx, known, here);
  if (part === 'costs') return followCosts(ctx, known, here);
  return known.map((source) => ({ source, fate: 'known', guid: here.get(source.guid) ?? null, message: '' }));
}

/** The records of a page that never came before. */
function arrive(
  ctx: WriteContext,
  { part, registration_no }: AccountImportRow,
  records: readonly SourceRecord[],
  { files, makings }: PreparedPage,
): Promise<Arrival> {
  if (part === 'customers') return arriveCustomers(ctx, records);
  if (part === 'items') return arriveItems(ctx, records);
  if (part === 'invoices')
    return arriveInvoices(ctx, records, registration_no === ctx.account.registrationNo);
  if (part === 'credits') return arriveCredits(ctx, records);
  if (part === 'costs') return arriveCosts(ctx, records, files);
  return arriveMade(ctx, records, makings);
}

function changePart({ part, parts }: AccountImportRow, change: Partial<PartProgress>): PartProgress[] {
  return parts.map((one) => (one.part === part ? { ...one, ...change } : one));
}

/** The state after a part: the next one, or the end after the last. */
function nextPart({ part }: AccountImportRow): Pick<ImportChange, 'part' | 'page' | 'page_start' | 'state'> {
  const next = IMPORT_PARTS[IMPORT_PARTS.indexOf(part) + 1];
  return next ? { part: next, page: 1, page_start: null } : { state: 'done' };
}

function toRemark(part: ImportPart, { source, fate, message }: ArrivedRecord): ImportRemark[] {
  if (message === '') return [];
  const { name, number, supplier_name, recurring_name, description, item_number } = source.fields;
  const named = [number, name, supplier_name, recurring_name, item_number, description].find(
    (value) => typeof value === 'string' && value !== '',
  );
  const shown = toOneLine(String(named ?? ''))
    .slice(0, MAX_NAME)
    .toWellFormed();
  return [{ part, guid: source.guid, name: shown, is_refused: fate === 'refused', message }];
}
