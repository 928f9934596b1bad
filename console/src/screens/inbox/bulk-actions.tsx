import { CheckCheck, Send } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import type { BulkAction } from '../../ui/bulk/bulk-action.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { useMarkingPaid } from '../../ui/records/marking-paid.tsx';
import { useReminding } from '../../ui/records/reminding.tsx';
import { type NeedRow, nameOfNeed } from './inbox-list.tsx';

interface Props {
  selection: Selection<NeedRow>;
  asking: readonly [string | null, (label: string | null) => void];
}

/** What can be done with all chosen rows of the inbox: the steps that settle a matter. */
export function NeedsBulkActions({ selection, asking }: Props) {
  const { t, tn } = useTranslation();
  const remind = useReminding<NeedRow>();
  const markPaid = useMarkingPaid<NeedRow>(({ amount }) => amount);
  const actions: BulkAction<NeedRow>[] = [
    { ...remind, applies: ({ what }) => what === 'overdue' },
    { ...markPaid, applies: ({ what }) => what === 'overdue' || what === 'collection' },
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
