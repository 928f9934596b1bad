import { FileDown } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { useDownload } from '../../ui/records/use-download.ts';

type SentFile = OutputOf<'get-journal-exports'>[number];

const SHOWN = 20;

/** The files that were sent, newest first, each as it was. */
export function SentFiles() {
  const { t } = useTranslation();
  const query = useRead('get-journal-exports', { limit: SHOWN });
  if (query.data?.length === 0) return null;
  return (
    <Card title={t('journal.files')} flush>
      <QueryView query={query} rows={3}>
        {(files) => (
          <ul className="divide-y">
            {files.map((file) => (
              <FileRow key={file.guid} file={file} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function FileRow({ file }: { file: SentFile }) {
  const { t, tn, lang } = useTranslation();
  const { guid, created_at, file_name, layout, entries, debit, only_new } = file;
  const download = useDownload('text/csv', () => call('get-journal-export', { guid }));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{file_name}</p>
        <p className="text-dense text-muted">
          {[
            formatDate(created_at.slice(0, 10), lang),
            layout,
            tn('journal.entries', entries),
            formatNumber(debit, lang, 2, 2),
            ...(only_new ? [t('journal.only-new')] : []),
          ].join(' · ')}
        </p>
      </div>
      <Button
        small
        aria-label={`${t('journal.download')}: ${file_name}`}
        icon={<FileDown size={15} aria-hidden />}
        busy={download.busy}
        onClick={download.run}
      >
        {t('journal.download')}
      </Button>
    </li>
  );
}
