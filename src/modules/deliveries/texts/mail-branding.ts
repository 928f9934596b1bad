import type { Account } from '../../../kernel/access/account.ts';
import type { CustomMailTexts } from '../../../rendering/mail/invoice-mail-texts.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { MailText } from './mail-text-store.ts';

/** The texts that a company has set for a mail, with its signature in that language. */
export function customMailTexts(
  account: Account,
  texts: MailText | null,
  lang: 'is' | 'en',
): CustomMailTexts {
  const { mail_signature_is = '', mail_signature_en = '' } = settingsOf(account);
  const signature = lang === 'en' ? mail_signature_en : mail_signature_is;
  return { subject: '', greeting: '', body: '', ...texts, signature };
}

/** The Reply-To address: the one from the settings, else the seller's own. */
export function replyTo(account: Account, sellerEmail: string): string {
  return settingsOf(account).mail_reply_to || sellerEmail;
}

/** The sender of a mail in the name of the company. */
export function fromCompany(account: Account) {
  return { accountId: account.id, fromName: account.name, replyTo: replyTo(account, account.email) };
}
