import { FileDown, KeyRound, Lock, LockOpen, Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { BooksExport } from '../../ui/records/books-export.tsx';
import { useDownload } from '../../ui/records/use-download.ts';
import { LockQuestion } from './lock-question.tsx';
import type { Return } from './return.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import { TaxLoginDialog } from './tax-login-dialog.tsx';
import { UnlockDialog } from './unlock-dialog.tsx';

const I = { size: 16, 'aria-hidden': true } as const;
const QUESTIONS = { lock: LockQuestion, unlock: UnlockDialog, submit: SubmitDialog, login: TaxLoginDialog };
type Asked = keyof typeof QUESTIONS;

/** Files of the return, and what can be done with its period now. */
export function ReturnActions({ of }: { of: Return }) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const input = { period: of.period, lang };
  const pdf = useDownload('application/pdf', () => call('get-vat-return-pdf', input));
  const csv = useDownload('text/csv', () => call('get-vat-return-csv', input));
  const isOver = of.to_date < (session?.today ?? '');
  const mayUnlock = ['owner', 'accountant'].includes(session?.person.role ?? '');
  const mayFile = isOver && mayUnlock && of.state !== 'submitted' && !of.is_submitting;
  const AskedQuestion = asked && QUESTIONS[asked];
  return (
    <div className="no-print flex flex-wrap gap-2">
      <Button busy={pdf.busy} icon={<FileDown {...I} />} onClick={pdf.run}>
        PDF
      </Button>
      <Button busy={csv.busy} icon={<FileDown {...I} />} onClick={csv.run}>
        CSV
      </Button>
      <BooksExport period={of} />
      {isOver && of.state === 'open' && (
        <Button icon={<Lock {...I} />} onClick={() => setAsked('lock')}>
          {t('vat.lock')}
        </Button>
      )}
      {of.state !== 'open' && mayUnlock && !of.is_submitting && (
        <Button icon={<LockOpen {...I} />} onClick={() => setAsked('unlock')}>
          {t('vat.unlock')}
        </Button>
      )}
      {mayFile && (
        <>
          <Button icon={<KeyRound {...I} />} onClick={() => setAsked('login')}>
            {t('vat.login')}
          </Button>
          <Button variant="primary" icon={<Send {...I} />} onClick={() => setAsked('submit')}>
            {t('vat.submit')}
          </Button>
        </>
      )}
      {AskedQuestion && <AskedQuestion of={of} onClose={() => setAsked(null)} />}
    </div>
  );
}
