import { createHash } from 'node:crypto';
import type { Kernel } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { DeliveryRejected } from '../kernel/ports/ports.ts';
import { findAddressee, findInvited } from '../modules/people/reset-store.ts';
import { renderAccessMail } from '../rendering/mail/access-mail.ts';

/** A mail server that has said no is asked a few times more: it may have meant the hour, not the mail. */
const REFUSALS = 5;

/** Mails a link by which somebody gets in, unless the invitation or the person is gone meanwhile. */
export async function sendAccessMail(kernel: Kernel, job: Job<'send-access-mail'>): Promise<void> {
  const { about, guid, sealed, lang } = job.payload;
  const { account } = job.caller;
  const find = about === 'invitation' ? findInvited : findAddressee;
  const to = await find(kernel.db, account.id, guid);
  if (!to || to.email === '') return;
  const link = kernel.secrets.unseal(sealed) as string;
  const { name, username: who, email } = to;
  const mail = renderAccessMail({ about, lang, company: account.name, name, who, link });
  try {
    await kernel.ports.mail.send({
      ...mail,
      accountId: account.id,
      // Every link is a mail of its own, and every try at it the same one; the link itself stays a secret.
      id: `${guid}.${createHash('sha256').update(link).digest('hex').slice(0, 16)}`,
      fromName: about === 'invitation' ? account.name : 'Kvitt',
      replyTo: '',
      to: email,
      lang,
      attachments: [],
    });
  } catch (error) {
    // Nobody waits for an answer here: whoever invited sees that nobody came, and can hand the link over.
    if (error instanceof DeliveryRejected && error.refused && job.attempts >= REFUSALS) return;
    throw error;
  }
}
