import { apiBase } from '../../../domain/imports/other-account.ts';
import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { lockImports } from '../import-store.ts';
import { findRunning, insertImport, selectImport } from './import-store.ts';
import { changedImport, newAccountImport } from './schema.ts';

/** It brings what another company may have, and calls an address that somebody has typed. */
export const IMPORT_ACCESS = { scope: null, roles: OWNERS } as const;

export const startAccountImport = defineWrite({
  name: 'start-account-import',
  summary:
    'Starts an import of the books of another account of this API: customers, items, invoices, open documents, tasks and costs.',
  description:
    'The books are fetched by address, username and key, page by page, while the other account stays in use; get-account-import shows the progress, and what the other service does not provide. Records that were imported before are not imported again, but later payments of invoices and costs are, so the import can be repeated until the day of the move. While one runs, a second call for the same account returns that one.',
  access: IMPORT_ACCESS,
  events: [],
  input: newAccountImport,
  output: changedImport,
  refusals: ['account_import_running'],
  async prepare({ ports, account, policy }, { from_url, from_username }) {
    const base = apiBase(from_url) ?? fail('field_invalid', 'from_url', violation('address_invalid'));
    const problem = await ports.outgoing.findProblem(from_url);
    if (problem) fail('field_invalid', 'from_url', violation(`address_${problem}`));
    if (base === apiBase(policy.baseUrl) && from_username.toLowerCase() === account.username.toLowerCase())
      fail('field_invalid', 'from_username', violation('other_account'));
    return base;
  },
  async run(ctx, { from_username, from_api_key }, from_url: string) {
    await lockImports(ctx.tx, ctx.account.id);
    const running = await findRunning(ctx.tx, ctx.account.id);
    if (running && (running.from_url !== from_url || running.from_username !== from_username))
      fail('account_import_running', running.from_url);
    if (running) return ctx.finish({ target: running.guid, ...selectImport(ctx.account.id, running.guid) });
    const guid = ctx.newGuid();
    ctx.enqueue('import-from-account', { guid, sealed: ctx.secrets.seal(from_api_key) });
    const personId = ctx.caller.person?.id ?? null;
    const record = { guid, from_url, from_username, personId, now: ctx.now };
    return ctx.finish({ target: guid, ...insertImport(ctx.account.id, record) });
  },
});
