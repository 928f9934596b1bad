import { Link } from '@tanstack/react-router';
import { ListChecks, MoreHorizontal, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { SalesDocumentSummary as Document } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { documentFacts } from '../../lib/document-facts.ts';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Menu } from '../../ui/elements/menu.tsx';
import { Facts } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { LineList } from '../../ui/records/line-list.tsx';
import { MadeInvoices } from '../../ui/records/made-invoices.tsx';
import { PdfButton } from '../../ui/records/pdf-button.tsx';
import { PendingNotice } from '../../ui/records/pending.tsx';
import { SellerNeeds, useSellerNeeds } from '../../ui/records/seller-needs.tsx';
import { Totals } from '../../ui/records/totals.tsx';
import { type Kind, OPERATIONS } from './operations.ts';
import { PartDialog } from './part-dialog.tsx';
import { DeclineQuoteButton, quoteFacts, SendQuoteButton } from './quote-actions.tsx';

interface Props {
  kind: Kind;
  document: Document;
  onClose(): void;
}

export function DocumentSheet({ kind, document, onClose }: Props) {
  const { t, lang } = useTranslation();
  const { data: sums } = useRead('preview-sales-document', { kind, guid: document.guid, is_whole: true });
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
            ...documentFacts(document, t, lang),
            ...(kind === 'quote' ? quoteFacts(document, t, lang) : []),
          ]}
        />
        <MadeInvoices operation={OPERATIONS[kind].invoices} guid={document.guid} />
        <PdfButton operation={OPERATIONS[kind].pdf} guid={document.guid} />
        <LineList
          lines={document.items}
          currency={document.currency}
          sumOf={({ line_guid }) => sums?.lines.find(({ guid }) => guid === line_guid)?.net}
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
        <Totals figures={sums} waiting={!sums} />
      </div>
    </Sheet>
  );
}

function Actions({ kind, document, onDone }: { kind: Kind; document: Document; onDone(): void }) {
  const { t } = useTranslation();
  const navigate = useScreenNavigate();
  const [asking, setAsking] = useState(false);
  const [isWarning, setWarning] = useState(false);
  const [isDividing, setDividing] = useState(false);
  const isUnsent = kind === 'quote' && document.may.send && document.sent_timestamp === null;
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
      {isUnsent && <SendQuoteButton quote={document} isNext />}
      <Button
        variant={isUnsent ? 'plain' : 'primary'}
        icon={<Send size={16} aria-hidden />}
        busy={invoice.isPending}
        onClick={() => (needs.length > 0 ? setWarning(true) : make())}
      >
        {t(`invoice-it.${kind}`)}
      </Button>
      {kind === 'order' && (
        <Button icon={<ListChecks size={16} aria-hidden />} onClick={() => setDividing(true)}>
          {t('order.part')}
        </Button>
      )}
      {kind === 'quote' && !isUnsent && <SendQuoteButton quote={document} />}
      {kind === 'quote' && <DeclineQuoteButton quote={document} />}
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
      {isDividing && <PartDialog order={document} needs={needs} onClose={() => setDividing(false)} />}
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
