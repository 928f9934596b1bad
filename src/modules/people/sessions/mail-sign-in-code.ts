import { z } from 'zod';
import type { Lang } from '../../../domain/codes.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { selectPersonGuid } from '../members/member-store.ts';

interface MailedCode {
  personGuid: string;
  code: string;
  lang: Lang | null;
}

/** The second proof for a name that is being attacked: only the owner of the mailbox gets it. */
export const mailSignInCode = defineWrite({
  name: 'mail-sign-in-code',
  summary: 'Mails a person a code that completes a sign-in from an unknown device.',
  scope: null,
  events: [],
  input: z.custom<MailedCode>(),
  output: z.custom<object>(),
  async run(ctx, { personGuid, code, lang }) {
    const sealed = ctx.secrets.seal(code);
    ctx.enqueue('send-access-mail', { about: 'code', guid: personGuid, sealed, lang: lang ?? 'is' });
    return ctx.finish({ target: personGuid, ...selectPersonGuid(ctx.account.id, personGuid) });
  },
});
