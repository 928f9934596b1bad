import { CheckCircle2, FileArchive, Send } from 'lucide-react';
import { fetchPdf } from '../../api/bulk-calls.ts';
import type { FoundInvoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { sumText } from '../../lib/sum-text.ts';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import type { BulkAction } from '../../ui/bulk/bulk-action.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { useReminding } from '../../ui/records/reminding.tsx';

interface Props {
  selection: Selection<FoundInvoice>;
  toTable(rows: readonly FoundInvoice[]): readonly (readonly Cell[])[];
  asking: readonly [string | null, (label: string | null) => void];
}

const isOwed = ({ remaining }: FoundInvoice) => remaining > 0;
const isLate = ({ tab }: FoundInvoice) => tab === 'overdue';
const isIssued = ({ number }: FoundInvoice) => number !== '';

/** What can be done with all chosen invoices. */
export function BulkActions({ selection, toTable, asking }: Props) {
  const { t, tn, lang } = useTranslation();
  const pdfs = { label: t('bulk.pdfs'), archive: 'invoices' };
  const remind = useReminding<FoundInvoice>();
  const actions: BulkAction<FoundInvoice>[] = [
    {
      label: t('bulk.mark-paid'),
      icon: <CheckCircle2 size={15} aria-hidden />,
      variant: 'primary',
      applies: isOwed,
      does: {
        write: { operation: 'do-paid-invoice' },
        about: (of) =>
          tn('bulk.paid-about', of.length, { sum: sumText(of, ({ remaining }) => remaining, lang) }),
      },
    },
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
