import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runTransaction } from '../../../kernel/execute.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { parse } from '../../../kernel/write/input.ts';
import { receiveAnswer } from '../../../modules/questions/answer-question.ts';
import { readAnswerToken } from '../../../modules/questions/answer-token.ts';
import { findAskedPerson } from '../../../modules/questions/mail-store.ts';
import { findQuestion } from '../../../modules/questions/question-store.ts';
import { answerText } from '../../../modules/questions/schema.ts';
import { redirectTo } from '../../http/callers/access.ts';
import { visitorCaller } from '../../http/callers/caller.ts';
import { sendPage } from '../../http/pages/page.ts';
import { mergeFields, queryFields, readFields } from '../../http/request/fields.ts';
import { documentLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { sendLinkNotFound } from '../link-not-found.ts';
import type { ByToken, LinkDeps } from '../linked-pages.ts';
import { renderQuestionPage } from './question-page.ts';
import { QUESTION_TEXTS } from './question-texts.ts';

const input = object({ answer: answerText() });

/** The page where a person answers a question. The signed token of the mail is the only authorization, as on that of a quote. */
export function questionRoutes(app: FastifyInstance, deps: LinkDeps): void {
  app.get('/question/:token', (request: ByToken, reply) => show(deps, request, reply));
  app.post('/question/:token', (request: ByToken, reply) => answer(deps, request, reply));
}

async function show(
  deps: LinkDeps,
  request: ByToken,
  reply: FastifyReply,
  { error, typed }: { error: Failure | null; typed: string } = { error: null, typed: '' },
) {
  const access = await resolveLink(deps, request);
  const question = access && (await findQuestion(deps.kernel.db, access.account.id, access.guid));
  if (!question) return sendNotFound(request, reply);
  const lang = documentLanguage(request.query, access.lang ?? 'is');
  const view = { path: pathOf(request), lang, company: access.account.name, typed };
  const isSent = !error && queryFields(request).sent !== undefined;
  const problem = error ? problemText(error, lang) : '';
  return sendPage(reply, renderQuestionPage(question, { ...view, problem, isSent }));
}

function problemText(error: Failure, lang: 'is' | 'en'): string {
  const texts = QUESTION_TEXTS[lang];
  if (error.code === 'field_required') return texts.missing;
  return error.code === 'field_invalid' && error.reasons?.some(({ code }) => code === 'long')
    ? texts.long
    : texts.refused;
}

async function answer(deps: LinkDeps, request: ByToken, reply: FastifyReply) {
  const access = await resolveLink(deps, request);
  if (!access) return sendNotFound(request, reply);
  const fields = mergeFields(await readFields(request));
  try {
    const given = parse({ input }, { answer: fields.answer });
    const link = { question: access.guid, via: 'link', person: access.person_id, sender: '' } as const;
    await runTransaction(deps.kernel, receiveAnswer, visitorCaller(request, access.account), {
      ...link,
      ...given,
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const typed = typeof fields.answer === 'string' ? fields.answer.slice(0, 10_000) : '';
    return show(deps, request, reply.code(400), { error, typed });
  }
  return redirectTo(
    request,
    reply,
    `${pathOf(request)}?sent=1&lang=${documentLanguage(request.query, 'is')}`,
  );
}

async function resolveLink({ kernel, accounts }: LinkDeps, request: ByToken) {
  const link = readAnswerToken(kernel.secrets, request.params.token);
  const account = link && (await accounts.byId(link.accountId));
  const asked = account && !account.disabled ? await findAskedPerson(kernel.db, link) : null;
  return account && asked ? { account, ...asked } : null;
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendLinkNotFound(request, reply, { is: QUESTION_TEXTS.is.notFound, en: QUESTION_TEXTS.en.notFound });
}

function pathOf(request: ByToken): string {
  return `/question/${urlPart(request.params.token)}`;
}
