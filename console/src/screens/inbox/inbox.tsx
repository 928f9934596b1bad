import { Link } from '@tanstack/react-router';
import { BellRing, CheckCircle2 } from 'lucide-react';
import { useState } from 'react';
import { fetchAllPages } from '../../api/all-pages.ts';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { EmptyState } from '../../ui/elements/feedback.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { NeedsBulkActions } from './bulk-actions.tsx';
import { type NeedRow, NeedsList } from './inbox-list.tsx';

type Needs = OutputOf<'get-needs'>;

const PAGE_SIZE = 50;
/** Of each kind, where all kinds are listed together. */
const LISTED_EACH = 10;

/** Everything that waits for a person, by kind. */
export function Inbox() {
  const { t } = useTranslation();
  const [filters] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const page = filters.what
    ? { what: filters.what, limit: PAGE_SIZE, page: paging.page }
    : { limit: LISTED_EACH };
  const query = useRead('get-needs', page as object, { keepPrevious: true });
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
  const { t, lang } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const selection = useSelection<NeedRow>();
  const asking = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const kind = filters.what ?? '';
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const countOf = (what: string) => (what ? (counts.find((one) => one.what === what)?.count ?? 0) : total);
  const late = countOf('overdue');
  if (total === 0) return <NothingWaits />;
  const remindAll = async () => {
    setLoading(true);
    await fetchAllPages('get-needs', { what: 'overdue' })
      .then((all) => {
        selection.choose(all);
        asking[1](t('bulk.remind-invoice'));
      })
      .finally(() => setLoading(false));
  };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Segments
          label={t('nav.inbox')}
          values={['', ...counts.map(({ what }) => what as string)]}
          value={kind}
          onChange={(what) => change({ what })}
        >
          {(what) => (
            <>
              {what ? t(`inbox.${what as 'overdue'}`) : t('inbox.all')}{' '}
              <span className="figure font-normal">{formatNumber(countOf(what), lang)}</span>
            </>
          )}
        </Segments>
        {late > 1 && (kind === '' || kind === 'overdue') && (
          <Button
            small
            busy={isLoading}
            icon={<BellRing size={15} aria-hidden />}
            onClick={() => void remindAll()}
          >
            {t('bulk.remind-all', { n: late })}
          </Button>
        )}
      </div>
      {kind ? (
        <Card flush>
          <NeedsList rows={rows} selection={selection} />
          <Pager {...paging.counted(countOf(kind))} />
        </Card>
      ) : (
        <div className="grid gap-4">
          {counts.map(({ what, count }) => {
            const shown = rows.filter((row) => row.what === what);
            return (
              <Card key={what} title={t(`inbox.${what}`)} flush>
                <NeedsList rows={shown} selection={selection} />
                {count > shown.length && (
                  <Button variant="quiet" wide onClick={() => change({ what })}>
                    {t('inbox.more', { n: count - shown.length })}
                  </Button>
                )}
              </Card>
            );
          })}
        </div>
      )}
      <NeedsBulkActions selection={selection} asking={asking} />
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
