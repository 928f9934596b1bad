import { Copy, ExternalLink, ImagePlus, Pencil, QrCode, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { ProductSaleDetails } from '../../api/types.ts';
import { useUpload } from '../../api/use-upload.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { ErrorAlert, LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Facts } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Buyers } from './buyers.tsx';
import { SaleEditor } from './sale-editor.tsx';
import { SaleState, saleTypeOf } from './sale-types.tsx';
import { TicketCheck } from './ticket-check.tsx';

export function SaleSheet({ guid, onClose }: { guid: string; onClose(): void }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useRead('show-product-sale', { guid });
  if (data && editing) {
    return <SaleEditor sale={data} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />;
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={data?.name ?? t('loading')}
      {...(data && {
        description: t(`sale.${saleTypeOf(data.type)}`),
        footer: <Actions sale={data} onEdit={() => setEditing(true)} />,
      })}
    >
      {data ? <Content sale={data} /> : error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton />}
    </Sheet>
  );
}

function Content({ sale }: { sale: ProductSaleDetails }) {
  const { t, tn, lang } = useTranslation();
  const [{ ticket }, change] = useFilters();
  const isEvent = saleTypeOf(sale.type) === 'EVENT';
  const when = [
    sale.event_date && formatDate(sale.event_date, lang),
    sale.event_time,
    sale.event_place,
  ].filter(Boolean);
  const { data } = useRead('get-sale-sums', { guid: sale.guid });
  const sums = data && (data.rows[0] ?? { sold: 0, income: 0 });
  const asked = [
    ...sale.requires.map((one) => t(`sale.requires-${one}`)),
    ...sale.fields.map(({ label, required }) => (required ? label : `${label} (${t('optional')})`)),
  ];
  const facts: (readonly [string, ReactNode] | null)[] = [
    [
      t('sale.address'),
      <span key="u" className="break-all">
        {sale.url}
      </span>,
    ],
    when.length > 0 ? [t('sale.when'), when.join(' · ')] : null,
    sale.inventory_control ? [t('sale.left'), formatNumber(sale.inventory_count, lang)] : null,
    sums ? [t('sale.sold'), formatNumber(sums.sold, lang)] : null,
    sums ? [t('sale.income'), formatMoney(sums.income, 'ISK', lang)] : null,
    sale.hold_days > 0 ? [t('sale.hold'), tn('days', sale.hold_days)] : null,
    sale.description ? [t('sale.about'), <Lines key="d" text={sale.description} />] : null,
    sale.terms ? [t('field.terms'), <Lines key="t" text={sale.terms} />] : null,
    asked.length > 0 ? [t('sale.asked'), <Lines key="q" text={asked.join('\n')} />] : null,
  ];
  return (
    <div className="space-y-6">
      {isEvent && ticket && (
        <TicketCheck key={ticket} sale={sale} ticket={ticket} onDone={() => change({ ticket: undefined })} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="figure text-3xl font-semibold tracking-tight">
          {sale.amount === 0 ? t('sale.free') : formatMoney(sale.amount, 'ISK', lang)}
          {saleTypeOf(sale.type) === 'SUB' && (
            <span className="text-base font-normal text-muted"> {t('sale.monthly')}</span>
          )}
        </span>
        <SaleState open={sale.is_open} />
      </div>
      <Facts rows={facts} />
      <Buyers sale={sale} />
      <Picture sale={sale} />
    </div>
  );
}

function Lines({ text }: { text: string }) {
  return <span className="whitespace-pre-line">{text}</span>;
}

function Picture({ sale }: { sale: ProductSaleDetails }) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  const { send, busy, error } = useUpload('set-product-sale-image', () => showToast(t('done.saved')));
  const change = (fields: Record<string, string | File>) => void send([{ guid: sale.guid, ...fields }]);
  return (
    <section aria-label={t('sale.picture')} className="space-y-2">
      {sale.image && (
        <img
          src={new URL(sale.image).pathname}
          alt=""
          className="max-h-56 w-full rounded-xl border object-cover"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          small
          busy={busy}
          icon={<ImagePlus size={15} aria-hidden />}
          onClick={() => chooser.current?.click()}
        >
          {t(sale.image ? 'sale.picture-change' : 'sale.picture-add')}
        </Button>
        {sale.image && (
          <Button
            small
            variant="quiet"
            icon={<Trash2 size={15} aria-hidden />}
            onClick={() => change({ remove: '1' })}
          >
            {t('sale.picture-remove')}
          </Button>
        )}
      </div>
      {!sale.image && <p className="text-dense text-muted">{t('sale.picture-hint')}</p>}
      <ErrorAlert error={error} />
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-label={t('sale.picture')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) change({ file });
          target.value = '';
        }}
      />
    </section>
  );
}

function Actions({ sale, onEdit }: { sale: ProductSaleDetails; onEdit(): void }) {
  const { t } = useTranslation();
  const set = useWrite('set-product-sale');
  const copy = () => navigator.clipboard.writeText(sale.url).then(() => showToast(t('done.copied')));
  return (
    <>
      <div className="w-full empty:hidden">
        <ErrorAlert error={set.error} />
      </div>
      <a href={sale.url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
        <ExternalLink size={15} aria-hidden />
        {t('sale.see')}
      </a>
      <Button icon={<Copy size={15} aria-hidden />} onClick={copy}>
        {t('sale.copy')}
      </Button>
      <a href={sale.poster} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
        <QrCode size={15} aria-hidden />
        {t('sale.poster')}
      </a>
      <Button icon={<Pencil size={15} aria-hidden />} onClick={onEdit}>
        {t('sale.edit')}
      </Button>
      <Button
        variant={sale.is_open ? 'danger' : 'plain'}
        busy={set.isPending}
        onClick={() =>
          set.mutate(
            { guid: sale.guid, open: !sale.is_open, was: {} },
            { onSuccess: () => showToast(t('done.saved')) },
          )
        }
      >
        {t(sale.is_open ? 'sale.shut' : 'sale.reopen')}
      </Button>
    </>
  );
}
