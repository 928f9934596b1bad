import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import type { ProductSaleDetails } from '../../api/types.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Check, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import {
  changeInput,
  createInput,
  NEW_SALE,
  type Question,
  REQUIRABLE,
  type SaleForm,
  TYPES,
  toSaleForm,
} from './sale-form.ts';
import { SalePreview } from './sale-preview.tsx';
import { SALE_ICONS } from './selling.tsx';

interface Props {
  /** The page that is changed; a new one is made when it is left out. */
  sale?: ProductSaleDetails;
  onClose(): void;
  onSaved(guid: string): void;
}

const PROPOSED_DAYS = '3';

type SaleFieldsProps = { sale: SaleForm; set(changed: Partial<SaleForm>): void };

/** Makes a selling page or changes it, with what buyers will see below. */
export function SaleEditor({ sale: before, onClose, onSaved }: Props) {
  const { t, lang } = useWords();
  const id = useId();
  const [sale, setSale] = useState(() => (before ? toSaleForm(before, lang) : NEW_SALE));
  const create = useWrite('create-product-sale');
  const change = useWrite('set-product-sale');
  const set = (changed: Partial<SaleForm>) => setSale((now) => ({ ...now, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = ({ guid }: { guid: string }) => {
      showToast(t('done.saved'));
      onSaved(guid);
    };
    if (before) change.mutate(changeInput(before.guid, sale, lang), { onSuccess });
    else create.mutate(createInput(sale, lang), { onSuccess });
  };
  const footer = (
    <Button type="submit" form={id} variant="primary" busy={create.isPending || change.isPending}>
      {t(before ? 'save' : 'sale.make')}
    </Button>
  );
  return (
    <Sheet open onClose={onClose} title={t(before ? 'sale.change' : 'new.sale')} footer={footer}>
      <form id={id} onSubmit={submit} noValidate className="grid gap-4">
        {!before && <Kind sale={sale} set={set} />}
        {before ? (
          <div>
            <p className="text-lg font-semibold tracking-tight">{sale.name}</p>
            <p className="mt-1 text-[0.8125rem] text-muted">
              {t('sale.fixed', { type: t(`sale.${sale.type}`) })}
            </p>
          </div>
        ) : (
          <Field label={t('field.name')}>
            <Input value={sale.name} maxLength={500} onChange={({ target }) => set({ name: target.value })} />
          </Field>
        )}
        <Price sale={sale} set={set} />
        {sale.type === 'EVENT' && <When sale={sale} set={set} />}
        <Field label={t('sale.about')} optional={t('optional')}>
          <TextArea
            value={sale.description}
            maxLength={4000}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Field>
        <Field label={t('field.terms')} optional={t('optional')}>
          <TextArea
            value={sale.terms}
            maxLength={4000}
            rows={2}
            onChange={({ target }) => set({ terms: target.value })}
          />
        </Field>
        <Stock sale={sale} set={set} left={before?.inventory_control ? before.inventory_count : null} />
        <Hold sale={sale} set={set} />
        <Required sale={sale} set={set} />
        <Questions
          fields={sale.fields}
          hint={before && t('sale.questions-hint')}
          onChange={(fields) => set({ fields })}
        />
        <SalePreview sale={sale} />
        <ErrorAlert error={create.error ?? change.error} />
      </form>
    </Sheet>
  );
}

function Kind({ sale, set }: SaleFieldsProps) {
  const { t } = useWords();
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{t('field.type')}</legend>
      {TYPES.map((type) => (
        <label
          key={type}
          className={`flex cursor-pointer items-center gap-2.5 rounded-xl border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent ${sale.type === type ? 'border-accent bg-accent-subtle' : 'hover:border-border-strong'}`}
        >
          <input
            type="radio"
            name="type"
            className="sr-only"
            checked={sale.type === type}
            onChange={() => set({ type, tax: type === 'DONA' ? 'Z' : sale.tax })}
          />
          <span className="text-accent">{SALE_ICONS[type]}</span>
          {t(`sale.${type}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Price({ sale, set }: SaleFieldsProps) {
  const { t } = useWords();
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={t(sale.type === 'DONA' ? 'sale.suggested' : 'sale.price')}>
        <Input
          figure
          inputMode="decimal"
          value={sale.amount}
          onChange={({ target }) => set({ amount: target.value })}
        />
      </Field>
      <Field label={t('field.tax')}>
        <Select value={sale.tax} onChange={({ target }) => set({ tax: target.value })}>
          {(['S', 'AA', 'Z'] as const).map((tax) => (
            <option key={tax} value={tax}>
              {t(`vat.${tax}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function When({ sale, set }: SaleFieldsProps) {
  const { t } = useWords();
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_7rem_1fr]">
      <Field label={t('field.event_date')} optional={t('optional')}>
        <DateInput value={sale.event_date} onChange={(event_date) => set({ event_date })} />
      </Field>
      <Field label={t('field.event_time')}>
        <Input
          inputMode="numeric"
          placeholder="20:00"
          maxLength={5}
          value={sale.event_time}
          onChange={({ target }) => set({ event_time: target.value })}
        />
      </Field>
      <div className="max-sm:col-span-2">
        <Field label={t('field.event_place')} optional={t('optional')}>
          <Input
            value={sale.event_place}
            maxLength={200}
            onChange={({ target }) => set({ event_place: target.value })}
          />
        </Field>
      </div>
    </div>
  );
}

/** Of a page that sells already, some are added to what is left or taken from it: others buy in the meantime. */
function Stock({ sale, set, left }: SaleFieldsProps & { left: number | null }) {
  const { t } = useWords();
  if (sale.type === 'DONA' || sale.type === 'SUB') return null;
  return (
    <div className="grid gap-2">
      {left === null && (
        <Check
          label={t(sale.type === 'EVENT' ? 'sale.seats' : 'sale.stock')}
          checked={sale.inventory_control}
          onChange={(inventory_control) =>
            set({
              inventory_control,
              // What is limited should not wait for ever for who does not pay; the seller may still empty it.
              hold_days: inventory_control && !sale.hold_days ? PROPOSED_DAYS : sale.hold_days,
            })
          }
        />
      )}
      {sale.inventory_control && (
        <div className={left === null ? 'w-40' : 'max-w-72'}>
          <Field
            label={t(left === null ? 'field.inventory_count' : 'field.inventory_add')}
            {...(left !== null && { hint: `${t('sale.left')}: ${left}` })}
          >
            <Input
              type="number"
              {...(left === null && { min: 0 })}
              value={sale.inventory_count}
              onChange={({ target }) => set({ inventory_count: target.value })}
            />
          </Field>
        </div>
      )}
    </div>
  );
}

/** Without it an order that is never paid keeps its place until somebody takes it back. */
function Hold({ sale, set }: SaleFieldsProps) {
  const { t } = useWords();
  if (sale.type === 'DONA' || sale.type === 'SUB') return null;
  return (
    <Field label={t('field.hold_days')} optional={t('optional')} hint={t('sale.hold-hint')}>
      <div className="w-40">
        <Input
          type="number"
          min={1}
          max={60}
          value={sale.hold_days}
          onChange={({ target }) => set({ hold_days: target.value })}
        />
      </div>
    </Field>
  );
}

function Required({ sale, set }: SaleFieldsProps) {
  const { t } = useWords();
  return (
    <fieldset>
      <legend className="mb-1 text-[0.8125rem] font-medium">{t('sale.requires')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {REQUIRABLE.map((one) => (
          <Check
            key={one}
            label={t(`sale.requires-${one}`)}
            checked={sale.requires.includes(one)}
            onChange={(wanted) =>
              set({
                requires: REQUIRABLE.filter((other) =>
                  other === one ? wanted : sale.requires.includes(other),
                ),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function Questions({
  fields,
  hint,
  onChange,
}: {
  fields: readonly Question[];
  hint: string | undefined;
  onChange(fields: Question[]): void;
}) {
  const { t } = useWords();
  const change = (key: number, changed: Partial<Question>) =>
    onChange(fields.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  return (
    <div>
      <p className="mb-1.5 text-[0.8125rem] font-medium">{t('sale.questions')}</p>
      {hint && <p className="mb-1.5 text-[0.8125rem] text-muted">{hint}</p>}
      <ul className="space-y-2">
        {fields.map(({ key, label, required }, place) => (
          <li key={key} className="flex items-center gap-2">
            <div className="flex-1">
              <Field label={t('sale.question', { n: place + 1 })} hideLabel>
                <Input
                  value={label}
                  maxLength={100}
                  placeholder={t('sale.question-hint')}
                  onChange={({ target }) => change(key, { label: target.value })}
                />
              </Field>
            </div>
            <Check
              label={t('sale.required')}
              checked={required}
              onChange={(next) => change(key, { required: next })}
            />
            <IconButton
              label={t('sale.drop-question', { n: place + 1 })}
              icon={<Trash2 size={16} />}
              onClick={() => onChange(fields.filter((one) => one.key !== key))}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        small
        icon={<Plus size={15} aria-hidden />}
        onClick={() => onChange([...fields, { key: Date.now(), label: '', required: false }])}
      >
        {t('sale.add-question')}
      </Button>
    </div>
  );
}
