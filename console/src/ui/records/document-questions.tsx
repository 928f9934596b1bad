import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useDraftFields } from '../../lib/use-fields.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { Badge } from '../elements/badge.tsx';
import { Button } from '../elements/button.tsx';
import { ErrorAlert } from '../elements/feedback.tsx';
import { showToast } from '../elements/toast.tsx';
import { Form } from '../forms/form.tsx';
import { TextAreaField } from '../forms/form-fields.tsx';
import { type Question, QuestionThread, useMayAsk } from './question-thread.tsx';

interface Props {
  kind: Question['document']['kind'];
  guid: string;
  /** What the document is called, below the title. */
  name: string;
}

/** The questions about a document, and asking another one. Nothing where nobody has asked and the person may not. */
export function DocumentQuestions({ kind, guid, name }: Props) {
  const { t } = useTranslation();
  const mayAsk = useMayAsk();
  const [isOpen, setOpen] = useState(false);
  const { data: questions = [] } = useRead('get-questions', { document_guid: guid });
  const waiting =
    questions.find(({ state }) => state === 'open') ?? questions.find(({ state }) => state === 'answered');
  if (!mayAsk && questions.length === 0) return null;
  const label = questions.length === 0 ? t('questions.ask') : t('questions.of', { n: questions.length });
  return (
    <span className="inline-flex items-center gap-2">
      <Button small icon={<MessageCircleQuestion size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {waiting && <Badge tone="warning">{t(`questions.state-${waiting.state as 'open'}`)}</Badge>}
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={t('questions.about-document')} description={name}>
          <div className="space-y-5">
            {mayAsk && <AskForm kind={kind} guid={guid} />}
            {questions.map((question) => (
              <QuestionThread key={question.guid} question={question} />
            ))}
          </div>
        </Dialog>
      )}
    </span>
  );
}

function AskForm({ kind, guid: document_guid }: Omit<Props, 'name'>) {
  const { t } = useTranslation();
  const form = useDraftFields(`question-${document_guid}`, { question: '' });
  const ask = useWrite('ask-question');
  const submit = () =>
    ask.mutate(
      { kind, document_guid, question: form.fields.question },
      {
        onSuccess: () => {
          form.discard();
          showToast(t('questions.asked'));
        },
      },
    );
  return (
    <Form error={ask.error} onSubmit={submit} submitsBy="button" className="grid gap-3">
      <TextAreaField
        form={form}
        name="question"
        label={t('questions.question')}
        hint={t('questions.ask-hint')}
        rows={3}
        autoFocus
        maxLength={LIMITS['ask-question'].question}
      />
      <ErrorAlert error={ask.error} />
      <span>
        <Button
          type="submit"
          small
          variant="primary"
          busy={ask.isPending}
          disabled={!form.fields.question.trim()}
        >
          {t('questions.ask')}
        </Button>
      </span>
    </Form>
  );
}
