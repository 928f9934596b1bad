import type { Account } from '../../../kernel/account.ts';
import type { ClientRow } from '../clients/client-store.ts';

/** Whether the account may consent to the client: a registered client is for its own account, unless it is an app client. */
export function canServe(client: ClientRow, account: Account): boolean {
  return client.app_client || client.account_id === 0 || client.account_id === account.id;
}
