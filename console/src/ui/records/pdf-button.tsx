import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../elements/button.tsx';
import { PdfView } from '../elements/file-view.tsx';

interface Props {
  operation:
    | 'get-invoice-pdf'
    | 'get-reminder-pdf'
    | 'get-quote-pdf'
    | 'get-order-invoice-pdf'
    | 'get-draft-invoice-pdf';
  guid: string;
  /** Left out, it only says that it shows the PDF. */
  label?: string;
}

/** A PDF that the server prints when it is asked for. */
export function PdfButton({ operation, guid, label }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const query = useRead(operation as 'get-invoice-pdf', { guid }, { enabled: open });
  if (open)
    return (
      <div className="w-full">
        <PdfView query={query} />
      </div>
    );
  return (
    <Button icon={<FileDown size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {label ?? t('invoice.pdf')}
    </Button>
  );
}
