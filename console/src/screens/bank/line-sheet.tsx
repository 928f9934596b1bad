import { Link } from '@tanstack/react-router';
import { RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { useWrite } from '../../api/queries.ts';
import type { BankLine } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney, formatTime } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useConfirmedWrite, useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Facts } from '../../ui/elements/page.tsx';
import { ReasonField } from '../../ui/forms/reason-field.tsx';
import { DocumentQuestions } from '../../ui/records/document-questions.tsx';
import { lineTitle, type Named, useLineText } from './line-text.ts';

const I = { size: 16, 'aria-hidden': true } as const;
const LINK = 'font-medium text-accent underline-offset-2 hover:underline';

interface Props {
  line: BankLine;
  named: Named;
  onClose(): void;
}

/** A line that was booked or set aside: what it was booked as, and how to take that back. */
export function LineSheet({ line, named, onClose }: Props) {
  const { t, lang } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const isBooked = line.state === 'booked';
  return (
    <Sheet
      open
      onClose={onClose}
      title={lineTitle(line)}
      description={formatDate(line.booked_on, lang)}
      footer={
        <Button icon={isBooked ? <Undo2 {...I} /> : <RotateCcw {...I} />} onClick={() => setAsking(true)}>
          {t(isBooked ? 'bank.unbook' : 'bank.restore')}
        </Button>
      }
    >
      <div className="space-y-6">
        <span className="figure block text-3xl font-semibold tracking-tight">
          {formatMoney(line.amount, line.currency, lang)}
        </span>
        <DocumentQuestions kind="bank_line" guid={line.guid} name={lineTitle(line)} />
        <LineFactsList line={line} named={named} />
      </div>
      {isAsking && isBooked && <UnbookDialog line={line} onClose={() => setAsking(false)} onDone={onClose} />}
      {isAsking && !isBooked && (
        <RestoreDialog line={line} onClose={() => setAsking(false)} onDone={onClose} />
      )}
    </Sheet>
  );
}

function LineFactsList({ line, named }: Pick<Props, 'line' | 'named'>) {
  const { t, lang } = useTranslation();
  const { actionsText } = useLineText(named);
  const { booking, counterparty, balance, currency } = line;
  const payments = booking?.actions.flatMap(({ payment_guid }) => payment_guid ?? []) ?? [];
  return (
    <Facts
      rows={[
        booking && [
          t('bank.booked-as'),
          <>
            {actionsText(booking.actions, line)}
            {payments.map((guid) => (
              <Link key={guid} to="/payments" search={{ open: guid }} className={`${LINK} block`}>
                {t('bank-action.payment')}
              </Link>
            ))}
          </>,
        ],
        booking && [
          t('payment.recorded-at'),
          `${formatTime(booking.booked_at, lang)}${booking.automatic ? ` · ${t('bank.by-itself')}` : ''}`,
        ],
        line.state === 'ignored' ? [t('bank.ignored-because'), line.reason] : null,
        [t('bank-column.text'), line.text],
        [t('bank-column.reference'), line.reference],
        [
          t('bank.counterparty'),
          [counterparty.name, formatKennitala(counterparty.registration_no), counterparty.account_no]
            .filter(Boolean)
            .join(' · '),
        ],
        balance === null ? null : [t('bank.balance-after'), formatMoney(balance, currency, lang)],
      ]}
    />
  );
}

interface AskProps {
  line: BankLine;
  onClose(): void;
  onDone(): void;
}

function UnbookDialog({ line, onClose, onDone }: AskProps) {
  const { t } = useTranslation();
  const unbook = useWrite('unbook-bank-line');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `unbook-${line.guid}`,
    initial: { reason: '' },
    writes: [unbook],
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={t('bank.unbook')}
      description={lineTitle(line)}
      submitLabel={t('bank.unbook')}
      submitsBy="button"
      columns={1}
      onSubmit={() =>
        unbook.mutate({ guid: line.guid, data: form.fields }, whenSaved(t('done.reopened'), onDone))
      }
    >
      <p>{t('bank.unbook-about')}</p>
      <ReasonField form={form} operation="unbook-bank-line" />
    </FormDialog>
  );
}

function RestoreDialog({ line, onClose, onDone }: AskProps) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('restore-bank-line', { toast: t('done.reopened'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('bank.restore')}
      description={t('bank.restore-about')}
      submitLabel={t('bank.restore')}
      onConfirm={() => run({ guid: line.guid }, onDone)}
    />
  );
}
