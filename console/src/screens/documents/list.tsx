import { FileClock, FilePen, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { fetchAllPages } from '../../api/all-pages.ts';
import { useRecordFromUrl } from '../../api/opened.ts';
import { useRead } from '../../api/queries.ts';
import type { SalesDocumentSummary as Document } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { StateBadge } from '../../ui/elements/badge.tsx';
import { CreateLink } from '../../ui/elements/create-action.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { PendingBadge } from '../../ui/records/pending.tsx';
import { DocumentBulkActions } from './bulk-actions.tsx';
import { DocumentSheet } from './document-sheet.tsx';
import { type Kind, OPERATIONS } from './operations.ts';
import { isBeingSent, SentState } from './quote-actions.tsx';

const ICONS: Record<Kind, ReactNode> = {
  draft: <FilePen size={22} aria-hidden />,
  quote: <FileClock size={22} aria-hidden />,
  order: <ShoppingBag size={22} aria-hidden />,
};
const PAGE_SIZE = 100;
const SENDING_MS = 1500;

/** One list for orders, drafts and quotes, which all become invoices. */
function Documents({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const calls = OPERATIONS[kind];
  const paging = usePaging(PAGE_SIZE);
  const search = filters.q ? { search: filters.q } : {};
  // Drafts and orders lack only what quotes have besides.
  const list = calls.list as 'get-quotes';
  const query = useRead(
    list,
    { limit: PAGE_SIZE, page: paging.page, ...search },
    // The trace of a mail appears by itself, soon after it was sent.
    { keepPrevious: true, pollMs: (rows) => (rows?.some(isBeingSent) ? SENDING_MS : false) },
  );
  const columns = useColumns(kind);
  const toTable = useDocumentTable(kind);
  const loadAll = () => fetchAllPages(list, search);
  const load = async () => toTable(await loadAll());
  const selection = useSelection<Document>();
  const opened = useRecordFromUrl(list, query.data, filters.open);
  return (
    <SearchList
      title={t(`nav.${kind}s`)}
      description={t(`about.${kind}s`)}
      createAction={
        <CreateLink to={calls.make} label={kind === 'draft' ? t('new.invoice') : t(`new.${kind}`)} />
      }
      searchLabel={t('documents.search')}
      exportMenu={<ExportMenu title={t(`nav.${kind}s`)} load={load} />}
      selection={selection}
      loadAll={loadAll}
      query={query}
      columns={columns}
      onOpen={(guid) => change({ open: guid })}
      paging={paging}
      empty={{ icon: ICONS[kind], title: t(`empty.${kind}s`), description: t(`about.${kind}s`) }}
    >
      <DocumentBulkActions kind={kind} selection={selection} toTable={toTable} />
      {opened && (
        <DocumentSheet
          kind={kind}
          document={opened}
          onClose={() => change({ open: undefined, ask: undefined })}
        />
      )}
    </SearchList>
  );
}

/** The state of a document as a word that agrees with its kind. */
function useStateText(kind: Kind): (state: string) => string {
  const { t, tIfKnown } = useTranslation();
  return (state) => {
    const ofKind = `${kind}-${state}`;
    return tIfKnown(`document.${ofKind}`) ?? t(`document.${state as 'open'}`);
  };
}

/** Documents as a table for a spreadsheet. */
function useDocumentTable(kind: Kind) {
  const { t } = useTranslation();
  const stateText = useStateText(kind);
  return (rows: readonly Document[]) => [
    [
      t('field.number'),
      t('field.customer'),
      t('field.created_date'),
      t('field.status'),
      ...(kind === 'quote' ? [t('quote.sent-to'), t('field.valid_until')] : []),
      t('field.amount'),
      t('field.currency'),
    ],
    ...rows.map((row) => [
      row.number ?? '',
      row.customer.name,
      row.created_date,
      stateText(row.state),
      ...(kind === 'quote' ? [row.sent_timestamp?.slice(0, 10) ?? '', row.valid_until ?? ''] : []),
      row.amount,
      row.currency,
    ]),
  ];
}

function useColumns(kind: Kind): Column<Document>[] {
  const { t, lang } = useTranslation();
  const stateText = useStateText(kind);
  const number: Column<Document> = {
    id: 'number',
    header: t('field.number'),
    cell: (row) => <span className="figure">{row.number ? `#${row.number}` : '–'}</span>,
  };
  const ofQuotes: Column<Document>[] = [
    { id: 'sent', header: t('quote.sent-to'), cell: (row) => <SentState quote={row} /> },
    {
      id: 'valid_until',
      header: t('field.valid_until'),
      card: 'none',
      cell: (row) => (
        <span className="figure">{row.valid_until ? formatDate(row.valid_until, lang) : '–'}</span>
      ),
    },
  ];
  return [
    ...(kind === 'draft' ? [] : [number]),
    { id: 'customer', header: t('field.customer'), card: 'title', cell: (row) => row.customer.name },
    {
      id: 'made',
      header: t('field.created_date'),
      // A card has no headers, and when a quote was sent says more.
      ...(kind === 'quote' && { card: 'none' as const }),
      cell: (row) => <span className="figure">{formatDate(row.created_date, lang)}</span>,
    },
    ...(kind === 'quote' ? ofQuotes : []),
    {
      id: 'state',
      header: t('field.status'),
      card: 'trailing',
      cell: (row) => {
        return (
          <PendingBadge guid={row.guid}>
            <StateBadge state={`document-${row.state}`}>{stateText(row.state)}</StateBadge>
          </PendingBadge>
        );
      },
    },
    {
      id: 'amount',
      header: t('field.amount'),
      figure: true,
      card: 'trailing',
      cell: (row) => formatMoney(row.amount, row.currency, lang),
    },
  ];
}

export const Drafts = () => <Documents kind="draft" />;
export const Quotes = () => <Documents kind="quote" />;
export const Orders = () => <Documents kind="order" />;
