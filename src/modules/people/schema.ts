import { z } from 'zod';
import { isEmailAddress } from '../../domain/email.ts';
import { ROLES } from '../../kernel/account.ts';
import { refusing, text } from '../../kernel/fields.ts';
import { because } from '../../kernel/reasons.ts';
import { shown } from '../../kernel/shown.ts';

export const LANGUAGES = ['is', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const emailField = text(200)()
  .refine(isEmailAddress, refusing(because('email')))
  .describe('E-mail address');

/** Somebody who signs in, as the account's people see each other. */
export const shownPerson = z.object({
  guid: shown.guid('Identifies the person'),
  username: shown.text('What the person signs in with', 'anna@nordurljos.example'),
  name: shown.text('Name', 'Anna Björnsdóttir'),
  email: shown.text('E-mail address; empty when none is known', 'anna@nordurljos.example'),
  role: shown.code(ROLES, 'What the person may do'),
  main: shown.flag('Whether it is the sign-in that the account was opened with'),
  is_me: shown.flag('Whether it is who asks'),
  signed_in_at: shown.time('When the person last signed in; null: never').nullable(),
});
export type ShownPerson = z.infer<typeof shownPerson>;

export const shownInvitation = z.object({
  guid: shown.guid('Identifies the invitation'),
  email: shown.text('Where it was sent', 'anna@nordurljos.example'),
  name: shown.text('Who it is for', 'Anna Björnsdóttir'),
  role: shown.code(ROLES, 'What the person will be able to do'),
  expires_at: shown.time('How long the link works'),
  expired: shown.flag('Whether that is over'),
});
export type ShownInvitation = z.infer<typeof shownInvitation>;
