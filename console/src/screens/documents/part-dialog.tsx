import { useRead, useSettledRead, useWrite } from '../../api/queries.ts';
import type { SalesDocumentSummary as Document, Figures } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { QueryView } from '../../ui/elements/query-view.tsx';
import {
  allQuantities,
  LineQuantities,
  type Quantities,
  requestedItems,
} from '../../ui/forms/line-quantities.tsx';
import { SellerNeeds, type useSellerNeeds } from '../../ui/records/seller-needs.tsx';
import { Totals } from '../../ui/records/totals.tsx';

interface Props {
  order: Document;
  needs: ReturnType<typeof useSellerNeeds>;
  onClose(): void;
}

/** Invoices a part of an order: how much of each line, with the sums that the invoice would have. */
export function PartDialog({ order, needs, onClose }: Props) {
  const { t } = useTranslation();
  const left = useRead('preview-sales-document', { kind: 'order', guid: order.guid });
  return left.data ? (
    <PartForm order={order} needs={needs} left={left.data.lines} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title={t('order.part')}>
      <QueryView query={left} rows={4}>
        {() => null}
      </QueryView>
    </Dialog>
  );
}

function PartForm({ order, needs, left, onClose }: Props & { left: Figures['lines'] }) {
  const { t, lang } = useTranslation();
  const navigate = useScreenNavigate();
  const write = useWrite('create-invoice-from-order');
  const { form, whenSaved, dialog } = useRecordDialog<{ qtys: Quantities }>({
    draft: `order-part-${order.guid}`,
    initial: { qtys: {} },
    writes: [write],
    onClose,
  });
  const qtys = allQuantities(left, form.fields.qtys);
  const part = requestedItems(left, qtys);
  const items = 'items' in part ? part.items : undefined;
  const preview = useSettledRead('preview-sales-document', { kind: 'order', guid: order.guid, ...part });
  const issue = () =>
    write.mutate(
      { guid: order.guid, ...(items && { data: { items } }) },
      whenSaved(t('done.issued'), ({ guid }: { guid: string }) =>
        navigate({ to: '/invoices', search: { open: guid } }),
      ),
    );
  const { isReady, dialog: previewed } = usePreviewedDialog(preview, issue);
  const amount = isReady ? formatMoney(preview.data?.amount ?? 0, order.currency, lang) : '';
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      title={t('order.part')}
      description={t('order.part-about', { number: order.number, name: order.customer.name })}
      submitLabel={isReady ? t('order.part-go', { amount }) : t('order.part')}
    >
      <LineQuantities
        lines={left}
        qtys={qtys}
        pathOf={(guid) => `items[${items?.findIndex((item) => item.guid === guid) ?? -1}]`}
        onChange={(guid, qty) => form.set({ qtys: { ...form.fields.qtys, [guid]: qty } })}
      />
      <Totals figures={isReady ? preview.data : undefined} waiting={!preview.isSettled} />
      <SellerNeeds needs={needs} />
    </FormDialog>
  );
}
