import { z } from 'zod';
import { LANGS } from '../../domain/codes.ts';
import { fail } from '../../kernel/failure.ts';
import { choice, object } from '../../kernel/fields.ts';
import { write } from '../../kernel/operation.ts';
import { shown } from '../../kernel/shown.ts';
import { putLanguage } from './language-store.ts';

/** Which language documents are in is another matter: that is the customer's. */
export const setLanguage = write({
  name: 'set-language',
  summary:
    'Remembers in which language somebody wants the screens, for the next browser that they sign in with.',
  scope: null,
  input: object({ lang: choice(LANGS)().describe('Language of the screens') }),
  output: z.object({ lang: shown.code(LANGS, 'Language of the screens') }),
  async run({ account, finish }, { lang }) {
    const answer = putLanguage(account.id, account.username, lang);
    return (await finish<{ lang: string }>({ target: account.guid, answer })) ?? fail('account_not_found');
  },
});
