import { Copy } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../elements/button.tsx';
import { showToast } from '../elements/toast.tsx';
import { Field, Input } from './field.tsx';
import { useFieldProblem } from './form.tsx';

/** A secret that is shown only once, with a button that copies it. */
export function SecretValue({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const copy = () => navigator.clipboard.writeText(value).then(() => showToast(t('done.copied')));
  return (
    <div role="status" className="space-y-2.5">
      <p className="font-medium">{label}</p>
      <code className="block rounded-lg bg-sunken px-3.5 py-2.5 text-dense whitespace-pre-line wrap-anywhere select-all">
        {value}
      </code>
      <Button icon={<Copy size={15} aria-hidden />} onClick={copy}>
        {t('copy')}
      </Button>
    </div>
  );
}

/** Asks the signed-in person for the password again, before access is granted to others. */
export function PasswordConfirmation({
  value,
  onChange,
  autoFocus = false,
}: {
  value: string;
  onChange(typed: string): void;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  const problem = useFieldProblem('current_password', value, t('own-password'));
  return (
    <Field label={t('own-password')} hint={t('own-password-hint')} problem={problem}>
      <Input
        type="password"
        autoComplete="current-password"
        maxLength={200}
        required
        autoFocus={autoFocus}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
