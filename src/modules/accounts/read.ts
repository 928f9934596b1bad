import { fail } from '../../kernel/failure.ts';
import { object } from '../../kernel/fields.ts';
import { list, read } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import { type ShownAccount, shownAccount } from './schema.ts';
import { type AccountRow, findById, listAccounts } from './store.ts';

export const getAccounts = list({
  name: 'get-accounts',
  summary: 'Lists the accounts of the installation.',
  scope: null,
  input: object(pageFields),
  output: shownAccount,
  run: ({ db }, input) =>
    mapBatches(
      batches<AccountRow>(input, (take, skip, after) => listAccounts(db, take, skip, after)),
      shown,
    ),
});

export const showAccount = read({
  name: 'show-account',
  summary: 'Reads one account.',
  scope: null,
  input: object({}),
  output: shownAccount,
  refusals: ['account_not_found'],
  async run({ db, account }) {
    const row = await findById(db, account.id);
    return row ? shown(row) : fail('account_not_found');
  },
});

function shown(row: AccountRow): ShownAccount {
  const { account_id: _id, api_key_digest: _own, given_key_digests: _given, ...account } = row;
  return account;
}
