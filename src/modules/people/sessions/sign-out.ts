import { z } from 'zod';
import type { Caller } from '../../../kernel/context.ts';
import { runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { digest } from '../../../kernel/security/secrets.ts';
import { deleteSession } from './session-store.ts';

const closeSession = defineWrite({
  name: 'sign-out',
  summary: 'Ends a session.',
  scope: null,
  isAllowedWhenClosed: true,
  events: [],
  input: object({ key: z.string() }),
  output: z.custom<object>(),
  async run(ctx, { key }) {
    const deletion = deleteSession(ctx.account.id, digest(key));
    return (await ctx.finishIf({ target: ctx.account.guid, ...deletion })) ?? fail('account_not_found');
  },
});

export async function endSession(kernel: Kernel, caller: Caller, key: string): Promise<void> {
  await runWrite(kernel, closeSession, caller, { key });
}
