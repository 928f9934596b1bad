import { BellRing, CheckCircle2, FileArchive, Send } from 'lucide-react';
import { currencyPlaces } from '../../../../src/domain/money.ts';
import { fetchPdf, writeOne } from '../../api/bulk-calls.ts';
import type { FoundInvoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import { type BulkAction, BulkBar } from '../../ui/bulk-bar.tsx';

interface Props {
  rows: readonly FoundInvoice[];
  selection: Selection;
  toTable(rows: readonly FoundInvoice[]): readonly (readonly Cell[])[];
}

const isOwed = ({ remaining }: FoundInvoice) => remaining > 0;
const isIssued = ({ number }: FoundInvoice) => number !== '';

/** What can be done with all chosen invoices. */
export function BulkActions({ rows, selection, toTable }: Props) {
  const { t, tn, lang } = useTranslation();
  const mails = (of: readonly FoundInvoice[]) => tn('bulk.mail-about', of.length);
  const sent = (count: number) => t('bulk.done', { n: count });
  const actions: BulkAction<FoundInvoice>[] = [
    {
      label: t('invoice.mark-paid'),
      icon: <CheckCircle2 size={15} aria-hidden />,
      variant: 'primary',
      applies: isOwed,
      question: (of) => t('bulk.paid-about', { n: tn('invoices', of.length), sum: sumText(of, lang) }),
      run: ({ guid }) => writeOne('do-paid-invoice', { guid }),
    },
    {
      label: t('bulk.remind-invoice'),
      icon: <BellRing size={15} aria-hidden />,
      applies: isOwed,
      question: mails,
      run: ({ guid }) => writeOne('remind-invoice', { guid }),
      done: sent,
    },
    {
      label: t('bulk.resend-invoice'),
      icon: <Send size={15} aria-hidden />,
      applies: isIssued,
      question: mails,
      run: ({ guid }) => writeOne('resend-invoice', { guid }),
      done: sent,
    },
    {
      label: t('bulk.pdfs'),
      icon: <FileArchive size={15} aria-hidden />,
      applies: isIssued,
      run: ({ guid }) => fetchPdf('get-invoice-pdf', { guid }),
    },
  ];
  return (
    <BulkBar
      rows={rows}
      selection={selection}
      actions={actions}
      nameOf={({ number, customer_name }) => `#${number} · ${customer_name}`}
      table={{ name: 'invoices', load: toTable }}
    />
  );
}

/** What is left to pay of them, one sum for each currency. Each is rounded as it is paid, so that their sum is too. */
function sumText(rows: readonly FoundInvoice[], lang: 'is' | 'en'): string {
  const sums = new Map<string, number>();
  for (const { currency, remaining } of rows) {
    const units = Math.round(remaining * 10 ** currencyPlaces(currency));
    sums.set(currency, (sums.get(currency) ?? 0) + units);
  }
  return [...sums]
    .map(([currency, units]) => formatMoney(units / 10 ** currencyPlaces(currency), currency, lang))
    .join(' + ');
}
