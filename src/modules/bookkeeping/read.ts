import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { type BookkeeperRow, findBookkeeper, listBookkeepers } from './bookkeeper-store.ts';
import { type Bookkeeper, bookkeeper, byBookkeeper, type Tenant, tenant, tenantRequest } from './schema.ts';
import {
  findTenant,
  listRequests,
  listTenants,
  type TenantRequestRow,
  type TenantRow,
} from './tenant-store.ts';

export const getBookkeepers = defineList({
  name: 'get-bookkeepers',
  summary: 'Lists the companies that keep the books of the account.',
  description: 'Each row says whether the company has a key to the account.',
  access: { scope: 'bookkeeper' },
  input: object(pageFields),
  output: bookkeeper,
  run({ db, account }, input) {
    const rows = batches<BookkeeperRow>(input, (range) => listBookkeepers(db, account.id, range));
    return mapBatches(rows, toBookkeeper);
  },
});

export const getBookkeeper = defineRead({
  name: 'get-bookkeeper',
  summary: 'Reads one bookkeeper of the account.',
  description: 'It says whether the company has a key to the account.',
  access: { scope: 'bookkeeper' },
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
  summary: 'Lists the accounts whose books this account keeps.',
  description:
    'For bookkeepers: each row has the key to the books of the tenant, if the tenant has granted one.',
  access: { scope: 'bookkeeper', roles: OWNERS, needsOwnKey: true, confirm: 'secrets' },
  input: object(pageFields),
  output: tenant,
  refusals: ['own_key_required'],
  run(ctx, input) {
    const rows = batches<TenantRow>(input, (range) => listTenants(ctx.db, ctx.account.id, range));
    return mapBatches(rows, (row) => toTenant(ctx, row));
  },
});

export const getTenant = defineRead({
  name: 'get-tenant',
  summary: 'Reads one of the accounts whose books this account keeps.',
  description: 'For bookkeepers: it has the key to the books of the tenant, if the tenant has granted one.',
  access: { scope: 'bookkeeper', roles: OWNERS, needsOwnKey: true, confirm: 'secrets' },
  input: object({ guid: guid('The tenant') }),
  output: tenant,
  refusals: ['tenant_not_found', 'own_key_required'],
  async run(ctx, input) {
    const row = await findTenant(ctx.db, ctx.account.id, input.guid);
    return row ? toTenant(ctx, row) : fail('tenant_not_found');
  },
});

export const getTenantRequests = defineList({
  name: 'get-tenant-requests',
  summary: 'Lists the accounts that have asked this account to keep their books.',
  description:
    'Only their names are shown. Answer each with accept-tenant or decline-tenant; get-tenants lists those that were accepted.',
  access: { scope: 'bookkeeper', roles: OWNERS },
  input: object(pageFields),
  output: tenantRequest,
  run({ db, account }, input) {
    const rows = batches<TenantRequestRow>(input, (range) => listRequests(db, account.id, range));
    return mapBatches(rows, ({ id: _, ...request }) => request);
  },
});

function toBookkeeper(row: BookkeeperRow): Bookkeeper {
  const { id: _, firm_guid, is_accepted, is_declined, has_key, revoked, bookkeepers, ...same } = row;
  return {
    ...same,
    service_provider_guid: firm_guid,
    status: has_key && is_accepted ? 'Active' : revoked || is_declined ? 'Inactive' : 'Registered',
    acceptance: is_accepted ? 'accepted' : is_declined ? 'declined' : 'pending',
    count_of_bookkeepers: bookkeepers,
    instance_config: {},
  };
}

/**
 * A person must have typed the password again: an unattended browser must not show the keys of other companies. A
 * delegated token never gets a key: it is unscoped and would outlive the revocation of the token.
 */
function maySeeKeys({ caller }: ReadContext): boolean {
  return caller.by !== 'program' && (!caller.person || caller.hasConfirmedPassword === true);
}

function toTenant(ctx: ReadContext, { account_id: _, key_sealed, ...same }: TenantRow): Tenant {
  const hasKey = key_sealed !== null;
  const api_key = hasKey && maySeeKeys(ctx) ? ctx.secrets.tryUnsealText(key_sealed) : null;
  return { ...same, api_key, has_key: hasKey };
}
