import { useWrite } from '../../api/queries.ts';
import type { Guest, SaleInFull } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

/** Takes one unpaid order back. */
export function ReleaseOrder({ sale, row, onClose }: { sale: SaleInFull; row: Guest; onClose(): void }) {
  const { t } = useWords();
  const release = useWrite('release-order');
  const onSuccess = () => {
    say(t('done.released'));
    onClose();
  };
  return (
    <Confirm
      title={t('release.ask', { name: row.name })}
      about={t(sale.inventory_control ? 'release.about' : 'release.about-uncounted')}
      button={t('release.order')}
      danger
      busy={release.isPending}
      error={release.error}
      onGo={() => release.mutate({ guid: sale.guid, invoice_number: row.invoice_number }, { onSuccess })}
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
  sale: SaleInFull;
  count: number;
  onClose(): void;
}) {
  const { t } = useWords();
  const release = useWrite('release-overdue-orders');
  const onSuccess = () => {
    say(t('done.releasing'));
    onClose();
  };
  return (
    <Confirm
      title={t('release.all', { n: count })}
      about={t(sale.inventory_control ? 'release.about-all' : 'release.about-all-uncounted')}
      button={t('release.all', { n: count })}
      danger
      busy={release.isPending}
      error={release.error}
      onGo={() => release.mutate({ guid: sale.guid }, { onSuccess })}
      onClose={onClose}
    />
  );
}
