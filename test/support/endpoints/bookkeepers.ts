import { type Client, createAccount } from '../client.ts';
import { type Books, byGuid, type EndpointCase, page } from './case.ts';

const good = ({ bookkeeper: guid }: Books) => ({ guid });

export const bookkeeperCases: readonly EndpointCase[] = [
  {
    path: 'add-bookkeeper',
    writes: true,
    good: ({ bookkeeperName: bookkeeper }) => ({ bookkeeper }),
    required: ['bookkeeper'],
    wrong: { bookkeeper: 'x'.repeat(101) },
    unknown: null,
  },
  { path: 'grant-bookkeeper-key', writes: true, good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'revoke-bookkeeper-key', writes: true, good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'get-bookkeepers', good: () => ({ limit: 5 }), ...page },
  { path: 'get-bookkeeper', good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'remove-bookkeeper', writes: true, good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'get-tenants', good: () => ({ limit: 5 }), ...page },
  { path: 'get-tenant', good: ({ tenant: guid }) => ({ guid }), wrong: { guid: 'one' }, ...byGuid },
  { path: 'get-tenant-requests', good: () => ({ limit: 5 }), ...page },
  {
    path: 'accept-tenant',
    writes: true,
    good: ({ tenantRequest: guid }) => ({ guid }),
    wrong: { guid: 'one' },
    ...byGuid,
  },
  {
    path: 'decline-tenant',
    writes: true,
    good: ({ otherTenantRequest: guid }) => ({ guid }),
    wrong: { guid: 'one' },
    ...byGuid,
  },
  {
    path: 'leave-tenant',
    writes: true,
    good: ({ tenant: guid }) => ({ guid }),
    wrong: { guid: 'one' },
    ...byGuid,
  },
];

/** Connects two accounts by asking and accepting. Returns the guid of the bookkeeper within the tenant's account. */
export async function connectBookkeeper(tenant: Client, firm: Client): Promise<string> {
  const guid = await tenant.ok('add-bookkeeper', { bookkeeper: firm.username });
  await firm.ok('accept-tenant', { guid });
  return guid;
}

/** A company that keeps the books of the account, one whose books the account keeps, and two that ask for it. */
export async function openBookkeeping(seller: Client) {
  const [bookkeeper, tenantAccount, ...asking] = (await Promise.all(
    Array.from({ length: 4 }, () => createAccount(seller.url)),
  )) as [Client, Client, Client, Client];
  await connectBookkeeper(tenantAccount, seller);
  const [tenant] = await seller.ok('get-tenants');
  const [tenantRequest, otherTenantRequest] = await Promise.all(
    asking.map((one) => one.ok('add-bookkeeper', { bookkeeper: seller.username })),
  );
  return {
    bookkeeperName: bookkeeper.username,
    bookkeeper: await connectBookkeeper(seller, bookkeeper),
    tenant: tenant.guid as string,
    tenantRequest: tenantRequest as string,
    otherTenantRequest: otherTenantRequest as string,
  };
}
