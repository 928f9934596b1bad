import { PLACEHOLDERS } from '../../../domain/strings/placeholders.ts';
import { LANGS } from '../../../domain/values/codes.ts';
import { choice } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { MailReason } from '../../../rendering/mail/invoice-mail-texts.ts';
import { mailText } from '../../accounts/settings.ts';

export const REASONS = ['invoice', 'before', 'after', 'receipt'] as const satisfies readonly MailReason[];
const PLACEHOLDER_NAMES = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

export const mailKey = {
  lang: choice(LANGS)('Language of the mail'),
  about: choice(REASONS)('What it is sent for: invoice, a reminder before or after the due date, or receipt'),
};

export const customTexts = {
  subject: mailText(150, true).describe(`Subject; may hold ${PLACEHOLDER_NAMES}. Empty: the usual one`),
  greeting: mailText(200, true).describe('First line. Empty: the usual one'),
  body: mailText(4000).describe('Text of the mail before the figures. Empty: the usual text'),
};

export const textFields = {
  subject: out.own('Subject', 'Reikningur {number} frá {company}'),
  greeting: out.own('First line', 'Góðan dag, {customer}.'),
  body: out.own('Text before the figures', 'Hér fylgir reikningur í viðhengi.'),
};
