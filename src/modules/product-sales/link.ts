import type { ReadContext } from '../../kernel/context.ts';
import { publicName } from '../../kernel/public-name.ts';

/** The public page of a sale. It stays the same for good: it holds nothing but which sale it is. */
export function saleUrl({ account, rules }: Pick<ReadContext, 'account' | 'rules'>, guid: string): string {
  return `${rules.baseUrl}/sell/${publicName({ accountId: account.id, guid })}`;
}
