import { z } from 'zod';
import { buyerAbroad } from '../../domain/invoices/foreign-buyer.ts';
import { VAT_KINDS, type VatKind } from '../../domain/invoices/vat.ts';
import { type DateRange, firstOfMonth, lastOfMonth, type PlainDate } from '../../domain/values/dates.ts';
import { toWire } from '../../domain/values/money.ts';
import { yearOf } from '../../domain/vat/periods.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, flag, guid, listOf, object } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineList, defineWrite } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { decideInvoiceKinds } from '../invoices/records/vat-kind-store.ts';
import { VAT_KIND_MEANING } from '../items/schema.ts';
import { stateItemKinds } from '../items/vat-kind-store.ts';
import { stateSaleKinds } from '../product-sales/vat-kind-store.ts';
import { stateTemplateKinds } from '../recurring/vat-kind-store.ts';
import { readAccountPeriods } from './account-periods.ts';
import { PERIOD_MEANING, periodName } from './schema.ts';
import {
  decidedStatement,
  listUnstated,
  UNSTATED_KINDS,
  type UnstatedKind,
  type UnstatedRow,
} from './unstated-store.ts';

const MAX_RECORDS = 200;
const BY_BUYER = 'by_buyer';

const unstatedRecord = component('UnstatedVatKind', {
  kind: out.code(UNSTATED_KINDS, 'What it is; recurring is the template of recurring invoices'),
  guid: out.guid('The record'),
  number: out.own('Number of the item or document, or empty', '7'),
  text: out.outside('Name of the item, page or template, or of the customer', 'Jón Jónsson'),
  sold: out.own('Description of those lines of a template or document; otherwise empty', 'Húsaleiga'),
  date: out.date('The day of an issued document').nullable(),
  counts_as: out.code(
    [...VAT_KINDS, BY_BUYER],
    'How its lines count now: as decided, or by where the buyer is; by_buyer where nothing is issued yet',
  ),
  amount: out
    .number('What those lines of an issued document come to, in ISK; credit notes are negative', 150_000)
    .nullable(),
});

export const getUnstatedVatKinds = defineList({
  name: 'get-unstated-vat-kinds',
  summary:
    'Lists records without VAT that do not state why: items, selling pages, recurring invoices and issued documents.',
  description:
    'Items, selling pages and recurring invoices in use come first, by name, then the documents of open VAT periods of this year and the last one, oldest first; `period` names an older one. Until decide-vat-kind sets the reason, the VAT return counts them by the country of the buyer.',
  access: { scope: 'dashboard_data' },
  input: object({
    period: periodName.optional(`Only documents of this VAT period. ${PERIOD_MEANING}`),
    decided: flag.optional('1: instead, the documents whose reason was set by decide-vat-kind'),
    ...pageFields,
  }),
  output: unstatedRecord,
  refusals: ['field_invalid'],
  async *run({ db, account, today }, { period, decided: isDecided = false, ...page }) {
    const days = period
      ? (await readAccountPeriods(db, account.id)).named(period)
      : thisYearAndTheLast(today);
    const rows = batches<UnstatedRow>(page, (range) =>
      listUnstated(db, account.id, { days, isDecided }, range),
    );
    yield* mapBatches(rows, (found) => {
      const { kind, guid, number, text, sold, date, amount } = found;
      return {
        kind,
        guid,
        number,
        text,
        sold,
        date,
        counts_as: countsAs(found),
        amount: amount === null ? null : toWire(amount),
      };
    });
  },
});

/** Older documents are in returns that were filed long ago, whether or not their periods were locked here. */
function thisYearAndTheLast(today: PlainDate): DateRange {
  const year = yearOf(today);
  return { from: firstOfMonth(year - 1, 1), to: lastOfMonth(year + 1, 12) };
}

/** The rule of the boxes for lines that state nothing; an item, a page or a template has no buyer yet. */
function countsAs({ date, decided_vat_kind, trading_partner_id, ...buyer }: UnstatedRow) {
  if (date === null) return BY_BUYER;
  if (decided_vat_kind) return decided_vat_kind;
  const { registration_no, vat } = buyer;
  const addresses = {
    trading_partner_id: trading_partner_id ?? '',
    buyer: { registration_no: registration_no ?? '', vat: vat ?? '' },
  };
  return buyerAbroad(addresses) ? 'zero_rated' : 'outside';
}

export const decideVatKind = defineWrite({
  name: 'decide-vat-kind',
  summary:
    'Sets why records that get-unstated-vat-kinds lists have no VAT; all records are changed, or none.',
  description:
    'Items, selling pages and recurring invoices state the reason from then on. Issued documents do not change: only the VAT return counts them by the reason, and also credit notes that are issued for them later. Documents of a locked period are refused. The reason of a document can be set again.',
  access: { scope: null, roles: BOOKING_ROLES },
  books: true,
  events: ['item.updated', 'sale.updated', 'recurring.updated', 'vat.kind_decided'],
  input: object({
    vat_kind: choice(VAT_KINDS)(VAT_KIND_MEANING),
    records: listOf(
      object({
        kind: choice(UNSTATED_KINDS)('What it is'),
        guid: guid('The record'),
      }),
      MAX_RECORDS,
    ).describe('The records, as get-unstated-vat-kinds lists them'),
  }),
  output: z.object({
    vat_kind: out.code(VAT_KINDS, 'What was decided'),
    decided: out.integer('Number of records that were changed', 2),
  }),
  refusals: ['field_invalid', 'period_locked'],
  async run(ctx, { vat_kind, records }) {
    if (records.length === 0) fail('field_required', 'records');
    const guidsOf = (kind: UnstatedKind) => [
      ...new Set(records.filter((one) => one.kind === kind).map(({ guid }) => guid)),
    ];
    const items = await stateKinds(ctx, stateItemKinds, guidsOf('item'), vat_kind);
    const sales = await stateKinds(ctx, stateSaleKinds, guidsOf('product_sale'), vat_kind);
    const templates = await stateKinds(ctx, stateTemplateKinds, guidsOf('recurring'), vat_kind);
    const documents = await stateKinds(
      ctx,
      decideInvoiceKinds,
      [...guidsOf('invoice'), ...guidsOf('credit_note')],
      vat_kind,
    );
    const done = new Set([
      ...items.map(({ guid }) => `item ${guid}`),
      ...sales.map(({ guid }) => `product_sale ${guid}`),
      ...templates.map(({ guid }) => `recurring ${guid}`),
      ...documents.map(({ guid, kind }) => `${kind === 'credit' ? 'credit_note' : kind} ${guid}`),
    ]);
    const refused = records.findIndex(({ kind, guid }) => !done.has(`${kind} ${guid}`));
    if (refused >= 0) fail('field_invalid', `records[${refused}]`, violation('unstated_record'));
    for (const { guid } of items) ctx.emit('item.updated', { guid });
    for (const { guid, is_open: open } of sales) ctx.emit('sale.updated', { guid, open });
    for (const { guid, state, next_date } of templates)
      ctx.emit('recurring.updated', { guid, state, next_date });
    for (const { guid, kind, number } of documents)
      ctx.emit('vat.kind_decided', { guid, kind, number: number === null ? null : String(number), vat_kind });
    return ctx.finish({
      target: null,
      ...decidedStatement(vat_kind, done.size),
      bookedOn: [...new Set(documents.map(({ issue_date }) => issue_date))],
    });
  },
});

async function stateKinds<R>(
  ctx: WriteContext,
  state: (ctx: WriteContext, guids: readonly string[], kind: VatKind) => Promise<R[]>,
  guids: readonly string[],
  kind: VatKind,
): Promise<R[]> {
  return guids.length === 0 ? [] : state(ctx, guids, kind);
}
