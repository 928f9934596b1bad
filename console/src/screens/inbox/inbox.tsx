import { Link } from '@tanstack/react-router';
import { BellRing, CheckCircle2 } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Segments } from '../../ui/segments.tsx';
import { NeedsList } from './needs-list.tsx';

type Needs = OutputOf<'get-needs'>;

/** Everything that waits for a person, by kind. */
export function Inbox() {
  const { t } = useTranslation();
  const query = useRead('get-needs', {});
  return (
    <Page
      title={t('nav.inbox')}
      description={t('inbox.about')}
      actions={
        <Link to="/settings" hash="notifications" className={buttonClass('plain', true)}>
          <BellRing size={15} aria-hidden />
          {t('notify.title')}
        </Link>
      }
    >
      <QueryView query={query} rows={8}>
        {(data) => <Waiting data={data} />}
      </QueryView>
    </Page>
  );
}

function Waiting({ data: { rows, counts } }: { data: Needs }) {
  const { t, tn } = useTranslation();
  const [filters, change] = useFilters();
  const kind = filters.what ?? '';
  const shown = kind ? rows.filter(({ what }) => what === kind) : rows;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const countOf = (what: string) => (what ? (counts.find((one) => one.what === what)?.count ?? 0) : total);
  const left = countOf(kind) - shown.length;
  if (total === 0) return <NothingWaits />;
  return (
    <>
      <div className="mb-3">
        <Segments
          label={t('nav.inbox')}
          values={['', ...counts.map(({ what }) => what as string)]}
          value={kind}
          onChange={(what) => change({ what })}
        >
          {(what) => (
            <>
              {what ? t(`inbox.${what as 'overdue'}`) : t('inbox.all')}{' '}
              <span className="figure font-normal">{countOf(what)}</span>
            </>
          )}
        </Segments>
      </div>
      <Card flush>
        <NeedsList rows={shown} />
        {left > 0 && <p className="border-t px-5 py-3 text-muted">{tn('inbox.more', left)}</p>}
      </Card>
    </>
  );
}

export function NothingWaits() {
  const { t } = useTranslation();
  return (
    <Card flush>
      <EmptyState
        icon={<CheckCircle2 size={22} aria-hidden />}
        title={t('overview.nothing')}
        description={t('overview.nothing-about')}
      />
    </Card>
  );
}
