import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineTransaction, defineWrite } from '../../kernel/operations/operation.ts';
import { endExport, insertExport, lockRunning, selectExport } from './export-store.ts';
import { begunExport } from './schema.ts';

/** A copy of everything outlives the access of whoever makes it. */
export const EXPORT_ACCESS = { scope: null, roles: OWNERS, needsOwnKey: true } as const;

export const exportAccount = defineWrite({
  name: 'export-account',
  summary: 'Begins to write everything that the account has into one ZIP archive.',
  description:
    'get-export says when it is ready and where it is. It has all records, files, PDFs and e-invoices, but no passwords, keys or sessions; kvitt account import makes an account of it on any installation. While one is being written, a second call answers with that one.',
  access: EXPORT_ACCESS,
  events: [],
  input: object({}),
  output: begunExport,
  refusals: ['own_key_required'],
  async run(ctx) {
    const running = await lockRunning(ctx.tx, ctx.account.id);
    if (running) return ctx.finish({ target: running, ...selectExport(ctx.account.id, running) });
    const guid = ctx.newGuid();
    ctx.enqueue('export-account', { guid });
    const by = { now: ctx.now, personId: ctx.caller.person?.id ?? null };
    return ctx.finish({ target: guid, ...insertExport(ctx.account.id, guid, by) });
  },
});

interface EndedExport {
  guid: string;
  run: string;
  /** Null: it was given up. */
  file: { size: number; sha256: Buffer } | null;
}

/** What became of an export; the job that wrote it calls this. */
export const recordExport = defineTransaction({
  name: 'record-account-export',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { guid, run, file }: EndedExport) {
    const end = endExport({ accountId: ctx.account.id, guid, run }, file, ctx.now);
    return (await ctx.finishIf({ target: guid, ...end })) ?? fail('account_export_not_found');
  },
});
