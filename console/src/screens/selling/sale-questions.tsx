import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button, IconButton } from '../../ui/elements/button.tsx';
import { Check, Field, Input } from '../../ui/forms/field.tsx';
import type { Question } from './sale-form.ts';

const MAX_LABEL = 100;

interface Props {
  fields: readonly Question[];
  hint: string | undefined;
  onChange(fields: Question[]): void;
}

/** The questions that buyers answer with their order. */
export function Questions({ fields, hint, onChange }: Props) {
  const { t } = useTranslation();
  const change = (key: number, changed: Partial<Question>) =>
    onChange(fields.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  return (
    <div>
      <p className="mb-1.5 text-dense font-medium">{t('sale.questions')}</p>
      {hint && <p className="mb-1.5 text-dense text-muted">{hint}</p>}
      <ul className="space-y-2">
        {fields.map(({ key, label, required }, index) => (
          <li key={key} className="flex items-center gap-2">
            <div className="flex-1">
              <Field label={t('sale.question', { n: index + 1 })} hideLabel>
                <Input
                  value={label}
                  maxLength={MAX_LABEL}
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
              label={t('sale.drop-question', { n: index + 1 })}
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
