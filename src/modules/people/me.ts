import { z } from 'zod';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { emailAddress } from '../accounts/settings.ts';
import { updateLanguage, updateMe } from './people-store.ts';
import { LANGUAGES } from './schema.ts';

const me = z.object({ guid: out.guid('Who it is') });

/** Links for new passwords go to the address, so changing it is like changing the password. */
export const updateMyself = defineWrite({
  name: 'update-myself',
  summary: 'Changes what is sent of the name and the e-mail address of the person who is signed in.',
  scope: null,
  confirm: true,
  input: object({
    name: text(200).optional().describe('Name'),
    email: emailAddress.describe('Where links for a new password go; empty: nowhere'),
  }),
  output: me,
  refusals: ['person_not_found', 'password_wrong', 'field_invalid'],
  async run(ctx, { name = null, email = null }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    try {
      const result = updateMe(ctx.account.id, person.id, name, email);
      const done = await ctx.finishIf<{ guid: string }>({ target: ctx.account.guid, result });
      return done ?? fail('person_not_found');
    } catch (error) {
      if (!isUniqueViolation(error, 'people_email')) throw error;
      return fail('field_invalid', 'email', violation('known_email'));
    }
  },
});

export const setLanguage = defineWrite({
  name: 'set-language',
  summary: 'Remembers the language in which the person who is signed in wants the screens.',
  scope: null,
  input: object({ lang: choice(LANGUAGES)().describe('The language') }),
  output: me,
  refusals: ['person_not_found'],
  async run(ctx, { lang }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const result = updateLanguage(ctx.account.id, person.id, lang);
    const done = await ctx.finishIf<{ guid: string }>({ target: ctx.account.guid, result });
    return done ?? fail('person_not_found');
  },
});
