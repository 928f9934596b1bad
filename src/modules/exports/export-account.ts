import { LANGS } from '../../domain/values/codes.ts';
import { EVERYBODY, OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction, defineWrite } from '../../kernel/operations/operation.ts';
import { checkPeriod, periodFields } from '../reports/figures/period.ts';
import { type ExportContents, endExport, insertExport, lockRunning, selectExport } from './export-store.ts';
import { begunExport } from './schema.ts';

/** A copy of everything outlives the access of whoever makes it. */
const EXPORT_ACCESS = { scope: null, roles: OWNERS, needsOwnKey: true } as const;

export const exportAccount = defineWrite({
  name: 'export-account',
  summary: 'Starts an export of everything that the account has, as one ZIP archive.',
  description:
    'get-export returns its state and its address. The archive has all records, files, PDFs and e-invoices, but no passwords, keys or sessions; kvitt account import creates an account from it on any installation. While one is being written, a second call returns that one.',
  access: EXPORT_ACCESS,
  events: [],
  input: object({}),
  output: begunExport,
  refusals: ['own_key_required'],
  run: (ctx) => beginExport(ctx, { kind: 'account' }),
});

export const exportBooks = defineWrite({
  name: 'export-books',
  summary:
    'Starts an export of what an accountant needs of a month, a year or any other days, as one ZIP archive.',
  description:
    'get-export returns its state and its address. The archive has the journals of sales and purchases, the VAT returns with the documents of their boxes, receivables and payables on the last day as sheets, each invoice as PDF and each receipt as it came. While one of the same days is being written, a second call returns that one.',
  access: { scope: null, roles: EVERYBODY },
  events: [],
  input: object({
    ...periodFields,
    lang: choice(LANGS).optional('Language of the sheets; Icelandic when left out'),
  }),
  output: begunExport,
  refusals: ['field_invalid'],
  run(ctx, { lang = 'is', ...days }) {
    checkPeriod(days);
    return beginExport(ctx, { kind: 'books', ...days, lang });
  },
});

async function beginExport(ctx: WriteContext, contents: ExportContents) {
  const running = await lockRunning(ctx.tx, ctx.account.id, contents);
  if (running) return ctx.finish({ target: running, ...selectExport(ctx.account.id, running) });
  const guid = ctx.newGuid();
  ctx.enqueue('export-account', { guid });
  const by = { now: ctx.now, personId: ctx.caller.person?.id ?? null };
  return ctx.finish({ target: guid, ...insertExport(ctx.account.id, guid, contents, by) });
}

interface EndedExport {
  guid: string;
  run: string;
  /** Null: it was given up. */
  file: { size: number; sha256: Buffer } | null;
}

/** Stores the outcome of an export; the job that wrote it calls this. */
export const recordExport = defineTransaction({
  name: 'record-account-export',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { guid, run, file }: EndedExport) {
    const end = endExport({ accountId: ctx.account.id, guid, run }, file, ctx.now);
    return (await ctx.finishIf({ target: guid, ...end })) ?? fail('account_export_not_found');
  },
});
