import type { WriteContext } from '../../kernel/operations/context.ts';
import { closeDocumentsOf } from './store.ts';

/** Declines the open quotes of a program and deletes its orders that nothing was invoiced from. */
export async function closeOpenDocuments(ctx: WriteContext, agentId: string, reason: string): Promise<void> {
  const closed = await closeDocumentsOf(ctx.tx, ctx.account.id, agentId, reason, ctx.now);
  for (const { kind, guid, number } of closed)
    ctx.emit(kind === 'quote' ? 'quote.declined' : 'order.deleted', { guid, number });
}
