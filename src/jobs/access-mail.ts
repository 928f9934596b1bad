import { createHash } from 'node:crypto';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { findInvitedPerson, findResetRecipient } from '../modules/people/access-mail-store.ts';
import { renderAccessMail } from '../rendering/mail/access-mail.ts';
import { isRefusedForGood } from './refused-mail.ts';
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
  try {
    await kernel.ports.mail.send({
      ...mail,
      accountId: account.id,
      // One Message-ID per link or code, the same for every attempt; a digest of the encrypted form, because it is a secret.
      id: `${guid}.${createHash('sha256').update(sealed).digest('hex').slice(0, 16)}`,
      fromName: about === 'invitation' ? account.name : 'Kvitt',
      replyTo: '',
      to: email,
      lang,
      attachments: [],
    });
  } catch (error) {
    // There is no record to write the failure to; the inviter sees the open invitation and can pass the link on.
    if (isRefusedForGood(error, job.attempts)) return;
    throw error;
  }
}
