import { FileDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Cost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { buttonClass } from '../../ui/elements/button.tsx';
import { Skeleton } from '../../ui/elements/feedback.tsx';
import { useFileUrl } from '../../ui/elements/file-view.tsx';
import { EinvoiceView } from './einvoice-view.tsx';
import { PlaceMark } from './place-mark.tsx';
import type { Place } from './review-values.ts';

/** The code that draws PDFs is large, and loaded with the first of them. */
const PdfPages = lazy(async () => ({ default: (await loadChunk(() => import('./pdf-pages.tsx'))).PdfPages }));

interface Props {
  cost: Cost;
  /** Where the value of the field stands that the person looks at. */
  place: Place | null;
}

/** The receipt itself, with the place marked that a value was read from. */
export function ReceiptView({ cost: { guid, file, file_name, file_extension }, place }: Props) {
  const { t } = useTranslation();
  const url = useFileUrl(file, file_extension);
  return (
    <div className="min-h-64 border-b bg-sunken lg:overflow-auto lg:border-r lg:border-b-0">
      {!url || !file ? (
        <p className="p-10 text-center text-muted">{t('costs.no-file')}</p>
      ) : file_extension === 'xml' ? (
        // An XML file could carry a script, so the file itself is only offered for download.
        <EinvoiceView
          guid={guid}
          download={
            <a href={url} download={file_name} className={buttonClass()}>
              <FileDown size={16} aria-hidden />
              {file_name}
            </a>
          }
        />
      ) : file_extension === 'pdf' ? (
        <PdfReceipt file={file} name={file_name} url={url} place={place} />
      ) : (
        <div className="relative mx-auto my-4 w-fit max-w-[calc(100%-2rem)]">
          <img src={url} alt={t('costs.picture', { name: file_name })} className="max-w-full" />
          <PlaceMark place={place} />
        </div>
      )}
    </div>
  );
}

interface PdfProps {
  file: string;
  name: string;
  url: string;
  place: Place | null;
}

/** A PDF whose pages cannot be drawn is shown by the viewer of the browser, without marks. */
function PdfReceipt({ file, name, url, place }: PdfProps) {
  const { t } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed)
    return <iframe title={name} src={`${url}#navpanes=0&view=FitH`} className="h-full min-h-96 w-full" />;
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <div className="flex justify-end px-4 pt-4">
        <a href={url} download={name} className={buttonClass()}>
          <FileDown size={16} aria-hidden />
          {t('invoice.download')}
        </a>
      </div>
      <PdfPages file={file} name={name} place={place} onFailure={() => setHasFailed(true)} />
    </Suspense>
  );
}
