import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { updateRunning } from './import-store.ts';

interface Postponed {
  guid: string;
  sealed: string;
  seconds: number;
  message: string;
}

/** The other service asks for patience: the same page is fetched again when it says. */
export const postponeAccountImport = defineTransaction({
  name: 'postpone-account-import',
  events: [],
  async run(ctx, { guid, sealed, seconds, message: problem }: Postponed) {
    ctx.enqueue('import-from-account', { guid, sealed }, new Date(ctx.now.getTime() + seconds * 1000));
    const step = updateRunning(ctx.account.id, guid, { problem }, { now: ctx.now });
    return (await ctx.finishIf({ target: guid, ...step })) ?? fail('account_import_not_found');
  },
});

/** It fails with the problem of its last attempt. */
export const endAccountImport = defineTransaction({
  name: 'end-account-import',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { guid }: { guid: string }) {
    const change = { state: 'failed' as const, ended_at: ctx.now };
    const step = updateRunning(ctx.account.id, guid, change, { now: ctx.now });
    return (await ctx.finishIf({ target: guid, ...step })) ?? fail('account_import_not_found');
  },
});
