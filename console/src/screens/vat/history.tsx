import { FileDown } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney, formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { useDownload } from '../../ui/records/use-download.ts';
import type { Return } from './return.ts';

type Submission = Return['submissions'][number];

/** What the tax office has taken, and when the period was locked and unlocked. */
export function History({ of: { submissions, locks } }: { of: Return }) {
  const { t, lang } = useTranslation();
  if (locks.length === 0) return null;
  return (
    <Card title={t('vat.history')} flush>
      <ul className="divide-y">
        {submissions.map((one) => (
          <SubmissionRow key={one.guid} one={one} />
        ))}
        {locks.map(({ locked_at, unlocked_at, reason }) => (
          <li key={locked_at} className="px-5 py-2.5">
            {t('vat.locked-at', { time: formatTime(locked_at, lang) })}
            {unlocked_at && (
              <span className="block text-muted wrap-anywhere">
                {t('vat.unlocked-at', { time: formatTime(unlocked_at, lang), reason })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SubmissionRow({ one }: { one: Submission }) {
  const { t, lang } = useTranslation();
  const receipt = useDownload('application/pdf', () => call('get-vat-receipt', { guid: one.guid }));
  const facts = [
    t('vat.assessed', { amount: formatMoney(one.assessment, 'ISK', lang) }),
    t('report.vat-due', { date: formatDate(one.due_on, lang) }),
    one.claim_no && t('vat.claim', { number: one.claim_no }),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-2.5">
      <span className="min-w-0">
        {t(one.kind === 'correction' ? 'vat.corrected-at' : 'vat.submitted-at', {
          time: formatTime(one.at, lang),
        })}
        <span className="block text-dense text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
        {one.ocr && <span className="figure block text-dense text-muted wrap-anywhere">{one.ocr}</span>}
      </span>
      <Button small busy={receipt.busy} icon={<FileDown size={15} aria-hidden />} onClick={receipt.run}>
        {t('vat.receipt')}
      </Button>
    </li>
  );
}
