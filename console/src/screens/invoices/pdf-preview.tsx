import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { PdfView } from '../../ui/elements/file-view.tsx';

interface Props {
  body: InputOf<'preview-invoice-pdf'>;
  /** Whether the form is complete enough for a preview. */
  ready: boolean;
}

/** A PDF preview of an invoice that is not issued yet. */
export function PdfPreview({ body, ready }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button wide icon={<FileText size={16} aria-hidden />} disabled={!ready} onClick={() => setOpen(true)}>
        {t('editor.pdf')}
      </Button>
      {open && <Printed body={body} onClose={() => setOpen(false)} />}
    </>
  );
}

function Printed({ body, onClose }: { body: Props['body']; onClose(): void }) {
  const { t } = useTranslation();
  const query = useRead('preview-invoice-pdf', body);
  return (
    <Sheet open onClose={onClose} title={t('editor.pdf')} description={t('editor.pdf-about')}>
      <PdfView query={query} />
    </Sheet>
  );
}
