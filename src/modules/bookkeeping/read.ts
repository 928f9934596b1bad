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
  description: 'Each row says whether the company has a key to the account.',
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
  description: 'It says whether the company has a key to the account.',
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
  description: 'For bookkeepers: each row has the key that the tenant has given, if it has given one.',
  scope: 'bookkeeper',
  input: object(pageFields),
  output: tenant,
  run(ctx, input) {
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
  description: 'For bookkeepers: it has the key that the tenant has given, if it has given one.',
  scope: 'bookkeeper',
  input: object({ guid: guid().describe('The tenant') }),
  output: tenant,
  refusals: ['tenant_not_found'],
  async run(ctx, input) {
    const row = await findTenant(ctx.db, ctx.account.id, input.guid);
    return row ? toTenant(ctx, row) : fail('tenant_not_found');
  },
});

function toBookkeeper(row: BookkeeperRow): Bookkeeper {
  const { account_id: _, has_key, revoked, bookkeepers, ...same } = row;
  return {
    ...same,
    service_provider_guid: row.guid,
    status: has_key ? 'Active' : revoked ? 'Inactive' : 'Registered',
    count_of_bookkeepers: bookkeepers,
    instance_config: {},
  };
}

function toTenant({ secrets }: ReadContext, { account_id: _, key_sealed, ...same }: TenantRow): Tenant {
  return { ...same, api_key: key_sealed === null ? null : (secrets.unseal(key_sealed) as string) };
}
