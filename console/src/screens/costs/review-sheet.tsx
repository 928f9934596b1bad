import { RotateCcw, Check as Tick, Trash2, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type FormEvent, useId } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Cost, InputOf, OutputOf } from '../../api/types.ts';
import { formatKennitala, formatMoney, formatNumber, parseNumber } from '../../lib/format.ts';
import { useDraftFields } from '../../lib/use-draft.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { useFocusReturn } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Check, Field, Input, Select } from '../../ui/field.tsx';
import { useFileUrl } from '../../ui/file-view.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { COST_CODE_ORDER } from './cost-codes.ts';
import { CostState } from './costs.tsx';

type Reading = OutputOf<'get-cost-reading'>;

interface Props {
  guid: string;
  onClose(): void;
  onNext(): void;
}

/** The receipt beside what was read from it: put right, approve, next. */
export function ReviewSheet({ guid, onClose, onNext }: Props) {
  const { t } = useWords();
  const wayBack = useFocusReturn();
  const cost = useRead('get-cost', { guid });
  const reading = useRead('get-cost-reading', { guid });
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-40 bg-black/40 dark:bg-black/60" />
        <Radix.Content
          {...wayBack}
          aria-describedby={undefined}
          className="slide-in fixed inset-y-0 right-0 z-50 flex w-full max-w-6xl flex-col border-l bg-paper shadow-float"
        >
          <div className="flex items-center gap-3 border-b px-5 py-3.5">
            <Radix.Title className="min-w-0 flex-1 truncate text-base font-semibold tracking-tight">
              {cost.data?.supplier_name || t('costs.review')}
            </Radix.Title>
            {cost.data && <CostState state={cost.data.state} />}
            <Radix.Close asChild>
              <IconButton label={t('close')} icon={<X size={18} />} />
            </Radix.Close>
          </div>
          {cost.data && reading.data ? (
            <div className="grid min-h-0 flex-1 overflow-y-auto lg:grid-cols-[minmax(0,1fr)_26rem] lg:overflow-hidden">
              <Receipt cost={cost.data} />
              <ReviewForm cost={cost.data} reading={reading.data} onClose={onClose} onNext={onNext} />
            </div>
          ) : (
            <QueryView query={cost.data ? reading : cost}>{() => null}</QueryView>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Receipt({ cost: { file, file_name, file_extension } }: { cost: Cost }) {
  const { t } = useWords();
  const url = useFileUrl(file, file_extension);
  return (
    <div className="min-h-64 border-b bg-sunken lg:overflow-auto lg:border-r lg:border-b-0">
      {!url ? (
        <p className="p-10 text-center text-muted">{t('costs.no-file')}</p>
      ) : file_extension === 'pdf' ? (
        <iframe title={file_name} src={`${url}#navpanes=0&view=FitH`} className="h-full min-h-96 w-full" />
      ) : (
        <img src={url} alt={t('costs.picture', { name: file_name })} className="mx-auto max-w-full p-4" />
      )}
    </div>
  );
}

function ReviewForm({
  cost,
  reading,
  onClose,
  onNext,
}: {
  cost: Cost;
  reading: Reading;
  onClose(): void;
  onNext(): void;
}) {
  const { t, lang } = useWords();
  const id = useId();
  const figure = (value: number) => (value === 0 ? '' : formatNumber(value, lang, 0, 2));
  const { fields, set, forget } = useDraftFields(`cost-${cost.guid}`, {
    supplier_name: cost.supplier_name,
    supplier_id: formatKennitala(cost.supplier_id),
    issue_date: cost.issue_date ?? '',
    amount: figure(cost.amount),
    vat_24: figure(cost.vat_S),
    vat_11: figure(cost.vat_AA),
    cost_code: cost.cost_code,
    how_paid: cost.how_paid ? String(cost.how_paid) : '',
    description: cost.description,
    invoice_number: cost.invoice_number,
    credit_note: cost.credit_note,
  });
  const approve = useWrite('approve-cost');
  const reopen = useWrite('move-cost-to-new');
  const remove = useWrite('delete-cost');
  const { may } = cost;
  const isNew = may.approve;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { amount, vat_24, vat_11, cost_code, how_paid, issue_date, ...same } = fields;
    const sent = {
      guid: cost.guid,
      ...same,
      amount: parseNumber(amount, lang),
      vat_24: parseNumber(vat_24, lang) || '0',
      vat_11: parseNumber(vat_11, lang) || '0',
      ...(cost_code && { cost_code }),
      ...(how_paid && { how_paid }),
      ...(issue_date && { issue_date }),
    };
    approve.mutate(sent as InputOf<'approve-cost'>, {
      onSuccess: () => {
        forget();
        showToast(t('done.approved'));
        onNext();
      },
    });
  };
  // Ctrl or ⌘ and Enter approves from anywhere in the form.
  const onKey = (event: React.KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
  };
  const hint = (name: string) => {
    const read = reading.fields.find((one) => one.name === name);
    if (!read || !isNew) return {};
    const sure = Math.round(read.confidence * 100);
    return {
      hint: (
        <span className={read.sure ? '' : 'text-warning'}>
          {t(read.sure ? 'costs.sure' : 'costs.unsure', { sure, found: read.found })}
        </span>
      ),
    };
  };
  const input = (
    name: 'supplier_name' | 'supplier_id' | 'amount' | 'vat_24' | 'vat_11' | 'invoice_number' | 'description',
    figured = false,
  ) => (
    <Field key={name} label={t(`field.${name}`)} {...hint(name)}>
      <Input
        figure={figured}
        disabled={!isNew}
        {...(figured && { inputMode: 'decimal' as const })}
        value={fields[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  );
  return (
    <form id={id} onSubmit={submit} onKeyDown={onKey} noValidate className="flex min-h-0 flex-col">
      <div className="flex-1 space-y-4 overflow-y-auto p-5">
        {reading.problem && isNew && (
          <p className="rounded-lg bg-warning-subtle px-3.5 py-2.5 text-warning">{t('costs.unread')}</p>
        )}
        {cost.accounting_message && (
          <p className="rounded-lg bg-sunken px-3.5 py-2.5">{cost.accounting_message}</p>
        )}
        {input('supplier_name')}
        <div className="grid gap-4 sm:grid-cols-2">
          {input('supplier_id')}
          <Field label={t('field.date')} {...hint('issue_date')}>
            <DateInput value={fields.issue_date} onChange={(issue_date) => set({ issue_date })} />
          </Field>
        </div>
        <div className="grid grid-cols-3 gap-4">
          {input('amount', true)}
          {input('vat_24', true)}
          {input('vat_11', true)}
        </div>
        <Field label={t('field.cost_code')}>
          <Select
            disabled={!isNew}
            value={fields.cost_code}
            onChange={({ target }) => set({ cost_code: target.value })}
          >
            <option value="">{t('costs.choose-code')}</option>
            {COST_CODE_ORDER.map((code) => (
              <option key={code} value={code}>
                {code} · {t(`code.${code}`)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('field.how_paid')}>
            <Select
              disabled={!isNew}
              value={fields.how_paid}
              onChange={({ target }) => set({ how_paid: target.value })}
            >
              <option value="">–</option>
              {(['1', '2', '3', '4'] as const).map((way) => (
                <option key={way} value={way}>
                  {t(`paid-by.${way}`)}
                </option>
              ))}
            </Select>
          </Field>
          {input('invoice_number')}
        </div>
        {input('description')}
        <Check
          label={t('costs.credit')}
          disabled={!isNew}
          checked={fields.credit_note}
          onChange={(credit_note) => set({ credit_note })}
        />
        <ErrorAlert error={approve.error ?? reopen.error ?? remove.error} />
      </div>
      <div className="flex flex-wrap gap-2 border-t px-5 py-3.5">
        {isNew && (
          <Button
            type="submit"
            variant="primary"
            icon={<Tick size={16} aria-hidden />}
            busy={approve.isPending}
          >
            {fields.amount
              ? t('costs.approve-amount', {
                  amount: formatMoney(Number(parseNumber(fields.amount, lang)) || 0, cost.currency, lang),
                })
              : t('costs.approve')}
          </Button>
        )}
        {may.reopen && (
          <Button
            icon={<RotateCcw size={16} aria-hidden />}
            busy={reopen.isPending}
            onClick={() =>
              reopen.mutate({ guid: cost.guid }, { onSuccess: () => showToast(t('done.reopened')) })
            }
          >
            {t('costs.reopen')}
          </Button>
        )}
        {may.delete && (
          <Button
            variant="danger"
            icon={<Trash2 size={16} aria-hidden />}
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { guid: cost.guid },
                {
                  onSuccess: () => {
                    showToast(t('done.deleted'));
                    onClose();
                  },
                },
              )
            }
          >
            {t('delete')}
          </Button>
        )}
      </div>
    </form>
  );
}
