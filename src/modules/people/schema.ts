import { z } from 'zod';
import { ROLES } from '../../domain/access/roles.ts';
import { isEmailAddress } from '../../domain/values/email.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { violationError } from '../../kernel/fields/field-failures.ts';
import { choice, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';

export const emailField = text(200)()
  .refine(isEmailAddress, violationError(violation('email')))
  .describe('E-mail address');

export const roleField = choice(ROLES)(
  'owner: everything; member: the daily work; accountant: reads, books, approves, locks and files VAT, issues nothing; viewer: reads',
);
export const byPerson = object({ guid: guid('The person') });
export const changedGuid = z.object({ guid: out.guid('Identifies it') });
/** The answer to a change that a person makes to herself. */
export const ownGuid = z.object({ guid: out.guid('Who it is') });

/** A person who signs in, as the account's people see each other. */
export const personOutput = z.object({
  guid: out.guid('Identifies the person'),
  username: out.own('What the person signs in with', 'anna@nordurljos.example'),
  name: out.own('Name', 'Anna Björnsdóttir'),
  email: out.own('E-mail address; empty when none is known', 'anna@nordurljos.example'),
  role: out.code(ROLES, 'What the person may do'),
  main: out.flag('Whether it is the sign-in that the account was opened with'),
  is_me: out.flag('Whether it is the person who asks'),
  signed_in_at: out.time('When the person last signed in; null: never').nullable(),
  second_factor: out.flag('Whether the person signs in with a second factor'),
  signs_in_elsewhere: out.flag(
    'Whether the person came with the sign-in of another company, where its password and second factor are kept',
    false,
  ),
});

export const invitationOutput = z.object({
  guid: out.guid('Identifies the invitation'),
  email: out.own('Where it was sent', 'anna@nordurljos.example'),
  name: out.own('Who it is for', 'Anna Björnsdóttir'),
  role: out.code(ROLES, 'What the person will be able to do'),
  expires_at: out.time('When the link expires'),
  expired: out.flag('Whether the link has expired'),
});
