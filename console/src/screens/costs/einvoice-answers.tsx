import { Reply } from 'lucide-react';
import {
  EINVOICE_ANSWERS,
  type EinvoiceAnswer,
  isFinalAnswer,
  needsReason,
} from '../../../../src/domain/costs/einvoice-answers.ts';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { LIMITS } from '../../api/limits.ts';
import { useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { translateDeliveryReason } from '../../lib/delivery-reason.ts';
import { formatTime } from '../../lib/format.ts';
import { stashForm } from '../../lib/undo-stash.ts';
import { useDraftFields } from '../../lib/use-fields.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextAreaField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

type Einvoice = OutputOf<'get-cost-einvoice'>;
type Given = Einvoice['answers'][number];

const TONES = { queued: 'info', sent: 'success', refused: 'danger' } as const;

/** What the sender was answered, and the form for an answer while a final one is missing. */
export function EinvoiceAnswers({ guid, einvoice }: { guid: string; einvoice: Einvoice }) {
  const { t } = useTranslation();
  const { data: session } = useSession();
  // The fields beside the document show what is about to happen, with a button to undo it.
  const isPending = usePendingAction(guid) !== undefined;
  const { answers, seller } = einvoice;
  const role = session?.person.role;
  const mayAnswer =
    (role === 'owner' || role === 'member') &&
    (seller.kennitala !== '' || seller.endpoint.id !== '') &&
    !answers.some(isFinalAnswer);
  if (answers.length === 0 && !mayAnswer) return null;
  return (
    <section className="space-y-3 border-t pt-4" aria-label={t('einvoice.answers')}>
      <h4 className="font-medium">{t('einvoice.answers')}</h4>
      {answers.length > 0 && (
        <ul className="space-y-2">
          {answers.map((one) => (
            <GivenAnswer key={one.guid} given={one} />
          ))}
        </ul>
      )}
      {mayAnswer && !isPending && (
        <AnswerForm guid={guid} name={seller.name || seller.kennitala || seller.endpoint.id} />
      )}
    </section>
  );
}

function GivenAnswer({ given }: { given: Given }) {
  const { t, lang } = useTranslation();
  const { answer, reason, state, problem, answered_at, answered_by } = given;
  return (
    <li>
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t(`einvoice.answer-${answer as EinvoiceAnswer}`)}</span>
        <Badge tone={TONES[state as keyof typeof TONES]}>{t(`einvoice.answer-${state as 'sent'}`)}</Badge>
      </span>
      {reason && <span className="block whitespace-pre-wrap wrap-anywhere">{reason}</span>}
      {problem && (
        <span className="block text-danger wrap-anywhere">{translateDeliveryReason(problem, t)}</span>
      )}
      <span className="text-dense text-muted">
        {[formatTime(answered_at, lang), answered_by].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}

const NOTHING_CHOSEN: { answer: EinvoiceAnswer | ''; reason: string } = { answer: '', reason: '' };

function AnswerForm({ guid, name }: { guid: string; name: string }) {
  const { t } = useTranslation();
  const draft = `einvoice-answer-${guid}`;
  const form = useDraftFields(draft, NOTHING_CHOSEN);
  const write = useWrite('answer-einvoice');
  const { answer, reason } = form.fields;
  const isComplete = answer !== '' && (!needsReason(answer) || reason.trim() !== '');
  const submit = () => {
    if (answer === '') return;
    write.mutate(
      { guid, answer, reason },
      {
        onSuccess: () => {
          form.discard();
          showToast(t('done.answered'));
        },
        // The draft stays until the answer is given: undo opens the form with what was typed.
        onDelayed: ({ guid: action }) => stashForm(action, draft, form.fields, `/costs?open=${guid}`),
      },
    );
  };
  return (
    <Form error={write.error} onSubmit={submit} className="grid gap-3">
      <p className="text-dense text-muted">{t('einvoice.answer-about', { name })}</p>
      <SelectField
        label={t('einvoice.answer')}
        field="answer"
        values={['', ...EINVOICE_ANSWERS]}
        value={answer}
        onChange={(chosen) => form.set({ answer: chosen })}
      >
        {(value) => t(value === '' ? 'einvoice.answer-choose' : `einvoice.answer-${value}`)}
      </SelectField>
      {answer !== '' && (
        <TextAreaField
          form={form}
          name="reason"
          label={t('einvoice.answer-reason')}
          optional={!needsReason(answer)}
          rows={2}
          maxLength={LIMITS['answer-einvoice'].reason}
        />
      )}
      <ErrorAlert error={write.error} />
      <span>
        <Button
          type="submit"
          small
          icon={<Reply size={15} aria-hidden />}
          busy={write.isPending}
          disabled={!isComplete}
        >
          {t('einvoice.answer-send')}
        </Button>
      </span>
    </Form>
  );
}
