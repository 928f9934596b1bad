import { Download } from 'lucide-react';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMegabytes, formatTime } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { ImportAccount } from './account-import.tsx';
import { CloseAccount } from './close-account.tsx';
import { ImportRecords } from './import-records.tsx';

const POLL_MS = 2000;

/** What arrives in files and from other accounts, and what leaves as a whole. */
export function Data() {
  return (
    <>
      <ImportRecords />
      <ImportAccount />
      <AccountExport />
      <CloseAccount />
    </>
  );
}

/** Begins an export of everything, and offers the newest one when it is ready. */
function AccountExport() {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const { data: exports } = useRead(
    'get-exports',
    { kind: 'account' },
    {
      enabled: session?.person.role === 'owner',
      pollMs: (found) => (found?.[0]?.state === 'running' ? POLL_MS : false),
    },
  );
  const begin = useWrite('export-account');
  const newest = exports?.[0];
  const isRunning = newest?.state === 'running';
  return (
    <Card title={t('data.export')}>
      <p className="text-muted">{t('data.export-about')}</p>
      <p className="mt-2 text-muted">{t('data.export-law')}</p>
      <div className="mt-5 flex flex-wrap items-center gap-3" aria-live="polite">
        <Button onClick={() => begin.mutate({})} busy={begin.isPending || isRunning}>
          {t('data.begin')}
        </Button>
        {isRunning && <span className="text-muted">{t('data.running')}</span>}
        {newest?.state === 'failed' && <span className="text-danger">{t('data.failed')}</span>}
        {newest?.state === 'ready' && (
          <a href={`/exports/${newest.guid}`} download className={buttonClass('plain')}>
            <Download size={15} aria-hidden />
            {t('data.fetch', {
              at: formatTime(newest.created_at, lang),
              size: formatMegabytes(newest.size ?? 0, lang),
            })}
          </a>
        )}
      </div>
    </Card>
  );
}
