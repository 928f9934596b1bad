import { FileDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Cost } from '../../api/types.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useFileUrl } from '../../ui/file-view.tsx';
import { useWords } from '../../words/words.tsx';
import type { Place } from './review-values.ts';

interface Props {
  cost: Cost;
  /** Where the value of the field stands that the person looks at. */
  place: Place | null;
}

/** The receipt itself, with the place marked that a value was read from. */
export function ReceiptView({ cost: { file, file_name, file_extension }, place }: Props) {
  const { t } = useWords();
  const url = useFileUrl(file, file_extension);
  return (
    <div className="min-h-64 border-b bg-sunken lg:overflow-auto lg:border-r lg:border-b-0">
      {!url ? (
        <p className="p-10 text-center text-muted">{t('costs.no-file')}</p>
      ) : file_extension === 'xml' ? (
        // An XML file could carry a script, so it is only offered for download.
        <p className="space-y-3 p-10 text-center text-muted">
          <span className="block">{t('costs.electronic')}</span>
          <a href={url} download={file_name} className={buttonClass()}>
            <FileDown size={16} aria-hidden />
            {file_name}
          </a>
        </p>
      ) : file_extension === 'pdf' ? (
        <iframe title={file_name} src={`${url}#navpanes=0&view=FitH`} className="h-full min-h-96 w-full" />
      ) : (
        <div className="relative mx-auto my-4 w-fit max-w-[calc(100%-2rem)]">
          <img src={url} alt={t('costs.picture', { name: file_name })} className="max-w-full" />
          <PlaceMark place={place} />
        </div>
      )}
    </div>
  );
}

/** How far the mark reaches beyond the letters, as a fraction of the picture. */
const MARGIN = 0.006;
const percent = (fraction: number) => `${fraction * 100}%`;

function PlaceMark({ place }: { place: Place | null }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place) mark.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  if (!place) return null;
  return (
    <div
      ref={mark}
      data-place
      aria-hidden
      className="pointer-events-none absolute rounded border-2 border-accent bg-accent/20 mix-blend-multiply"
      style={{
        left: percent(place.x0 - MARGIN),
        top: percent(place.y0 - MARGIN),
        width: percent(place.x1 - place.x0 + 2 * MARGIN),
        height: percent(place.y1 - place.y0 + 2 * MARGIN),
      }}
    />
  );
}
