import type { Lang } from '../../../domain/values/codes.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { selectPersonGuid } from '../members/member-store.ts';

interface MailedCode {
  personGuid: string;
  code: string;
  lang: Lang | null;
}

/** The second proof for a name that is being attacked: only the owner of the mailbox gets it. */
export const mailSignInCode = defineTransaction({
  name: 'mail-sign-in-code',
  events: [],
  async run(ctx, { personGuid, code, lang }: MailedCode) {
    const sealed = ctx.secrets.seal(code);
    ctx.enqueue('send-access-mail', { about: 'code', guid: personGuid, sealed, lang: lang ?? 'is' });
    return ctx.finish({ target: personGuid, ...selectPersonGuid(ctx.account.id, personGuid) });
  },
});
