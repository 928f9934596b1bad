import { LANGS } from '../../../domain/values/codes.ts';
import { EVERYBODY } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, object } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { ownGuid } from '../schema.ts';
import { updateLanguage } from './member-store.ts';

export const setLanguage = defineWrite({
  name: 'set-language',
  summary: 'Sets the console language of the person who is signed in.',
  access: { scope: null, roles: EVERYBODY },
  events: [],
  input: object({ lang: choice(LANGS)('The language') }),
  output: ownGuid,
  refusals: ['person_not_found'],
  async run(ctx, { lang }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const update = updateLanguage(ctx.account.id, person.id, lang);
    return (await ctx.finishIf({ target: ctx.account.guid, ...update })) ?? fail('person_not_found');
  },
});
