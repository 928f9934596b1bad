import { z } from 'zod';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out as field } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { type AccountRow, findById, findKeyUse, listAccounts } from './account-store.ts';
import { logoPath } from './logo-link.ts';
import { readLogoFacts } from './logo-store.ts';
import { type AccountOutput, accountOutput, logoOutput } from './schema.ts';

export const getAccounts = defineList({
  name: 'get-accounts',
  summary: 'Lists the accounts of the installation.',
  description: '`limit` and `page` split the list into pages.',
  access: { scope: null },
  input: object(pageFields),
  output: accountOutput,
  run: ({ db }, input) =>
    mapBatches(
      batches<AccountRow>(input, (range) => listAccounts(db, range)),
      toAccountOutput,
    ),
});

export const showAccount = defineRead({
  name: 'show-account',
  summary: 'Reads one account.',
  description: 'It has the profile, the plan and the settings, but never the key or the password.',
  access: { scope: null },
  input: object({}),
  output: accountOutput,
  refusals: ['account_not_found'],
  async run({ db, account }) {
    const row = await findById(db, account.id);
    return row ? toAccountOutput(row) : fail('account_not_found');
  },
});

export const getApiKeyUse = defineRead({
  name: 'get-api-key-use',
  summary:
    'Reads when the api_key was created and about when it was last used. The key itself cannot be read.',
  access: { scope: null },
  input: object({}),
  output: z.object({
    made_at: field.time('When it was made; null: not known').nullable(),
    used_at: field.time('When it was last used, to the hour; null: never, or not known').nullable(),
  }),
  run: ({ db, account }) => findKeyUse(db, account.id),
});

export const getLogo = defineRead({
  name: 'get-logo',
  summary: 'Reads the logo of the company, or null if it has none.',
  access: { scope: null },
  input: object({}),
  output: z.object({ logo: logoOutput.nullable() }),
  async run({ db, account, secrets }) {
    const facts = await readLogoFacts(db, account.id);
    if (!facts) return { logo: null };
    const { guid, width, height, size } = facts;
    return { logo: { path: logoPath(secrets, account.id, guid), width, height, size } };
  },
});

function toAccountOutput(row: AccountRow): AccountOutput {
  const { account_id: _id, api_key_digest: _digest, bookkeeper_key_digests: _digests, ...account } = row;
  return account;
}
