import { FileArchive, Mail, Send, Trash2 } from 'lucide-react';
import { fetchPdf, writeOne } from '../../api/bulk-calls.ts';
import type { SalesDocumentSummary as Document } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import { type BulkAction, BulkBar } from '../../ui/bulk-bar.tsx';
import { type Kind, OPERATIONS } from './operations.ts';

interface Props {
  kind: Kind;
  rows: readonly Document[];
  selection: Selection;
  toTable(rows: readonly Document[]): readonly (readonly Cell[])[];
}

/** What can be done with all chosen drafts, quotes or orders. A quote is accepted one by one. */
export function DocumentBulkActions({ kind, rows, selection, toTable }: Props) {
  const { t, tn } = useTranslation();
  const { invoice, remove, pdf } = OPERATIONS[kind];
  const send: BulkAction<Document> = {
    label: t('quote.send'),
    icon: <Mail size={15} aria-hidden />,
    variant: 'primary',
    applies: ({ may, customer }) => may.send && customer.email !== '',
    question: (of) => tn('bulk.mail-about', of.length),
    run: ({ guid }) => writeOne('send-quote', { guid }),
    done: (n) => t('bulk.done', { n }),
  };
  const issue: BulkAction<Document> = {
    label: t(`invoice-it.${kind}`),
    icon: <Send size={15} aria-hidden />,
    variant: 'primary',
    applies: ({ may }) => may.invoice,
    question: ({ length: n }) => t('bulk.issue-about', { n }),
    run: ({ guid }) => writeOne(invoice, { guid }),
  };
  const actions: BulkAction<Document>[] = [
    kind === 'quote' ? send : issue,
    {
      label: t('bulk.pdfs'),
      icon: <FileArchive size={15} aria-hidden />,
      applies: () => true,
      run: ({ guid }) => fetchPdf(pdf, { guid }),
    },
    {
      label: t('delete'),
      icon: <Trash2 size={15} aria-hidden />,
      variant: 'danger',
      applies: ({ may }) => may.change,
      question: ({ length: n }) => t('bulk.delete-about', { n }),
      run: ({ guid }) => writeOne(remove, { guid }),
    },
  ];
  return (
    <BulkBar
      rows={rows}
      selection={selection}
      actions={actions}
      nameOf={({ number, customer }) => [number && `#${number}`, customer.name].filter(Boolean).join(' · ')}
      table={{ name: `${kind}s`, load: toTable }}
    />
  );
}
