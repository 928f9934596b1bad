import { Banknote, CheckCheck, FileArchive, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { fetchReceipt } from '../../api/bulk-calls.ts';
import type { FoundCost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import type { BulkAction } from '../../ui/bulk/bulk-action.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { PayDialog } from './pay-dialog.tsx';

interface Props {
  selection: Selection<FoundCost>;
  toTable(rows: readonly FoundCost[]): readonly (readonly Cell[])[];
}

const isToPay = ({ state, is_imported, remaining }: FoundCost) =>
  (state === 'Created' || state === 'Posted' || is_imported) && remaining > 0;
const isNew = ({ state }: FoundCost) => state === 'New';

/** What can be done with all chosen costs. One that lacks something is refused, and waits for a look at it. */
export function CostBulkActions({ selection, toTable }: Props) {
  const { t, tn } = useTranslation();
  const [toPay, setToPay] = useState<readonly FoundCost[] | null>(null);
  const receipts = { label: t('bulk.receipts'), archive: 'receipts' };
  const actions: BulkAction<FoundCost>[] = [
    {
      label: t('bulk.approve'),
      icon: <CheckCheck size={15} aria-hidden />,
      variant: 'primary',
      applies: isNew,
      does: {
        write: { operation: 'approve-cost' },
        about: (rows) => {
          const first = rows.filter(({ needs }) => needs === 'first').length;
          const parts = [
            ...(first < rows.length ? [tn('bulk.approve-about', rows.length - first)] : []),
            ...(first > 0 ? [tn('bulk.approve-first-about', first)] : []),
          ];
          return parts.join(' ');
        },
      },
    },
    {
      label: t('pay.title'),
      icon: <Banknote size={15} aria-hidden />,
      applies: isToPay,
      does: { opens: setToPay },
    },
    {
      label: receipts.label,
      icon: <FileArchive size={15} aria-hidden />,
      applies: ({ has_file }) => has_file,
      does: { files: { ...receipts, load: ({ guid }) => fetchReceipt(guid) } },
    },
    {
      label: t('delete'),
      icon: <Trash2 size={15} aria-hidden />,
      variant: 'danger',
      applies: isNew,
      does: { write: { operation: 'delete-cost' }, about: ({ length }) => tn('bulk.delete-about', length) },
    },
  ];
  return (
    <>
      <BulkBar
        selection={selection}
        actions={actions}
        nameOf={({ supplier_name, description }) => supplier_name || description || t('costs.unknown')}
        table={{ name: 'costs', load: toTable }}
      />
      {toPay && <PayDialog costs={toPay} onClose={() => setToPay(null)} />}
    </>
  );
}
