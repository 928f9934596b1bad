import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { useTranslation } from '../../i18n/translation.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { decodeBase64 } from '../../lib/save-file.ts';
import { Skeleton } from '../../ui/elements/feedback.tsx';
import { PlaceMark } from './place-mark.tsx';
import type { Place } from './review-values.ts';

/** As many as the server reads. */
const MAX_PAGES = 10;
const WIDTH_PX = 1600;
/** Beyond this a browser draws nothing; a long strip of paper is drawn with fewer pixels. */
const MAX_HEIGHT_PX = 8000;

interface Props {
  file: string;
  name: string;
  place: Place | null;
  /** The file could not be drawn here. */
  onFailure(): void;
}

/**
 * The pages of a PDF as pictures, so that places on them can be marked: the viewer of the browser cannot do that. The
 * file comes from outside, so neither its scripts nor its fonts nor its links are used; the Content-Security-Policy
 * forbids `eval` besides.
 */
export function PdfPages({ file, name, place, onFailure }: Props) {
  const pages = usePages(file, onFailure);
  if (!pages) return <Skeleton rows={8} />;
  return (
    <div className="space-y-4 p-4">
      {pages.map((page) => (
        <PdfPage
          key={page.pageNumber}
          page={page}
          name={name}
          place={place?.page === page.pageNumber ? place : null}
        />
      ))}
    </div>
  );
}

function usePages(file: string, onFailure: () => void): readonly PDFPageProxy[] | null {
  const [pages, setPages] = useState<readonly PDFPageProxy[] | null>(null);
  const fail = useRef(onFailure);
  fail.current = onFailure;
  useEffect(() => {
    let isCurrent = true;
    const opening = openPdf(file);
    opening
      .then(async (pdf) => {
        const numbers = Array.from({ length: Math.min(pdf.numPages, MAX_PAGES) }, (_, at) => at + 1);
        const opened = await Promise.all(numbers.map((number) => pdf.getPage(number)));
        if (isCurrent) setPages(opened);
      })
      .catch(() => isCurrent && fail.current());
    return () => {
      isCurrent = false;
      opening.then((pdf) => pdf.loadingTask.destroy()).catch(() => {});
    };
  }, [file]);
  return pages;
}

async function openPdf(file: string): Promise<PDFDocumentProxy> {
  const { getDocument } = await loadChunk(() => import('unpdf/pdfjs'));
  return getDocument({
    data: decodeBase64(file),
    disableFontFace: true,
    useSystemFonts: true,
    enableXfa: false,
    verbosity: 0,
  }).promise;
}

function PdfPage({ page, name, place }: { page: PDFPageProxy; name: string; place: Place | null }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(WIDTH_PX / width, MAX_HEIGHT_PX / height);
  useEffect(() => {
    if (!canvas.current) return;
    const drawing = page.render({ canvas: canvas.current, viewport: page.getViewport({ scale }) });
    // Rejects when it is cancelled; a page that cannot be drawn stays white beside the others.
    drawing.promise.catch(() => {});
    return () => drawing.cancel();
  }, [page, scale]);
  return (
    <div className="relative mx-auto max-w-3xl bg-white shadow-card">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('costs.picture', { name })}
        width={Math.floor(width * scale)}
        height={Math.floor(height * scale)}
        className="block w-full"
      />
      <PlaceMark place={place} />
    </div>
  );
}
