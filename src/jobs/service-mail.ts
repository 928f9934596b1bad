import type { Lang } from '../domain/values/codes.ts';
import type { Account } from '../kernel/access/account.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import type { RenderedMail } from '../rendering/mail/compose-mail.ts';

interface Envelope {
  /** The same for every attempt at the same mail. */
  id: string;
  to: string;
  lang: Lang;
  fromName?: string;
  replyTo?: string;
}

/** Sends a mail of the service itself about an account, without attachments. */
export function sendServiceMail(
  { ports }: Pick<Kernel, 'ports'>,
  account: Account,
  mail: RenderedMail,
  { fromName = 'Kvitt', replyTo = '', ...envelope }: Envelope,
): Promise<void> {
  return ports.mail.send({ ...mail, ...envelope, accountId: account.id, fromName, replyTo, attachments: [] });
}
