import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { PdfView } from '../../ui/elements/file-view.tsx';

/** The PDF of the document that a program has proposed, as it would be printed now. */
export function PrintedProposal({ guid }: { guid: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="px-5 pb-4">
      <Button small icon={<FileText size={15} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('editor.pdf')}
      </Button>
      {isOpen && <Printed guid={guid} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function Printed({ guid, onClose }: { guid: string; onClose(): void }) {
  const { t } = useTranslation();
  const query = useRead('preview-proposal-pdf', { guid });
  return (
    <Sheet open onClose={onClose} title={t('editor.pdf')} description={t('editor.pdf-about')}>
      <PdfView query={query} />
    </Sheet>
  );
}
