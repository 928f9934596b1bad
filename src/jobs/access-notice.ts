import { toLang } from '../domain/values/codes.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { findPersonById } from '../modules/people/person-store.ts';
import { renderAccessNotice } from '../rendering/mail/access-notice.ts';
import { unlessMailRefused } from './refused-mail.ts';
import { sendServiceMail } from './service-mail.ts';

/** Tells a person by mail that the own password, second factor or e-mail address has changed. */
export async function sendAccessNotice(kernel: Kernel, job: Job<'send-access-notice'>): Promise<void> {
  const { person_id, about, to } = job.payload;
  const { account } = job.caller;
  const person = await findPersonById(kernel.db, account.id, person_id);
  const address = to ?? person?.person_email ?? '';
  if (!person || address === '') return;
  const lang = toLang(person.person_lang);
  const { person_name: name, person_username: username } = person;
  const page = `${kernel.policy.baseUrl}/forgotten`;
  const mail = renderAccessNotice({ about, lang, company: account.name, name, username, page });
  const id = `access.${person.person_guid}.${job.id}`;
  await unlessMailRefused(sendServiceMail(kernel, account, mail, { id, to: address, lang }), job.attempts);
}
