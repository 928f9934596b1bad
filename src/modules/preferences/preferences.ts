import { EVERYBODY } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineRead, defineWrite } from '../../kernel/operations/operation.ts';
import { DEFAULT_MODES, type NotificationChoices } from './notification-choices.ts';
import { preferencesInput, preferencesOutput } from './schema.ts';
import { findChoices, findPreferences, savePreferences } from './store.ts';

function withDefaults(choices: NotificationChoices) {
  return { ...DEFAULT_MODES, ...choices };
}

export const getPreferences = defineRead({
  name: 'get-preferences',
  summary: 'Reads the console preferences of the person who is signed in.',
  access: { scope: null },
  input: object({}),
  output: preferencesOutput,
  async run({ db, account, caller }) {
    if (!caller.person) return fail('person_not_found');
    const { id } = caller.person;
    const [preferences, choices] = await Promise.all([
      findPreferences(db, account.id, id),
      findChoices(db, account.id, id),
    ]);
    return { ...preferences, notifications: withDefaults(choices) };
  },
});

export const setPreferences = defineWrite({
  name: 'set-preferences',
  summary: 'Changes the console preferences of the person who is signed in.',
  access: { scope: null, roles: EVERYBODY },
  events: [],
  input: preferencesInput,
  output: preferencesOutput,
  refusals: ['person_not_found'],
  async run(ctx, chosen) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const before = await findPreferences(ctx.tx, ctx.account.id, person.id);
    const preferences = {
      undo_delay: chosen.undo_delay ?? before.undo_delay,
      first_steps_hidden: chosen.first_steps_hidden ?? before.first_steps_hidden,
    };
    const known = await findChoices(ctx.tx, ctx.account.id, person.id);
    const choices = { ...known, ...chosen.notifications };
    const save = savePreferences(
      ctx.account.id,
      person.id,
      preferences,
      chosen.notifications ? choices : null,
    );
    const saved = await ctx.finish({ target: ctx.account.guid, ...save });
    return { ...saved, notifications: withDefaults(choices) };
  },
});
