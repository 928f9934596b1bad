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
    unknown: { bookkeeper: 'nobody' },
  },
  { path: 'grant-bookkeeper-key', writes: true, good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'revoke-bookkeeper-key', writes: true, good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'get-bookkeepers', good: () => ({ limit: 5 }), ...page },
  { path: 'get-bookkeeper', good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'remove-bookkeeper', writes: true, good, wrong: { guid: 'one' }, ...byGuid },
  { path: 'get-tenants', good: () => ({ limit: 5 }), ...page },
  { path: 'get-tenant', good: ({ tenant: guid }) => ({ guid }), wrong: { guid: 'one' }, ...byGuid },
];

/** A company that keeps the books of the account, and one whose books the account keeps. */
export async function openBookkeeping(seller: Client) {
  const [bookkeeper, tenantAccount] = await Promise.all([
    createAccount(seller.url),
    createAccount(seller.url),
  ]);
  await tenantAccount.ok('add-bookkeeper', { bookkeeper: seller.username });
  const [tenant] = await seller.ok('get-tenants');
  return {
    bookkeeperName: bookkeeper.username,
    bookkeeper: await seller.ok('add-bookkeeper', { bookkeeper: bookkeeper.username }),
    tenant: tenant.guid as string,
  };
}
