import { CheckCheck, FileArchive, Trash2 } from 'lucide-react';
import { fetchReceipt, writeOne } from '../../api/bulk-calls.ts';
import type { FoundCost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import { type BulkAction, BulkBar } from '../../ui/bulk-bar.tsx';

interface Props {
  rows: readonly FoundCost[];
  selection: Selection;
  toTable(rows: readonly FoundCost[]): readonly (readonly Cell[])[];
}

const isNew = ({ state }: FoundCost) => state === 'New';

/** What can be done with all chosen costs. One that lacks something is refused, and waits for a look at it. */
export function CostBulkActions({ rows, selection, toTable }: Props) {
  const { t } = useTranslation();
  const actions: BulkAction<FoundCost>[] = [
    {
      label: t('bulk.approve'),
      icon: <CheckCheck size={15} aria-hidden />,
      variant: 'primary',
      applies: isNew,
      question: ({ length: n }) => t('bulk.approve-about', { n }),
      run: ({ guid }) => writeOne('approve-cost', { guid }),
    },
    {
      label: t('bulk.receipts'),
      icon: <FileArchive size={15} aria-hidden />,
      applies: ({ has_file }) => has_file,
      archive: 'receipts',
      run: ({ guid }) => fetchReceipt(guid),
    },
    {
      label: t('delete'),
      icon: <Trash2 size={15} aria-hidden />,
      variant: 'danger',
      applies: isNew,
      question: ({ length: n }) => t('bulk.delete-about', { n }),
      run: ({ guid }) => writeOne('delete-cost', { guid }),
    },
  ];
  return (
    <BulkBar
      rows={rows}
      selection={selection}
      actions={actions}
      nameOf={({ supplier_name, description }) => supplier_name || description || t('costs.unknown')}
      table={{ name: 'costs', load: toTable }}
    />
  );
}
