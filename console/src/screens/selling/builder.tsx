import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useSession, useWrite } from '../../api/queries.ts';
import type { InputOf } from '../../api/types.ts';
import { formatMoney, wireNumber } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Check, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { Refusal } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { SALE_ICONS } from './selling.tsx';

const TYPES = ['EVENT', 'STAND', 'SUB', 'DONA'] as const;

const NEW = {
  type: 'EVENT' as (typeof TYPES)[number],
  name: '',
  amount: '',
  tax: 'S',
  description: '',
  terms: '',
  inventory_control: false,
  inventory_count: '',
  fields: [] as { key: number; label: string; required: boolean }[],
};

/** Makes a selling page, with what buyers will see beside it. */
export function Builder({ onClose, onSaved }: { onClose(): void; onSaved(guid: string): void }) {
  const { t, lang } = useWords();
  const id = useId();
  const [sale, setSale] = useState(NEW);
  const create = useWrite('create-product-sale');
  const set = (changed: Partial<typeof NEW>) => setSale((before) => ({ ...before, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { inventory_control, inventory_count, fields, amount, ...same } = sale;
    const sent = {
      ...same,
      amount: wireNumber(amount, lang),
      inventory_control,
      ...(inventory_control && { inventory_count }),
      fields: fields.filter(({ label }) => label.trim()).map(({ label, required }) => ({ label, required })),
    };
    create.mutate(sent as InputOf<'create-product-sale'>, {
      onSuccess: ({ guid }) => {
        say(t('done.saved'));
        onSaved(guid);
      },
    });
  };
  const footer = (
    <Button type="submit" form={id} look="primary" busy={create.isPending}>
      {t('sale.make')}
    </Button>
  );
  return (
    <Sheet open onClose={onClose} title={t('new.sale')} footer={footer}>
      <form id={id} onSubmit={submit} noValidate className="grid gap-4">
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="mb-1.5 text-[0.8125rem] font-medium">{t('field.type')}</legend>
          {TYPES.map((type) => (
            <label
              key={type}
              className={`flex cursor-pointer items-center gap-2.5 rounded-xl border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent ${sale.type === type ? 'border-accent bg-wash' : 'hover:border-edge'}`}
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
        <Field label={t('field.name')}>
          <Input value={sale.name} maxLength={500} onChange={({ target }) => set({ name: target.value })} />
        </Field>
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
        {sale.type !== 'DONA' && sale.type !== 'SUB' && (
          <div className="grid gap-2">
            <Check
              label={t(sale.type === 'EVENT' ? 'sale.seats' : 'sale.stock')}
              checked={sale.inventory_control}
              onChange={(inventory_control) => set({ inventory_control })}
            />
            {sale.inventory_control && (
              <div className="w-40">
                <Field label={t('field.inventory_count')}>
                  <Input
                    type="number"
                    min={0}
                    value={sale.inventory_count}
                    onChange={({ target }) => set({ inventory_count: target.value })}
                  />
                </Field>
              </div>
            )}
          </div>
        )}
        <Questions fields={sale.fields} onChange={(fields) => set({ fields })} />
        <Preview sale={sale} />
        <Refusal error={create.error} />
      </form>
    </Sheet>
  );
}

type Question = (typeof NEW)['fields'][number];

function Questions({
  fields,
  onChange,
}: {
  fields: readonly Question[];
  onChange(fields: Question[]): void;
}) {
  const { t } = useWords();
  const change = (key: number, changed: Partial<Question>) =>
    onChange(fields.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  return (
    <div>
      <p className="mb-1.5 text-[0.8125rem] font-medium">{t('sale.questions')}</p>
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
        look="quiet"
        small
        icon={<Plus size={15} aria-hidden />}
        onClick={() => onChange([...fields, { key: Date.now(), label: '', required: false }])}
      >
        {t('sale.add-question')}
      </Button>
    </div>
  );
}

function Preview({ sale }: { sale: typeof NEW }) {
  const { t, lang } = useWords();
  const { data: session } = useSession();
  const amount = Number(wireNumber(sale.amount, lang)) || 0;
  return (
    <section aria-label={t('sale.preview')} className="rounded-xl border bg-ground p-5">
      <p className="mb-3 text-xs font-medium text-soft">{t('sale.preview')}</p>
      <div className="rounded-xl border bg-paper p-5 shadow-card">
        <p className="text-soft">{session?.name}</p>
        <p className="mt-1 text-xl font-semibold tracking-tight">{sale.name || t('sale.nameless')}</p>
        {sale.description && <p className="mt-2 whitespace-pre-line text-soft">{sale.description}</p>}
        <p className="figure mt-3 text-2xl font-semibold tracking-tight">
          {formatMoney(amount, 'ISK', lang)}
          {sale.type === 'SUB' && <span className="text-sm font-normal text-soft"> {t('sale.monthly')}</span>}
        </p>
        <div className="mt-4 grid gap-2" aria-hidden>
          {[t('field.name'), t('field.email'), ...sale.fields.map(({ label }) => label).filter(Boolean)].map(
            (label) => (
              <span key={label} className="rounded-lg border border-edge/70 px-3 py-2 text-soft">
                {label}
              </span>
            ),
          )}
          <span className="rounded-lg bg-accent px-3 py-2 text-center font-semibold text-on-accent">
            {t(`sale.buy-${sale.type}`)}
          </span>
        </div>
      </div>
    </section>
  );
}
