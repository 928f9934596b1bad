import { z } from 'zod';
import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { deleteLogo } from './logo-store.ts';

export const removeLogo = defineWrite({
  name: 'remove-logo',
  summary: 'Removes the logo. Documents that were printed with it do not change.',
  access: { scope: null, roles: OWNERS },
  isUndoable: true,
  events: ['company.updated'],
  input: object({}),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['account_not_found'],
  async run({ account, emit, finishIf }) {
    emit('company.updated', { guid: account.guid });
    const removed = await finishIf({ target: account.guid, ...deleteLogo(account.id) });
    return removed ?? fail('account_not_found');
  },
});
