import { toLang } from '../domain/values/codes.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { receiptAddress } from '../modules/costs/mail-in/address.ts';
import { answerToken } from '../modules/questions/answer-token.ts';
import { listAsked, listAskers } from '../modules/questions/mail-store.ts';
import { findQuestion } from '../modules/questions/question-store.ts';
import { renderQuestionMail } from '../rendering/mail/question-mail.ts';
import { unlessMailRefused } from './refused-mail.ts';
import { sendServiceMail } from './service-mail.ts';

/**
 * Mails a question to the people of the company, or its last answer to whoever has asked. A mailbox that refuses it does not
 * keep the others from theirs.
 */
export async function sendQuestionMail(
  { db, ports, policy, secrets }: Kernel,
  { payload: { guid, about }, caller: { account } }: Job<'send-question-mail'>,
): Promise<void> {
  const question = await findQuestion(db, account.id, guid);
  const last = question?.answers.at(-1);
  // It was answered or closed before the mail could be sent.
  if (!question || (about === 'question' && question.state !== 'open')) return;
  const listReaders = about === 'question' ? listAsked : listAskers;
  const base = about === 'question' ? policy.receiptsAddress : null;
  for (const { id, guid: person, name, email, lang } of await listReaders(db, account.id, question.id)) {
    const token = answerToken(secrets, { accountId: account.id, questionId: question.id, personId: id });
    const mail = renderQuestionMail({
      about,
      lang: toLang(lang),
      company: account.name,
      name,
      by: about === 'question' ? question.asked_by : (last?.answered_by ?? ''),
      question: question.question,
      answer: last?.answer ?? '',
      document: question,
      url:
        about === 'question'
          ? `${policy.baseUrl}/question/${token}`
          : `${policy.baseUrl}/console/questions?open=${guid}`,
      takesReplies: base !== null,
    });
    const sending = sendServiceMail({ ports }, account, mail, {
      id: `${guid}.${person}.${about === 'question' ? '0' : question.answers.length}`,
      to: email,
      lang: toLang(lang),
      replyTo: base === null ? '' : receiptAddress(base, token),
    });
    await unlessMailRefused(sending);
  }
}
