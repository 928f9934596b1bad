import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { listPeople } from './person-store.ts';
import { invitationOutput, personOutput } from './schema.ts';

export const getPeople = defineRead({
  name: 'get-people',
  summary: 'Lists the people of the account, and the open invitations.',
  access: { scope: null },
  input: object({}),
  output: z.object({
    people: z.array(personOutput).describe('Who may sign in'),
    invitations: z.array(invitationOutput).describe('Invitations that were not accepted yet'),
  }),
  run: ({ db, account, caller, now }) => listPeople(db, account.id, caller.person?.id, now),
});
