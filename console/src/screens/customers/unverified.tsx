import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import type { Customer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { CustomerPicker } from '../../ui/forms/record-pickers.tsx';
import { PendingBadge } from '../../ui/records/pending.tsx';

interface Props {
  customer: Customer;
}

/** A profile that a buyer typed on a selling page: the seller decides whether it is a new customer or one of theirs. */
export function UnverifiedCard({ customer }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'confirm' | 'merge' | null>(null);
  const close = () => setAsking(null);
  return (
    <Card title={t('customer.unverified')}>
      <p className="text-dense text-muted">
        {t(customer.possible_match ? 'customer.unverified-match' : 'customer.unverified-about')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <PendingBadge guid={customer.guid}>
          <Button
            small
            variant={customer.possible_match ? 'primary' : 'plain'}
            onClick={() => setAsking('merge')}
          >
            {t('customer.merge')}
          </Button>
          <Button small onClick={() => setAsking('confirm')}>
            {t('customer.confirm')}
          </Button>
        </PendingBadge>
      </div>
      {asking === 'confirm' && <Confirm customer={customer} onClose={close} />}
      {asking === 'merge' && <Merge customer={customer} onClose={close} />}
    </Card>
  );
}

function Confirm({ customer: { guid, name }, onClose }: Props & { onClose(): void }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('confirm-customer', { toast: t('done.saved'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('customer.confirm-ask', { name })}
      description={t('customer.confirm-about')}
      submitLabel={t('customer.confirm')}
      onConfirm={() => run({ guid })}
    />
  );
}

function Merge({ customer: { guid, name, possible_match }, onClose }: Props & { onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useScreenNavigate();
  const { run, dialog } = useConfirmedWrite('merge-customers', { toast: t('customer.merged'), onClose });
  const [chosen, setChosen] = useState<{ guid: string; name: string } | null>(null);
  const match = useRead('get-customer', { guid: possible_match ?? '' }, { enabled: possible_match !== null });
  const into = chosen ?? match.data ?? null;
  const open = () => navigate({ to: '/customers/$guid', params: { guid: into?.guid ?? '' }, replace: true });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('customer.merge-ask', { name })}
      description={t('customer.merge-about')}
      submitLabel={t('customer.merge')}
      danger
      onConfirm={() => run({ guid, into: into?.guid ?? '' }, open)}
    >
      <CustomerPicker field="into" chosen={into?.name ?? ''} onChoose={setChosen} />
    </ConfirmDialog>
  );
}
