import { z } from 'zod';
import { EVERYBODY, OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { byPerson, changedGuid } from '../schema.ts';
import { newRecoveryCodes, REQUIRED_SETTING, recoveryCodeDigest, requiresSecondFactor } from './rules.ts';
import {
  deleteSecondFactor,
  findPersonByGuid,
  replaceCodes,
  resetSecondFactorOf,
  updateRequirement,
} from './second-factor-store.ts';

export const removeSecondFactor = defineWrite({
  name: 'remove-second-factor',
  summary: 'Disables the second factor of the person who is signed in; it needs the password and a code.',
  access: { scope: null, confirm: 'password-and-code', roles: EVERYBODY },
  session: 'changes',
  events: [],
  input: object({}),
  output: z.object({ person_id: out.integer('Whose it was') }),
  refusals: ['person_not_found', 'second_factor_required', 'password_wrong', 'code_wrong'],
  async prepare({ account }) {
    if (requiresSecondFactor(account)) fail('second_factor_required');
  },
  async run(ctx) {
    const personId = ctx.caller.person?.id ?? fail('person_not_found');
    ctx.enqueue('send-access-notice', { person_id: personId, about: 'factor_off' });
    const removal = deleteSecondFactor(ctx.account.id, personId);
    return (await ctx.finishIf({ target: ctx.account.guid, ...removal })) ?? fail('person_not_found');
  },
});

export const replaceRecoveryCodes = defineWrite({
  name: 'replace-recovery-codes',
  summary: 'Creates new recovery codes for the person who is signed in; the old ones stop working.',
  access: { scope: null, confirm: 'password-and-code', roles: EVERYBODY },
  events: [],
  input: object({}),
  output: z.object({ recovery_codes: z.array(z.string()).describe('Shown only now') }),
  refusals: ['person_not_found', 'password_wrong', 'code_wrong'],
  async run(ctx) {
    const personId = ctx.caller.person?.id ?? fail('person_not_found');
    const recovery_codes = newRecoveryCodes();
    const replacement = replaceCodes(ctx.account.id, personId, recovery_codes.map(recoveryCodeDigest));
    const replaced = await ctx.finishIf({
      target: ctx.account.guid,
      ...replacement,
      secret: { recovery_codes },
    });
    if (!replaced) fail('person_not_found');
    return { recovery_codes: replaced.recovery_codes };
  },
});

export const requireSecondFactor = defineWrite({
  name: 'require-second-factor',
  summary: 'Sets whether all people of the account need a second factor, from their next sign-in on.',
  access: { scope: null, roles: OWNERS, confirm: 'password' },
  events: [],
  invalidates: ['account'],
  input: object({ required: flag('Whether everybody needs one') }),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['owner_required', 'password_wrong'],
  async run(ctx, { required }) {
    const update = updateRequirement(ctx.account.id, { [REQUIRED_SETTING]: required }, ctx.now);
    return (await ctx.finishIf({ target: ctx.account.guid, ...update })) ?? fail('account_not_found');
  },
});

/** For a lost phone. The person still needs the password, and enrols again where the account requires it. */
export const resetSecondFactor = defineWrite({
  name: 'reset-second-factor',
  summary:
    'Removes the second factor of another person, for example after a lost phone, and ends the sessions of that person.',
  description: 'The person signs in with the password alone, and enrols again where the account requires it.',
  access: { scope: null, roles: OWNERS, confirm: 'password' },
  events: [],
  input: byPerson,
  output: changedGuid,
  refusals: ['person_not_found', 'owner_required', 'password_wrong'],
  async run(ctx, { guid }) {
    const except = ctx.caller.person?.id ?? null;
    const person = await findPersonByGuid(ctx.tx, ctx.account.id, guid);
    if (!person) return fail('person_not_found');
    ctx.enqueue('send-access-notice', { person_id: person.id, about: 'factor_reset' });
    const reset = resetSecondFactorOf(ctx.account.id, { guid, except });
    return (await ctx.finishIf({ target: guid, ...reset })) ?? fail('person_not_found');
  },
});
