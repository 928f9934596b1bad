import { Check, Reply } from 'lucide-react';
import { LIMITS } from '../../api/limits.ts';
import { useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatTime } from '../../lib/format.ts';
import { useDraftFields } from '../../lib/use-fields.ts';
import { Badge } from '../elements/badge.tsx';
import { Button } from '../elements/button.tsx';
import { ErrorAlert } from '../elements/feedback.tsx';
import { showToast } from '../elements/toast.tsx';
import { Form } from '../forms/form.tsx';
import { TextAreaField } from '../forms/form-fields.tsx';

export type Question = OutputOf<'get-questions'>[number];

const TONES = { open: 'warning', answered: 'info', closed: 'plain' } as const;
const I = { size: 15, 'aria-hidden': true } as const;

/** Viewers read questions; everybody else asks, answers and closes them. */
export function useMayAsk(): boolean {
  const { data: session } = useSession();
  return session !== undefined && session.person.role !== 'viewer';
}

/** A question with its answers, and the form for another one. */
export function QuestionThread({ question }: { question: Question }) {
  const { t, lang } = useTranslation();
  const mayAsk = useMayAsk();
  const { state, asked_at, asked_by, answers } = question;
  const byline = (at: string, ...by: string[]) => [formatTime(at, lang), ...by].filter(Boolean).join(' · ');
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1">
          <span className="block font-medium whitespace-pre-wrap wrap-anywhere">{question.question}</span>
          <span className="text-dense text-muted">{byline(asked_at, asked_by)}</span>
        </p>
        <Badge tone={TONES[state as keyof typeof TONES]}>{t(`questions.state-${state as 'open'}`)}</Badge>
      </div>
      {answers.length > 0 && (
        <ul className="space-y-2 border-l-2 pl-3">
          {answers.map((one) => (
            <li key={`${one.answered_at} ${one.answer}`}>
              <span className="block whitespace-pre-wrap wrap-anywhere">{one.answer}</span>
              <span className="text-dense text-muted">
                {byline(
                  one.answered_at,
                  one.answered_by,
                  one.via === 'mail' ? t('questions.by-mail') : '',
                  one.sender,
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayAsk && state !== 'closed' && <AnswerForm question={question} />}
    </div>
  );
}

function AnswerForm({ question: { guid } }: { question: Question }) {
  const { t } = useTranslation();
  const form = useDraftFields(`answer-${guid}`, { answer: '' });
  const answer = useWrite('answer-question');
  const close = useWrite('close-question');
  const submit = () =>
    answer.mutate(
      { guid, answer: form.fields.answer },
      {
        onSuccess: () => {
          form.discard();
          showToast(t('questions.answered'));
        },
      },
    );
  const settle = () => close.mutate({ guid }, { onSuccess: () => showToast(t('questions.closed')) });
  return (
    <Form error={answer.error} onSubmit={submit} className="grid gap-3">
      <TextAreaField
        form={form}
        name="answer"
        label={t('questions.answer')}
        rows={2}
        maxLength={LIMITS['answer-question'].answer}
      />
      <ErrorAlert error={answer.error ?? close.error} />
      <span className="flex flex-wrap gap-2">
        <Button
          type="submit"
          small
          icon={<Reply {...I} />}
          busy={answer.isPending}
          disabled={!form.fields.answer.trim()}
        >
          {t('questions.send-answer')}
        </Button>
        <Button small variant="quiet" icon={<Check {...I} />} busy={close.isPending} onClick={settle}>
          {t('questions.close')}
        </Button>
      </span>
    </Form>
  );
}
