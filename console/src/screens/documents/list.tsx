import { Link } from '@tanstack/react-router';
import { FileClock, FilePen, MoreHorizontal, Pencil, Send, ShoppingBag, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fetchAllPages } from '../../api/all-pages.ts';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { useRecordFromUrl } from '../../api/opened.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { SalesDocumentSummary as Document } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CreateLink } from '../../ui/create-action.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { LineList } from '../../ui/line-list.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Facts } from '../../ui/page.tsx';
import { PdfButton } from '../../ui/pdf-button.tsx';
import { PendingBadge, PendingNotice } from '../../ui/pending.tsx';
import { SearchList } from '../../ui/search-list.tsx';
import { SellerNeeds, useSellerNeeds } from '../../ui/seller-needs.tsx';
import type { Column } from '../../ui/table.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useConfirmedWrite } from '../../ui/use-record-dialog.ts';
import { DocumentBulkActions } from './bulk-actions.tsx';
import { MadeInvoices } from './made-invoices.tsx';
import { type Kind, OPERATIONS } from './operations.ts';
import { QuoteActions, quoteFacts } from './quote-actions.tsx';

const ICONS: Record<Kind, ReactNode> = {
  draft: <FilePen size={22} aria-hidden />,
  quote: <FileClock size={22} aria-hidden />,
  order: <ShoppingBag size={22} aria-hidden />,
};
const PAGE_SIZE = 100;

/** One list for orders, drafts and quotes, which all become invoices. */
function Documents({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const calls = OPERATIONS[kind];
  const paging = usePaging(PAGE_SIZE);
  const search = filters.q ? { search: filters.q } : {};
  // Drafts and orders lack only what quotes have besides.
  const list = calls.list as 'get-quotes';
  const query = useRead(list, { limit: PAGE_SIZE, page: paging.page, ...search }, { keepPrevious: true });
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
      {opened && <DocumentSheet kind={kind} document={opened} onClose={() => change({ open: undefined })} />}
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
      t('field.amount'),
      t('field.currency'),
    ],
    ...rows.map((row) => [
      row.number ?? '',
      row.customer.name,
      row.created_date,
      stateText(row.status),
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
  return [
    ...(kind === 'draft' ? [] : [number]),
    { id: 'customer', header: t('field.customer'), card: 'title', cell: (row) => row.customer.name },
    {
      id: 'made',
      header: t('field.created_date'),
      cell: (row) => <span className="figure">{formatDate(row.created_date, lang)}</span>,
    },
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

function DocumentSheet({ kind, document, onClose }: { kind: Kind; document: Document; onClose(): void }) {
  const { t, lang } = useTranslation();
  const money = (amount: number) => formatMoney(amount, document.currency, lang);
  return (
    <Sheet
      open
      onClose={onClose}
      title={document.number ? t(`title.${kind}`, { number: document.number }) : t(`edit.${kind}`)}
      description={document.customer.name}
      {...(document.may.invoice && {
        footer: <Actions kind={kind} document={document} onDone={onClose} />,
      })}
    >
      <div className="space-y-6">
        <span className="figure block text-3xl font-semibold tracking-tight">{money(document.amount)}</span>
        <Facts
          rows={[
            [t('field.customer'), document.customer.name],
            [t('field.created_date'), formatDate(document.created_date, lang)],
            document.description ? [t('field.description'), document.description] : null,
            ...(kind === 'quote' ? quoteFacts(document, t, lang) : []),
          ]}
        />
        <MadeInvoices kind={kind} guid={document.guid} />
        <PdfButton operation={OPERATIONS[kind].pdf} guid={document.guid} />
        <LineList
          lines={document.items}
          currency={document.currency}
          details={(line) =>
            kind === 'order' && (
              <span className="figure block text-xs text-muted">
                {t('order.invoiced', {
                  done: formatNumber(line.invoiced_qty, lang),
                  of: formatNumber(line.qty, lang),
                })}
              </span>
            )
          }
        />
      </div>
    </Sheet>
  );
}

function Actions({ kind, document, onDone }: { kind: Kind; document: Document; onDone(): void }) {
  const { t } = useTranslation();
  const navigate = useScreenNavigate();
  const [asking, setAsking] = useState(false);
  const [isWarning, setWarning] = useState(false);
  const pending = usePendingAction(document.guid);
  const needs = useSellerNeeds({
    hasVat: document.items.some(({ tax }) => tax !== 'Z'),
    isPaidByTransfer: !document.is_claim && !document.is_payment_link && !document.mark_paid,
  });
  const invoice = useWrite(OPERATIONS[kind].invoice as 'accept-quote');
  const make = () =>
    invoice.mutate(
      { guid: document.guid },
      {
        onSuccess: ({ guid }) => {
          showToast(t('done.issued'));
          navigate({ to: '/invoices', search: { open: guid } });
        },
        onDelayed: onDone,
      },
    );
  if (pending) return <PendingNotice action={pending} />;
  return (
    <>
      <div className="w-full empty:hidden">
        <ErrorAlert error={invoice.error} />
      </div>
      <Button
        variant="primary"
        icon={<Send size={16} aria-hidden />}
        busy={invoice.isPending}
        onClick={() => (needs.length > 0 ? setWarning(true) : make())}
      >
        {t(`invoice-it.${kind}`)}
      </Button>
      {kind === 'quote' && <QuoteActions quote={document} />}
      {document.may.change && (
        <>
          <Link
            to={`${OPERATIONS[kind].home}/$guid` as '/quotes/$guid'}
            params={{ guid: document.guid }}
            className={buttonClass()}
          >
            <Pencil size={15} aria-hidden />
            {t('edit')}
          </Link>
          <Menu
            side="top"
            trigger={<Button icon={<MoreHorizontal size={16} aria-hidden />} aria-label={t('more')} />}
            choices={[
              {
                label: t('delete'),
                icon: <Trash2 size={16} aria-hidden />,
                danger: true,
                onSelect: () => setAsking(true),
              },
            ]}
          />
        </>
      )}
      {isWarning && (
        <ConfirmDialog
          title={t('needs-seller.ask')}
          description={t('needs-seller.ask-about')}
          submitLabel={t('needs-seller.go')}
          busy={invoice.isPending}
          error={invoice.error}
          onConfirm={make}
          onClose={() => setWarning(false)}
        >
          <SellerNeeds needs={needs} />
        </ConfirmDialog>
      )}
      {asking && (
        <DeleteDialog kind={kind} guid={document.guid} onClose={() => setAsking(false)} onDeleted={onDone} />
      )}
    </>
  );
}

interface DeleteProps {
  kind: Kind;
  guid: string;
  onClose(): void;
  onDeleted(): void;
}

function DeleteDialog({ kind, guid, onClose, onDeleted }: DeleteProps) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite(OPERATIONS[kind].remove as 'delete-quote', {
    toast: t('done.deleted'),
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t(`delete.${kind}`)}
      description={t('delete.about')}
      submitLabel={t('delete')}
      onConfirm={() => run({ guid }, onDeleted)}
    />
  );
}

export const Drafts = () => <Documents kind="draft" />;
export const Quotes = () => <Documents kind="quote" />;
export const Orders = () => <Documents kind="order" />;
