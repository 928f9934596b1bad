import { z } from 'zod';
import { EVERYBODY } from '../../../kernel/access/access.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction, defineWrite } from '../../../kernel/operations/operation.ts';
import { deleteSession, deleteSessionsOf } from './session-store.ts';

/** For a lost laptop: the password stays, and the browser that asks gets a new session. */
export const endSessions = defineWrite({
  name: 'end-sessions',
  summary: 'Ends all other sessions of the person who is signed in.',
  access: { scope: null, roles: EVERYBODY },
  events: [],
  session: 'ends',
  input: object({}),
  output: z.object({ guid: out.guid('Whose sessions they were') }),
  refusals: ['person_not_found'],
  async run(ctx) {
    const personId = ctx.caller.person?.id ?? fail('person_not_found');
    const deletion = deleteSessionsOf(ctx.account.id, personId);
    return (await ctx.finishIf({ target: ctx.account.guid, ...deletion })) ?? fail('person_not_found');
  },
});

/** Ends a session. */
const closeSession = defineTransaction({
  name: 'sign-out',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { key }: { key: string }) {
    const deletion = deleteSession(ctx.account.id, digest(key));
    return (await ctx.finishIf({ target: ctx.account.guid, ...deletion })) ?? fail('account_not_found');
  },
});

export async function endSession(kernel: Kernel, caller: Caller, key: string): Promise<void> {
  await runTransaction(kernel, closeSession, caller, { key });
}
