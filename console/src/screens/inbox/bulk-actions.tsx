import { CheckCheck, CheckCircle2, Send } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import { sumText } from '../../lib/sum-text.ts';
import type { Selection } from '../../lib/use-selection.ts';
import type { BulkAction } from '../../ui/bulk/bulk-action.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { useReminding } from '../../ui/records/reminding.tsx';
import { type NeedRow, nameOfNeed } from './inbox-list.tsx';

interface Props {
  selection: Selection<NeedRow>;
  asking: readonly [string | null, (label: string | null) => void];
}

/** What can be done with all chosen rows of the inbox: the steps that settle a matter. */
export function NeedsBulkActions({ selection, asking }: Props) {
  const { t, tn, lang } = useTranslation();
  const remind = useReminding<NeedRow>();
  const actions: BulkAction<NeedRow>[] = [
    { ...remind, applies: ({ what }) => what === 'overdue' },
    {
      label: t('bulk.mark-paid'),
      icon: <CheckCircle2 size={15} aria-hidden />,
      applies: ({ what }) => what === 'overdue' || what === 'collection',
      does: {
        write: { operation: 'do-paid-invoice' },
        about: (rows) =>
          tn('bulk.paid-about', rows.length, { sum: sumText(rows, ({ amount }) => amount, lang) }),
      },
    },
    {
      label: t('bulk.resend-invoice'),
      icon: <Send size={15} aria-hidden />,
      applies: ({ what }) => what === 'mail' || what === 'einvoice',
      does: {
        write: { operation: 'resend-invoice' },
        about: ({ length }) => tn('bulk.mail-about', length),
      },
    },
    {
      label: t('bulk.approve'),
      icon: <CheckCheck size={15} aria-hidden />,
      applies: ({ what }) => what === 'cost' || what === 'unread',
      does: {
        write: { operation: 'approve-cost' },
        about: ({ length }) => tn('bulk.approve-about', length),
      },
    },
  ];
  return <BulkBar selection={selection} actions={actions} nameOf={nameOfNeed} asking={asking} />;
}
