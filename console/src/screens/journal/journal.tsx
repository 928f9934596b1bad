import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileText, ListTree } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useRead, useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { Button } from '../../ui/elements/button.tsx';
import { EmptyState } from '../../ui/elements/feedback.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { useDownload } from '../../ui/records/use-download.ts';
import { AccountDialog } from './account-dialog.tsx';
import { EntryTable } from './entry-table.tsx';
import { SendJournal } from './send-journal.tsx';
import { SentFiles } from './sent-files.tsx';

const PAGE_SIZE = 50;
const TABS = ['all', 'unsent'] as const;
type Tab = (typeof TABS)[number];
const I = { size: 16, 'aria-hidden': true } as const;

/** The double entries of a period, which of them the program that keeps the books has, and the files that were sent to it. */
export function Journal() {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const [isChanging, setChanging] = useState(false);
  const description = useDownload('application/pdf', () => call('get-system-description', { lang }));
  const today = session?.today ?? '';
  const period = { from_date: filters.from || `${today.slice(0, 4)}-01-01`, to_date: filters.to || today };
  const tab: Tab = filters.state === 'unsent' ? 'unsent' : 'all';
  const query = useRead(
    'get-journal',
    { ...period, ...paging.query, only_new: tab === 'unsent' },
    { enabled: today !== '', keepPrevious: true },
  );
  const mayBook = session?.person.role !== 'viewer';
  return (
    <Page
      title={t('journal.title')}
      back={
        <Link to="/reports" className="inline-flex items-center gap-1.5 text-muted hover:text-ink">
          <ArrowLeft size={15} aria-hidden />
          {t('nav.reports')}
        </Link>
      }
      description={t('journal.about')}
      actions={
        <>
          <Button icon={<FileText {...I} />} busy={description.busy} onClick={description.run}>
            {t('journal.system')}
          </Button>
          {mayBook && (
            <Button icon={<ListTree {...I} />} onClick={() => setChanging(true)}>
              {t('journal.accounts')}
            </Button>
          )}
        </>
      }
    >
      <div className="no-print mb-4 flex flex-wrap items-end gap-3">
        <PeriodFilter byDefault={{ from: period.from_date, to: period.to_date }} />
        <Segments<Tab>
          label={t('journal.shown')}
          values={TABS}
          value={tab}
          onChange={(state) => change({ state: state === 'all' ? undefined : state, page: undefined })}
        >
          {(value) => t(`journal.${value}`)}
        </Segments>
        {mayBook && today && <SendJournal period={period} onlyNew={tab === 'unsent'} />}
      </div>
      <div className="space-y-5">
        <Card flush>
          <QueryView query={query}>
            {(journal) =>
              journal.rows.length === 0 ? (
                <EmptyState
                  icon={<ListTree size={22} aria-hidden />}
                  title={t('journal.empty')}
                  description={t(`journal.empty-${tab}`)}
                />
              ) : (
                <>
                  <EntryTable journal={journal} />
                  <Pager {...paging.counted(journal.count)} />
                </>
              )
            }
          </QueryView>
        </Card>
        <SentFiles />
      </div>
      {isChanging && <AccountDialog onClose={() => setChanging(false)} />}
    </Page>
  );
}
