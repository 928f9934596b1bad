import type { ProductSaleDetails, TicketBuyer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';

interface OrderProps {
  sale: ProductSaleDetails;
  row: TicketBuyer;
  onClose(): void;
}

/** Cancels one unpaid order. */
export function ReleaseOrder({ sale, row, onClose }: OrderProps) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('release-order', { toast: t('done.released'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('release.ask', { name: row.name })}
      description={t(
        row.subscription
          ? 'release.about-SUB'
          : sale.inventory_control
            ? 'release.about'
            : 'release.about-uncounted',
      )}
      submitLabel={t('release.order')}
      danger
      onConfirm={() => run({ guid: sale.guid, invoice_number: row.invoice_number })}
    />
  );
}

interface OverdueProps {
  sale: ProductSaleDetails;
  count: number;
  onClose(): void;
}

/** Cancels all orders whose due date has passed. */
export function ReleaseOverdue({ sale, count, onClose }: OverdueProps) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('release-overdue-orders', {
    toast: t('done.releasing'),
    onClose,
  });
  const label = t('release.all', { n: count });
  return (
    <ConfirmDialog
      {...dialog}
      title={label}
      description={t(sale.inventory_control ? 'release.about-all' : 'release.about-all-uncounted')}
      submitLabel={label}
      danger
      onConfirm={() => run({ guid: sale.guid })}
    />
  );
}
