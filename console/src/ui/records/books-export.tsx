import { Archive, Download } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMegabytes } from '../../lib/format.ts';
import { Button, buttonClass } from '../elements/button.tsx';
import { ErrorAlert } from '../elements/feedback.tsx';

const POLL_MS = 1000;

interface Props {
  period: { from_date: string; to_date: string };
}

/** Has everything that an accountant needs of some days put into one ZIP, and offers it when it is ready. */
export function BooksExport({ period: { from_date, to_date } }: Props) {
  const { t, lang } = useTranslation();
  const [begun, setBegun] = useState<{ guid: string; days: string } | null>(null);
  const begin = useWrite('export-books');
  const days = `${from_date} ${to_date} ${lang}`;
  // Other days were chosen meanwhile.
  const guid = begun?.days === days ? begun.guid : '';
  const { data } = useRead(
    'get-export',
    { guid },
    { enabled: guid !== '', pollMs: (found) => (found?.state === 'running' ? POLL_MS : false) },
  );
  const found = guid === '' ? undefined : data;
  const start = () =>
    begin.mutate(
      { from_date, to_date, lang },
      { onSuccess: (export_) => setBegun({ guid: export_.guid, days }) },
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-2" aria-live="polite">
      {found?.state === 'ready' ? (
        <a href={`/exports/${found.guid}`} download className={buttonClass('plain')}>
          <Download size={15} aria-hidden />
          {t('export.fetch', { size: formatMegabytes(found.size ?? 0, lang) })}
        </a>
      ) : (
        <Button
          icon={<Archive size={15} aria-hidden />}
          busy={begin.isPending || found?.state === 'running'}
          onClick={start}
        >
          {t('export.accountant')}
        </Button>
      )}
      {found?.state === 'failed' && <span className="text-danger">{t('data.failed')}</span>}
      <ErrorAlert error={begin.error} />
    </span>
  );
}
