import { useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Invoice, Preview } from '../../api/types.ts';
import { formatMoney, formatNumber, wireNumber } from '../../lib/format.ts';
import { useDebounced } from '../../lib/keep.ts';
import { Answer } from '../../ui/answer.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Field, Input, TextArea } from '../../ui/field.tsx';
import { Refusal } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

const SETTLE_MS = 250;

/** Credits an invoice, whole or in part. What is left and what it comes to is the server's word. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useWords();
  const left = useRead('preview-invoice', { type: 'credit', ref_invoice_guid: invoice.guid });
  return left.data ? (
    <CreditForm invoice={invoice} left={left.data} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title={t('invoice.credit')}>
      <Answer query={left} rows={4}>
        {() => null}
      </Answer>
    </Dialog>
  );
}

function CreditForm({ invoice, left, onClose }: { invoice: Invoice; left: Preview; onClose(): void }) {
  const { t, lang, maybe } = useWords();
  const [qtys, setQtys] = useState<Record<string, string>>(() =>
    Object.fromEntries(left.lines.map(({ guid, qty }) => [guid, formatNumber(qty, lang)])),
  );
  const [text, setText] = useState('');
  const [refunded, setRefunded] = useState(false);
  const asked = left.lines
    .map(({ guid }) => ({ guid, qty: wireNumber(qtys[guid] ?? '', lang) }))
    // A line of which nothing is credited stays away.
    .filter(({ qty }) => !/^[0.]*$/.test(qty));
  const body = { type: 'credit', ref_invoice_guid: invoice.guid, items: asked };
  const settled = useDebounced(JSON.stringify(body), SETTLE_MS);
  const preview = useRead('preview-invoice', JSON.parse(settled) as typeof body, { keep: true });
  const credit = useWrite('create-invoice');
  const ready =
    preview.data !== undefined && !preview.isFetching && !preview.error && settled === JSON.stringify(body);
  const amount = preview.data ? formatMoney(preview.data.amount, left.currency, lang) : '';
  const go = () =>
    credit.mutate(
      { ...body, amount: preview.data?.amount, description: text, ...(refunded && { mark_paid: true }) },
      {
        onSuccess: () => {
          say(t('done.credited'));
          onClose();
        },
      },
    );
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button look="primary" busy={credit.isPending} disabled={!ready} onClick={go}>
        {ready ? t('credit.go', { amount }) : t('invoice.credit')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invoice.credit')}
      about={t('credit.about', { number: invoice.number, name: invoice.customer.name })}
      footer={footer}
    >
      <div className="space-y-4">
        <ul className="divide-y rounded-lg border">
          {left.lines.map((line) => (
            <li key={line.guid} className="flex items-center gap-3 px-3.5 py-2.5">
              <span className="min-w-0 flex-1">
                {line.description}
                <span className="figure block text-xs text-soft">
                  {t('credit.left', {
                    qty: formatNumber(line.qty, lang),
                    unit: maybe(`uom.${line.uom}`) ?? '',
                  })}
                </span>
              </span>
              <span className="w-24">
                <Field label={`${t('field.qty')}: ${line.description}`} hideLabel>
                  <Input
                    figure
                    inputMode="decimal"
                    value={qtys[line.guid] ?? ''}
                    onChange={({ target }) => setQtys({ ...qtys, [line.guid]: target.value })}
                  />
                </Field>
              </span>
            </li>
          ))}
        </ul>
        <Field label={t('credit.why')} optional={t('optional')}>
          <TextArea value={text} onChange={({ target }) => setText(target.value)} maxLength={4000} rows={2} />
        </Field>
        {invoice.may.refund && (
          <Check label={t('credit.refunded')} checked={refunded} onChange={setRefunded} />
        )}
        <p aria-live="polite" className="flex justify-between gap-3 text-base font-semibold">
          <span>{t('credit.total')}</span>
          <span className="figure">{preview.error ? '–' : amount}</span>
        </p>
        <Refusal error={credit.error ?? preview.error} />
      </div>
    </Dialog>
  );
}
