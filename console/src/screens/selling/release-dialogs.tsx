import { useWrite } from '../../api/queries.ts';
import type { Buyer, ProductSaleDetails } from '../../api/types.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

/** Takes one unpaid order back. */
export function ReleaseOrder({
  sale,
  row,
  onClose,
}: {
  sale: ProductSaleDetails;
  row: Buyer;
  onClose(): void;
}) {
  const { t } = useWords();
  const release = useWrite('release-order');
  const onSuccess = () => {
    showToast(t('done.released'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('release.ask', { name: row.name })}
      description={t(sale.inventory_control ? 'release.about' : 'release.about-uncounted')}
      submitLabel={t('release.order')}
      danger
      busy={release.isPending}
      error={release.error}
      onConfirm={() => release.mutate({ guid: sale.guid, invoice_number: row.invoice_number }, { onSuccess })}
      onClose={onClose}
    />
  );
}

/** Takes back all orders whose due date has passed. */
export function ReleaseOverdue({
  sale,
  count,
  onClose,
}: {
  sale: ProductSaleDetails;
  count: number;
  onClose(): void;
}) {
  const { t } = useWords();
  const release = useWrite('release-overdue-orders');
  const onSuccess = () => {
    showToast(t('done.releasing'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('release.all', { n: count })}
      description={t(sale.inventory_control ? 'release.about-all' : 'release.about-all-uncounted')}
      submitLabel={t('release.all', { n: count })}
      danger
      busy={release.isPending}
      error={release.error}
      onConfirm={() => release.mutate({ guid: sale.guid }, { onSuccess })}
      onClose={onClose}
    />
  );
}
