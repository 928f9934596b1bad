import { createHash } from 'node:crypto';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { findInvitedPerson, findResetRecipient } from '../modules/people/access-mail-store.ts';
import { renderAccessMail } from '../rendering/mail/access-mail.ts';
import { unlessMailRefused } from './refused-mail.ts';
import { sendServiceMail } from './service-mail.ts';
import { mayMailUnconfirmed } from './visitor-mail.ts';

/** Mails a link or a code that gives access, unless the invitation or the person was removed meanwhile. */
export async function sendAccessMail(kernel: Kernel, job: Job<'send-access-mail'>): Promise<void> {
  const { about, guid, sealed, lang } = job.payload;
  const { account } = job.caller;
  const find = about === 'invitation' ? findInvitedPerson : findResetRecipient;
  const to = await find(kernel.db, account.id, guid);
  if (!to || to.email === '') return;
  // An invitation that is not mailed is still shown to its inviter, who can pass the link on.
  if (about === 'invitation' && !(await mayMailUnconfirmed(kernel, to.email, job.attempts))) return;
  const secret = kernel.secrets.unseal(sealed) as string;
  const { name, about: who, email } = to;
  const mail = renderAccessMail({ about, lang, company: account.name, name, who, secret });
  const from = about === 'invitation' ? { fromName: account.name } : {};
  // One Message-ID per link or code, the same for every attempt; a digest of the encrypted form, because it is a secret.
  const id = `${guid}.${createHash('sha256').update(sealed).digest('hex').slice(0, 16)}`;
  const sending = sendServiceMail(kernel, account, mail, { id, to: email, lang, ...from });
  // There is no record to write a refusal to; the inviter sees the open invitation and can pass the link on.
  await unlessMailRefused(sending, job.attempts);
}
