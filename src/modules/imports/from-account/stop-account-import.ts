import { fail } from '../../../kernel/failures/failure.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { lockImport, selectImport, updateRunning } from './import-store.ts';
import { byImport, changedImport } from './schema.ts';
import { IMPORT_ACCESS } from './start-account-import.ts';

export const stopAccountImport = defineWrite({
  name: 'stop-account-import',
  summary: 'Stops an import from another account.',
  description:
    'Imported records stay, and start-account-import continues with the others. An import that has ended does not change.',
  access: IMPORT_ACCESS,
  events: [],
  input: byImport,
  output: changedImport,
  refusals: ['account_import_not_found'],
  async run(ctx, { guid }) {
    const found = (await lockImport(ctx.tx, ctx.account.id, guid)) ?? fail('account_import_not_found');
    if (found.state !== 'running') return ctx.finish({ target: guid, ...selectImport(ctx.account.id, guid) });
    const change = { state: 'stopped' as const, problem: '', ended_at: ctx.now };
    return ctx.finish({ target: guid, ...updateRunning(ctx.account.id, guid, change, { now: ctx.now }) });
  },
});
