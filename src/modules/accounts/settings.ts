import type { z } from 'zod';
import { CLAIM_TEMPLATE_CODE } from '../../domain/invoices/claims.ts';
import { toOneLine } from '../../domain/strings/one-line.ts';
import { PLACEHOLDERS, unknownPlaceholder } from '../../domain/strings/placeholders.ts';
import {
  DEFAULT_DUE_DAYS,
  DEFAULT_SETTLEMENT_DAYS,
  LANGS,
  OUTPUT_SELECT,
} from '../../domain/values/codes.ts';
import { isEmailAddress } from '../../domain/values/email.ts';
import type { Account } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { addViolation, violationError } from '../../kernel/fields/field-failures.ts';
import { choice, flag, integer, longText, object, text } from '../../kernel/fields/input-fields.ts';

const MAX_DAYS = 3650;

export const emailAddress = text(200)
  .optional()
  .refine((address) => !address || isEmailAddress(address), violationError(violation('email')));

/** Text for mails, with no placeholders but the known ones. */
export function mailText(max: number, isLine = false) {
  return longText(max)
    .optional()
    .superRefine((sent = '', ctx) => {
      const unknown = unknownPlaceholder(sent);
      const known = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
      if (unknown) addViolation(ctx, violation('placeholder', unknown, known));
      if (isLine && toOneLine(sent) !== sent) addViolation(ctx, violation('one_line'));
    });
}

/** The settings of an account. The prefix of each names the module that uses it. */
export const accountSettings = object({
  bookkeeping_auto_accept: flag.optional('Requests to keep the books of other accounts are accepted at once'),
  claim_template: text(3)
    .optional()
    .refine((code) => !code || CLAIM_TEMPLATE_CODE.test(code), violationError(violation('claim_template')))
    .describe('Claim template at the bank; the one of the installation when empty'),
  company_contact: text(100).optional(
    'The contact person for customers, printed on documents and in e-invoices',
  ),
  company_phone: text(50).optional(
    'Telephone of the company, printed on documents and below mails, and in e-invoices',
  ),
  cost_auto_approve: flag.optional('Complete costs are approved without a person'),
  cost_second_approval_above: integer(0, 1_000_000_000_000).optional(
    'Two people must approve a cost of more than this amount in ISK with VAT; 0: one is enough for all',
  ),
  einvoice_email_fallback: flag.optional(
    'An e-invoice that the network does not deliver is sent by e-mail instead',
  ),
  reminder_days_before: integer(0, 60).optional(
    'Number of days before the due date on which the customer is reminded by e-mail; 0: not at all',
  ),
  reminder_days_after: integer(0, 60).optional(
    'Number of days after the due date on which a reminder of an unpaid invoice is mailed; 0: not at all',
  ),
  customer_output_select: choice(OUTPUT_SELECT).optional(
    'Way of delivery that the console proposes for new customers; the default of the APIs is 3',
  ),
  customer_lang: choice(LANGS).optional('Language of customers that are created without one'),
  customer_due_days: integer(0, MAX_DAYS).optional(
    'Days to the due date, for customers that are created without; 3 when never set',
  ),
  customer_settlement_days: integer(0, MAX_DAYS).optional(
    'Days to the final due date, for customers that are created without; 7 when never set',
  ),
  invoice_terms_is: longText(4000).optional(
    'Terms of invoices that are created without any, for customers who read Icelandic',
  ),
  invoice_terms_en: longText(4000).optional('The same for customers who read English'),
  payment_fee: integer(0, 1_000_000).optional(
    'The usual payment fee, in ISK: charged on documents that are sent with default_payment_fee',
  ),
  mail_reply_to: emailAddress.describe("Reply-to address of mails; the account's own address when empty"),
  mail_signature_is: mailText(500).describe(
    'Closing lines of mails in Icelandic, instead of the usual greeting',
  ),
  mail_signature_en: mailText(500).describe('The same in English'),
});
export type AccountSettings = z.infer<typeof accountSettings>;

/** Settings are validated when they are written, so reading them does not parse them again. */
export function settingsOf({ settings }: Pick<Account, 'settings'>): AccountSettings {
  return settings as AccountSettings;
}

/** The days for a customer that is created without any. The final due date is never before the due date, also where only one is set. */
export function defaultDays(settings: AccountSettings): { due: number; settlement: number } {
  const due = settings.customer_due_days ?? DEFAULT_DUE_DAYS;
  return { due, settlement: Math.max(due, settings.customer_settlement_days ?? DEFAULT_SETTLEMENT_DAYS) };
}

/** The rules between settings, which the schema of a single field cannot check. */
export function checkSettings(settings: AccountSettings): void {
  const { customer_due_days: due = DEFAULT_DUE_DAYS, customer_settlement_days: settlement } = settings;
  if (settlement !== undefined && settlement < due) {
    fail('field_invalid', 'settings.customer_settlement_days', violation('customer_days'));
  }
}
