import { FileArchive, Mail, Send, Trash2 } from 'lucide-react';
import { fetchPdf } from '../../api/bulk-calls.ts';
import type { SalesDocumentSummary as Document } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import type { BulkAction } from '../../ui/bulk/bulk-action.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { type Kind, OPERATIONS } from './operations.ts';

interface Props {
  kind: Kind;
  selection: Selection<Document>;
  toTable(rows: readonly Document[]): readonly (readonly Cell[])[];
}

/** What can be done with all chosen drafts, quotes or orders. A quote is accepted one by one. */
export function DocumentBulkActions({ kind, selection, toTable }: Props) {
  const { t, tn } = useTranslation();
  const { invoice, remove, pdf } = OPERATIONS[kind];
  const pdfs = {
    label: t('bulk.pdfs'),
    archive: `${kind}s`,
    load: ({ guid }: Document) => fetchPdf(pdf, { guid }),
  };
  const send: BulkAction<Document> = {
    label: t('bulk.send-quotes'),
    icon: <Mail size={15} aria-hidden />,
    variant: 'primary',
    applies: ({ may }) => may.send,
    does: {
      write: { operation: 'send-quote' },
      about: ({ length }) => tn('bulk.mail-about', length),
      instead: { ...pdfs, reason: 'no_email' },
    },
  };
  const issue: BulkAction<Document> = {
    label: t('bulk.issue'),
    icon: <Send size={15} aria-hidden />,
    variant: 'primary',
    applies: ({ may }) => may.invoice,
    does: { write: { operation: invoice }, about: ({ length }) => tn('bulk.issue-about', length) },
  };
  const actions: BulkAction<Document>[] = [
    kind === 'quote' ? send : issue,
    {
      label: pdfs.label,
      icon: <FileArchive size={15} aria-hidden />,
      applies: () => true,
      does: { files: pdfs },
    },
    {
      label: t('delete'),
      icon: <Trash2 size={15} aria-hidden />,
      variant: 'danger',
      applies: ({ may }) => may.change,
      does: { write: { operation: remove }, about: ({ length }) => tn('bulk.delete-about', length) },
    },
  ];
  return (
    <BulkBar
      selection={selection}
      actions={actions}
      nameOf={({ number, customer }) => [number && `#${number}`, customer.name].filter(Boolean).join(' · ')}
      table={{ name: `${kind}s`, load: toTable }}
    />
  );
}
