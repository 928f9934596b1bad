import { Banknote, FileArchive, Send } from 'lucide-react';
import { fetchPdf } from '../../api/bulk-calls.ts';
import type { FoundInvoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import type { BulkAction } from '../../ui/bulk/bulk-action.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { useMarkingPaid } from '../../ui/records/marking-paid.tsx';
import { useReminding } from '../../ui/records/reminding.tsx';

interface Props {
  selection: Selection<FoundInvoice>;
  toTable(rows: readonly FoundInvoice[]): readonly (readonly Cell[])[];
  asking: readonly [string | null, (label: string | null) => void];
  /** Records one payment for all chosen invoices. */
  onPay(rows: readonly FoundInvoice[]): void;
}

/** Whether one payment can settle them: several of one customer, in one currency. */
function areOfOnePayer(rows: readonly FoundInvoice[]): boolean {
  const payers = new Set(rows.map(({ customer_guid, currency }) => `${customer_guid} ${currency}`));
  return rows.length > 1 && payers.size === 1;
}

const isOwed = ({ remaining, type }: FoundInvoice) => type === 'invoice' && remaining > 0;
const isLate = ({ tab }: FoundInvoice) => tab === 'overdue';
const isIssued = ({ number }: FoundInvoice) => number !== '';

/** What can be done with all chosen invoices. */
export function BulkActions({ selection, toTable, asking, onPay }: Props) {
  const { t, tn } = useTranslation();
  const pdfs = { label: t('bulk.pdfs'), archive: 'invoices' };
  const remind = useReminding<FoundInvoice>();
  const markPaid = useMarkingPaid<FoundInvoice>(({ remaining }) => remaining);
  const together: BulkAction<FoundInvoice> = {
    label: t('payment.record-one'),
    icon: <Banknote size={15} aria-hidden />,
    applies: isOwed,
    does: { opens: onPay },
  };
  const actions: BulkAction<FoundInvoice>[] = [
    { ...markPaid, variant: 'primary', applies: isOwed },
    ...(areOfOnePayer([...selection.rows.values()].filter(isOwed)) ? [together] : []),
    { ...remind, applies: isLate },
    {
      label: t('bulk.resend-invoice'),
      icon: <Send size={15} aria-hidden />,
      applies: isIssued,
      does: {
        write: { operation: 'resend-invoice' },
        about: (of) => tn('bulk.mail-about', of.length),
        instead: { ...pdfs, reason: 'no_email', load: ({ guid }) => fetchPdf('get-invoice-pdf', { guid }) },
      },
    },
    {
      label: t('bulk.pdfs'),
      icon: <FileArchive size={15} aria-hidden />,
      applies: isIssued,
      does: { files: { ...pdfs, load: ({ guid }) => fetchPdf('get-invoice-pdf', { guid }) } },
    },
  ];
  return (
    <BulkBar
      selection={selection}
      actions={actions}
      nameOf={({ number, customer_name }) => `#${number} · ${customer_name}`}
      table={{ name: 'invoices', load: toTable }}
      asking={asking}
    />
  );
}
