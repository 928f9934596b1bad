import { FileDown } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { decodeBase64 } from '../../lib/save-file.ts';
import { buttonClass } from './button.tsx';
import { type QueryState, QueryView } from './query-view.tsx';

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

/** An object URL for a base64 file; it is revoked when the component unmounts. */
export function useFileUrl(base64: string | null | undefined, extension: string): string | null {
  const address = useMemo(() => {
    if (!base64) return null;
    return URL.createObjectURL(new Blob([decodeBase64(base64)], { type: TYPES[extension] ?? '' }));
  }, [base64, extension]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}

/** A PDF with a download link, and its loading and failed states. */
export function PdfView({ query }: { query: QueryState<{ file: string; file_name: string }> }) {
  const { t } = useTranslation();
  const { data } = query;
  const address = useFileUrl(data?.file, 'pdf');
  return (
    <QueryView query={query} rows={3}>
      {({ file_name }) =>
        address && (
          <div className="space-y-2">
            <a href={address} download={file_name} className={buttonClass()}>
              <FileDown size={16} aria-hidden />
              {t('invoice.download')}
            </a>
            <iframe
              title={file_name}
              src={`${address}#navpanes=0&view=FitH`}
              className="h-[70dvh] w-full rounded-lg border bg-white"
            />
          </div>
        )
      }
    </QueryView>
  );
}
