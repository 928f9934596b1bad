import { useState } from 'react';
import { REFERENCE_NAMES } from '../../../../src/domain/invoices/references.ts';
import { LIMITS } from '../../api/limits.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { CheckField, DateField, TextAreaField, TextField } from '../../ui/forms/form-fields.tsx';
import type { EditorFieldsProps } from './editor-fields.tsx';

const MAX = LIMITS['create-draft-invoice'];

interface Props extends EditorFieldsProps {
  /** The terms of the company, which are printed where the form has none. */
  usualTerms: string;
}

/** Texts and references, collapsed until they are needed. */
export function TextFields({ form, usualTerms }: Props) {
  const { t, lang } = useTranslation();
  const { description, terms, no_terms, delivery_date } = form.fields;
  const hasReference = REFERENCE_NAMES.some((name) => form.fields[name]);
  const isFilled = description || hasReference || terms || no_terms || delivery_date;
  const [isOpen, setIsOpen] = useState(Boolean(isFilled));
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="rounded-xl border bg-paper shadow-card"
    >
      <summary className="px-5 py-3.5 font-semibold tracking-tight">
        {t('editor.more')}
        {delivery_date && !isOpen && (
          <span className="ml-2 font-normal text-muted">{formatDate(delivery_date, lang)}</span>
        )}
      </summary>
      <div className="grid gap-4 border-t p-5 sm:grid-cols-2">
        <TextAreaField
          form={form}
          name="description"
          label={t('editor.text')}
          wide
          maxLength={MAX.description}
        />
        {REFERENCE_NAMES.map((name) => (
          <TextField key={name} form={form} name={name} maxLength={MAX[name]} />
        ))}
        <DateField form={form} name="delivery_date" />
        <TermsFields form={form} usualTerms={usualTerms} />
      </div>
    </details>
  );
}

function TermsFields({ form, usualTerms }: Props) {
  const { t } = useTranslation();
  const { terms, no_terms } = form.fields;
  const shown = { ...form.fields, terms: no_terms ? '' : terms };
  return (
    <div className="sm:col-span-2">
      <TextAreaField
        form={{ fields: shown, set: form.set }}
        name="terms"
        hint={usualTerms && !no_terms && t('editor.usual-terms')}
        placeholder={no_terms ? '' : usualTerms}
        disabled={no_terms}
        maxLength={MAX.terms}
      />
      {(usualTerms || no_terms) && <CheckField form={form} name="no_terms" label={t('editor.no-terms')} />}
    </div>
  );
}
