import { requireOwnKey } from '../../kernel/account.ts';
import type { ReadContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import {
  type BookkeeperRow,
  findBookkeeper,
  findTenant,
  listBookkeepers,
  listTenants,
  type TenantRow,
} from './bookkeeper-store.ts';
import { type Bookkeeper, bookkeeper, byBookkeeper, type Tenant, tenant } from './schema.ts';

export const getBookkeepers = defineList({
  name: 'get-bookkeepers',
  summary: 'Lists the companies that keep the books of the account.',
  scope: 'bookkeeper',
  input: object(pageFields),
  output: bookkeeper,
  run({ db, account }, input) {
    const rows = batches<BookkeeperRow>(input, (take, skip, after) =>
      listBookkeepers(db, account.id, take, skip, after),
    );
    return mapBatches(rows, toBookkeeper);
  },
});

export const getBookkeeper = defineRead({
  name: 'get-bookkeeper',
  summary: 'Reads one bookkeeper of the account.',
  scope: 'bookkeeper',
  input: byBookkeeper,
  output: bookkeeper,
  refusals: ['bookkeeper_not_found'],
  async run({ db, account }, input) {
    const row = await findBookkeeper(db, account.id, input.guid);
    return row ? toBookkeeper(row) : fail('bookkeeper_not_found');
  },
});

export const getTenants = defineList({
  name: 'get-tenants',
  owners: true,
  summary: 'Lists the accounts that this one keeps the books of.',
  scope: 'bookkeeper',
  input: object(pageFields),
  output: tenant,
  refusals: ['own_key_required'],
  run(ctx, input) {
    requireOwnKey(ctx.account);
    const rows = batches<TenantRow>(input, (take, skip, after) =>
      listTenants(ctx.db, ctx.account.id, take, skip, after),
    );
    return mapBatches(rows, (row) => toTenant(ctx, row));
  },
});

export const getTenant = defineRead({
  name: 'get-tenant',
  owners: true,
  summary: 'Reads one account that this one keeps the books of.',
  scope: 'bookkeeper',
  input: object({ guid: guid().describe('The tenant') }),
  output: tenant,
  refusals: ['tenant_not_found', 'own_key_required'],
  async run(ctx, input) {
    requireOwnKey(ctx.account);
    const row = await findTenant(ctx.db, ctx.account.id, input.guid);
    return row ? toTenant(ctx, row) : fail('tenant_not_found');
  },
});

function toBookkeeper(row: BookkeeperRow): Bookkeeper {
  const { account_id: _, is_active, had_key, bookkeepers, ...same } = row;
  return {
    ...same,
    service_provider_guid: row.guid,
    status: is_active ? 'Active' : had_key ? 'Inactive' : 'Registered',
    count_of_bookkeepers: bookkeepers,
    instance_config: {},
  };
}

/** A delegated token never gets the key: it is unscoped and would outlive the revocation of the token. */
function toTenant(
  { secrets, caller }: ReadContext,
  { account_id: _, key_sealed, ...same }: TenantRow,
): Tenant {
  const isHidden = key_sealed === null || caller.isDelegated;
  return { ...same, api_key: isHidden ? null : (secrets.unseal(key_sealed) as string) };
}
