import { z } from 'zod';
import { ROLES } from '../../kernel/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../kernel/operation.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import {
  deleteInvitation,
  findMainOwner,
  insertInvitation,
  listPeople,
  removePerson as remove,
  updateRole,
} from './people-store.ts';
import { emailField, invitationOutput, LANGUAGES, personOutput } from './schema.ts';

const INVITED_MS = 7 * 24 * 3600_000;
const MOST_PEOPLE = 100;

const roleField = choice(ROLES)().describe('owner: everything; member: the daily work');
const personGuid = object({ guid: guid().describe('The person') });
const byGuid = z.object({ guid: out.guid('Identifies it') });

export const getPeople = defineRead({
  name: 'get-people',
  summary: 'Lists who may sign in to the account, and who was invited to.',
  scope: null,
  input: object({}),
  output: z.object({
    people: z.array(personOutput).describe('Who may sign in'),
    invitations: z.array(invitationOutput).describe('Who was invited and has not come yet'),
  }),
  run: ({ db, account, caller, now }) => listPeople(db, account.id, caller.person?.id, now),
});

export const invitePerson = defineWrite({
  name: 'invite-person',
  summary: 'Invites somebody to sign in to the account, by a link that works once within a week.',
  scope: null,
  owners: true,
  confirm: true,
  input: object({
    email: emailField,
    name: text(200).optional().describe('Name of the person'),
    role: roleField,
    lang: choice(LANGUAGES).optional().describe('Language of the mail; is when left out'),
  }),
  output: z.object({
    guid: out.guid('The invitation'),
    link: out.text('The link that was mailed, shown only now'),
  }),
  refusals: ['owner_required', 'password_wrong', 'field_invalid'],
  async prepare({ db, account, now }, { email }) {
    const { people, invitations } = await listPeople(db, account.id, undefined, now);
    if (people.some((one) => one.email.toLowerCase() === email.toLowerCase())) refuseKnown();
    if (people.length + invitations.length >= MOST_PEOPLE)
      fail('field_invalid', 'email', violation('enough_people', MOST_PEOPLE));
  },
  async run(ctx, { email, name = '', role, lang = 'is' }) {
    const key = newKey();
    const invitation = {
      guid: ctx.newGuid(),
      email,
      name,
      role,
      digest: digest(key),
      invitedBy: ctx.caller.person?.id ?? null,
      expiresAt: new Date(ctx.now.getTime() + INVITED_MS),
    };
    const link = `${ctx.policy.baseUrl}/invitation?key=${key}`;
    const sealed = ctx.secrets.seal(link);
    ctx.enqueue('send-access-mail', { about: 'invitation', guid: invitation.guid, sealed, lang });
    const result = insertInvitation(ctx.account.id, invitation, MOST_PEOPLE, ctx.now);
    const made = await ctx.finishIf<{ guid: string; link: string }>({
      target: invitation.guid,
      result,
      secret: { link },
    });
    return made ?? refuseKnown();
  },
});

function refuseKnown(): never {
  return fail('field_invalid', 'email', violation('known_email'));
}

export const withdrawInvitation = defineWrite({
  name: 'withdraw-invitation',
  summary: 'Takes an invitation back: its link is worth nothing any more.',
  scope: null,
  owners: true,
  input: object({ guid: guid().describe('The invitation') }),
  output: byGuid,
  refusals: ['person_not_found', 'owner_required'],
  async run(ctx, input) {
    const result = deleteInvitation(ctx.account.id, input.guid);
    return (await ctx.finishIf<{ guid: string }>({ target: input.guid, result })) ?? fail('person_not_found');
  },
});

export const setPersonRole = defineWrite({
  name: 'set-person-role',
  summary: 'Makes somebody an owner or a member, from the next click on.',
  scope: null,
  owners: true,
  confirm: true,
  input: personGuid.extend({ role: roleField }),
  output: byGuid,
  refusals: ['person_not_found', 'owner_required', 'main_person', 'password_wrong'],
  prepare: ({ db, account }, input) => refuseMain(findMainOwner(db, account.id, input.guid)),
  async run(ctx, input) {
    const result = updateRole(ctx.account.id, input.guid, input.role);
    return (await ctx.finishIf<{ guid: string }>({ target: input.guid, result })) ?? fail('person_not_found');
  },
});

export const removePerson = defineWrite({
  name: 'remove-person',
  summary: 'Takes the access of a person away; all sessions of that person end at once.',
  scope: null,
  owners: true,
  input: personGuid,
  output: byGuid,
  refusals: ['person_not_found', 'owner_required', 'main_person'],
  prepare: ({ db, account }, input) => refuseMain(findMainOwner(db, account.id, input.guid)),
  async run(ctx, input) {
    const result = remove(ctx.account.id, input.guid, ctx.now);
    return (await ctx.finishIf<{ guid: string }>({ target: input.guid, result })) ?? fail('person_not_found');
  },
});

/** So there is always an owner, and the operator's call always reaches one. */
async function refuseMain(isMain: Promise<boolean | null>): Promise<void> {
  if (await isMain) fail('main_person');
}
