import { z } from 'zod';
import { flag, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { notificationsInput, notificationsOutput } from './notification-choices.ts';

export const preferencesInput = object({
  undo_delay: flag.optional(
    'Whether issuing, paying, approving and deleting wait ten seconds, in which they can be undone',
  ),
  first_steps_hidden: flag.optional('Whether the list of first steps is hidden'),
  notifications: notificationsInput
    .optional()
    .describe('Which mails the person gets: for each kind at once, daily or not at all'),
});

export const preferencesOutput = z.object({
  undo_delay: out.flag('Whether issuing, paying, approving and deleting wait ten seconds'),
  first_steps_hidden: out.flag('Whether the list of first steps is hidden'),
  notifications: notificationsOutput.describe(
    'Which mails the person gets: for each kind at once, daily or not at all',
  ),
});
