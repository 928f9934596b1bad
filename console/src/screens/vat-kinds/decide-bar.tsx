import { CircleSlash, Plane } from 'lucide-react';
import { useState } from 'react';
import { VAT_KINDS, type VatKind } from '../../../../src/domain/invoices/vat.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import type { UnstatedRow } from './unstated-row.ts';

const I = { size: 16, 'aria-hidden': true } as const;
const ICONS = { zero_rated: <Plane {...I} />, outside: <CircleSlash {...I} /> } as const;

interface Props {
  selection: Selection<UnstatedRow>;
}

/** The two answers for all chosen records. */
export function DecideBar({ selection }: Props) {
  const { t } = useTranslation();
  const [asked, ask] = useState<VatKind | null>(null);
  const actions = VAT_KINDS.map((kind) => ({
    label: t(`vat-kind.${kind}`),
    icon: ICONS[kind],
    applies: () => true,
    does: { opens: () => ask(kind) },
  }));
  return (
    <>
      <BulkBar selection={selection} actions={actions} nameOf={({ text }) => text} />
      {asked && <Question kind={asked} selection={selection} onClose={() => ask(null)} />}
    </>
  );
}

function Question({ kind, selection, onClose }: Props & { kind: VatKind; onClose(): void }) {
  const { t, tn } = useTranslation();
  const rows = [...selection.rows.values()];
  const { run, dialog } = useConfirmedWrite('decide-vat-kind', { toast: t('vat-kinds.done'), onClose });
  const about = [
    t(`vat-kind.${kind}-hint`),
    tn('vat-kinds.ask', rows.length),
    rows.some(({ date }) => date) && t('vat-kinds.ask-issued'),
  ];
  const records = rows.map((row) => ({ kind: row.kind as 'item', guid: row.guid }));
  return (
    <ConfirmDialog
      {...dialog}
      title={t(`vat-kind.${kind}`)}
      description={about.filter(Boolean).join(' ')}
      submitLabel={t('vat-kinds.decide')}
      onConfirm={() =>
        run({ vat_kind: kind, records }, () => {
          selection.clear();
          onClose();
        })
      }
    />
  );
}
