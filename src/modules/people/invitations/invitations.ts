import { z } from 'zod';
import { LANGS } from '../../../domain/values/codes.ts';
import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { choice, guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { digest } from '../../../kernel/node/digest.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { requireActiveOwner } from '../members/rules.ts';
import { listPeople } from '../person-store.ts';
import { changedGuid, emailField, roleField } from '../schema.ts';
import { deleteInvitation, insertInvitation } from './invitation-store.ts';

const LIFETIME_MS = 7 * 24 * 3600_000;
const MAX_PEOPLE = 100;

export const invitePerson = defineWrite({
  name: 'invite-person',
  summary: 'Invites a person to the account by a link that works once within a week.',
  access: { scope: null, roles: OWNERS, confirm: 'password' },
  events: [],
  input: object({
    email: emailField,
    name: text(200).optional('Name of the person'),
    role: roleField,
    lang: choice(LANGS).optional('Lang of the mail; is when left out'),
  }),
  output: z.object({
    guid: out.guid('The invitation'),
    link: out.own('The link that was mailed, shown only now'),
  }),
  refusals: ['owner_required', 'password_wrong', 'field_invalid'],
  async prepare({ db, account, now }, { email }) {
    const { people, invitations } = await listPeople(db, account.id, undefined, now);
    if (people.some((one) => one.email.toLowerCase() === email.toLowerCase())) refuseKnownEmail();
    if (people.length + invitations.length >= MAX_PEOPLE)
      fail('field_invalid', 'email', violation('enough_people', MAX_PEOPLE));
  },
  async run(ctx, { email, name = '', role, lang = 'is' }) {
    await requireActiveOwner(ctx);
    const key = newKey();
    const guid = ctx.newGuid();
    const invitedBy = ctx.caller.person?.id ?? null;
    const expiresAt = new Date(ctx.now.getTime() + LIFETIME_MS);
    const invitation = { guid, email, name, role, digest: digest(key), invitedBy, expiresAt };
    const link = `${ctx.policy.baseUrl}/invitation?key=${key}`;
    const sealed = ctx.secrets.seal(link);
    ctx.enqueue('send-access-mail', { about: 'invitation', guid, sealed, lang });
    const insert = insertInvitation(ctx.account.id, invitation, MAX_PEOPLE, ctx.now);
    return (await ctx.finishIf({ target: guid, ...insert, secret: { link } })) ?? refuseKnownEmail();
  },
});

function refuseKnownEmail(): never {
  return fail('field_invalid', 'email', violation('known_email'));
}

export const withdrawInvitation = defineWrite({
  name: 'withdraw-invitation',
  summary: 'Withdraws an invitation; its link stops working at once.',
  access: { scope: null, roles: OWNERS },
  events: [],
  input: object({ guid: guid('The invitation') }),
  output: changedGuid,
  refusals: ['person_not_found', 'owner_required'],
  async run(ctx, input) {
    const withdrawal = deleteInvitation(ctx.account.id, input.guid);
    return (await ctx.finishIf({ target: input.guid, ...withdrawal })) ?? fail('person_not_found');
  },
});
