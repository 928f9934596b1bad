import { Link } from '@tanstack/react-router';
import { MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { buttonClass } from '../../ui/elements/button.tsx';
import { EmptyState } from '../../ui/elements/feedback.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { type Question, QuestionThread } from '../../ui/records/question-thread.tsx';

const PAGE_SIZE = 25;
const STATES = ['', 'open', 'answered', 'closed'] as const;
type State = (typeof STATES)[number];

/** The questions about documents: those that wait, and what was asked and answered before. */
export function Questions() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const state = STATES.find((one) => one === filters.state) ?? '';
  const only = state === '' ? {} : { state };
  const list = useRead('get-questions', { ...paging.query, ...only }, { enabled: !filters.open });
  const one = useRead('get-question', { guid: filters.open ?? '' }, { enabled: filters.open !== undefined });
  return (
    <Page title={t('questions.title')} description={t('questions.about')}>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segments<State>
          label={t('questions.title')}
          values={STATES}
          value={state}
          onChange={(value) => change({ state: value || undefined, open: undefined, page: undefined })}
        >
          {(value) => t(value === '' ? 'inbox.all' : `questions.state-${value}`)}
        </Segments>
        {filters.open && (
          <Link to="/questions" className={buttonClass('quiet', true)}>
            {t('questions.show-all')}
          </Link>
        )}
      </div>
      {filters.open ? (
        <QueryView query={one}>{(question) => <QuestionList questions={[question]} />}</QueryView>
      ) : (
        <QueryView query={list}>
          {(questions) => (
            <QuestionList questions={questions} pager={<Pager {...paging.uncounted(questions.length)} />} />
          )}
        </QueryView>
      )}
    </Page>
  );
}

function QuestionList({ questions, pager }: { questions: readonly Question[]; pager?: ReactNode }) {
  const { t } = useTranslation();
  if (questions.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<MessageCircleQuestion size={22} aria-hidden />}
          title={t('questions.none')}
          description={t('questions.none-about')}
        />
      </Card>
    );
  return (
    <Card flush>
      <ul className="divide-y">
        {questions.map((question) => (
          <li key={question.guid} className="space-y-3 px-5 py-4">
            <DocumentLink document={question.document} />
            <QuestionThread question={question} />
          </li>
        ))}
      </ul>
      {pager}
    </Card>
  );
}

function DocumentLink({ document }: { document: Question['document'] }) {
  const { t, lang } = useTranslation();
  const { kind, number, name, date, amount, currency } = document;
  const title = [t(`questions.kind-${kind as 'cost'}`), number, name].filter(Boolean).join(' ');
  const details = [
    date ? formatDate(date, lang) : t('questions.deleted'),
    amount !== null && currency !== null ? formatMoney(amount, currency, lang) : '',
  ];
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 text-dense wrap-anywhere">
      {date === null ? (
        <span className="min-w-0">{title}</span>
      ) : (
        <Link
          {...placeOf(document)}
          className="min-w-0 font-medium text-accent underline-offset-2 hover:underline"
        >
          {title}
        </Link>
      )}
      <span className="text-muted">{details.filter(Boolean).join(' · ')}</span>
    </p>
  );
}

/** Where the document can be seen. A line of the bank is found by its day, because it may be in any of three lists. */
function placeOf({ kind, guid, date }: Question['document']) {
  if (kind === 'bank_line') return { to: '/bank', search: { from: date ?? '', to: date ?? '' } };
  return {
    to: kind === 'cost' ? '/costs' : kind === 'payment' ? '/payments' : '/invoices',
    search: { open: guid },
  };
}
