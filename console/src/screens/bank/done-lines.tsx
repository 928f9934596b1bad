import { Landmark } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { BankLine } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { List } from '../../ui/lists/list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { PendingBadge } from '../../ui/records/pending.tsx';
import { useLineFilter } from './line-filter.ts';
import { LineSheet } from './line-sheet.tsx';
import { lineDetails, lineTitle, type Named, namedBy, useLineText } from './line-text.ts';

const PAGE_SIZE = 50;

/** Lines that were booked or set aside, newest first; each can be taken back. */
export function DoneLines({ state }: { state: 'booked' | 'ignored' }) {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const input = { ...useLineFilter(), state, limit: PAGE_SIZE, page: paging.page };
  const query = useRead('find-bank-lines', input, { keepPrevious: true });
  const named = namedBy(query.data?.named ?? []);
  const columns = useColumns(named);
  const opened = query.data?.rows.find(({ guid }) => guid === filters.open);
  return (
    <>
      <List
        label={t(`bank.state-${state}`)}
        query={query}
        columns={columns}
        onOpen={(guid) => change({ open: guid })}
        paging={paging}
        onClear={filters.q ? () => change({ q: '' }) : undefined}
        empty={{
          icon: <Landmark size={22} aria-hidden />,
          title: t('bank.none'),
          description: t('bank.none-about'),
        }}
      />
      {opened && <LineSheet line={opened} named={named} onClose={() => change({ open: undefined })} />}
    </>
  );
}

function useColumns(named: Named): Column<BankLine>[] {
  const { t, lang } = useTranslation();
  const { actionsText } = useLineText(named);
  return [
    {
      id: 'day',
      header: t('field.date'),
      cell: ({ booked_on }) => <span className="figure">{formatDate(booked_on, lang)}</span>,
    },
    {
      id: 'text',
      header: t('bank-column.text'),
      card: 'title',
      cell: (line) => (
        <>
          {lineTitle(line)}
          <span className="block text-dense text-muted">{lineDetails(line)}</span>
        </>
      ),
    },
    {
      id: 'booking',
      header: t('bank.booked-as'),
      cell: (line) => (
        <PendingBadge guid={line.guid}>
          {line.booking ? actionsText(line.booking.actions, line) : line.reason}
        </PendingBadge>
      ),
    },
    {
      id: 'amount',
      header: t('field.amount'),
      figure: true,
      card: 'trailing',
      cell: ({ amount, currency }) => formatMoney(amount, currency, lang),
    },
  ];
}
