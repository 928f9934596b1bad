import type { Account } from '../../../kernel/access/account.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { ClientRow } from '../clients/client-store.ts';

/** Whether the account may consent to the client: a registered client is for its own account, unless it is an app client. */
export function canServe(client: ClientRow, account: Account): boolean {
  return client.app_client || client.account_id === 0 || client.account_id === account.id;
}

/** Stops what the program has set up together with it, and lets it go on again. */
export async function freezeSetups(
  ctx: WriteContext,
  agentId: string,
  change: { frozen: boolean | undefined; open_documents: 'keep' | 'close' | undefined },
): Promise<void> {
  if (change.frozen === undefined) return;
  if (!change.frozen) return ctx.setups.resume(ctx, agentId);
  await ctx.setups.stop(ctx, agentId, { why: 'frozen', closesDocuments: change.open_documents === 'close' });
}
