import { Link2 } from 'lucide-react';
import { useWrite } from '../../api/queries.ts';
import type { BankAccount } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';

/** How long the bank may be asked for transactions of the account. */
export function useConsentText({ consent, consent_to }: BankAccount): string {
  const { t, lang } = useTranslation();
  const day = consent_to ? formatDate(consent_to, lang) : '';
  return t(`bank.consent-${consent as 'given'}`, { day });
}

/** Leads to the page of the bank on which consent is given or renewed. The bank sends the person back to the list of accounts. */
export function ConsentPart({ account }: { account: BankAccount }) {
  const { t } = useTranslation();
  const connect = useWrite('connect-bank-account');
  const isUrgent = account.consent === 'ending' || account.consent === 'ended';
  const open = () =>
    connect.mutate({ guid: account.guid }, { onSuccess: ({ url }) => url && window.location.assign(url) });
  return (
    <div className="sm:col-span-2 flex flex-wrap items-center gap-3">
      <p className={`grow text-sm ${isUrgent ? 'text-danger' : 'text-muted'}`}>{useConsentText(account)}</p>
      <Button type="button" icon={<Link2 size={16} aria-hidden />} busy={connect.isPending} onClick={open}>
        {t(account.consent === 'given' || account.consent === 'ending' ? 'bank.renew' : 'bank.connect')}
      </Button>
      <ErrorAlert error={connect.error} />
    </div>
  );
}
