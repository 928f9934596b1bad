import { type ReactNode, useEffect, useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { InputOf, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Form } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryCard } from '../../ui/query-view.tsx';
import { showToast } from '../../ui/toast.tsx';

export type Account = OutputOf<'show-account'>;

/** A section that needs the account before it can show anything. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const query = useRead('show-account', {});
  return query.data ? children(query.data) : <QueryCard query={query} />;
}

/** Fields that start with the values of the account, and start again when the account has changed. */
export function useAccountFields<T extends object>(
  account: Account,
  select: (account: Account) => T,
): FormFields<T> {
  const stored = JSON.stringify(select(account));
  const [fields, setFields] = useState<T>(() => JSON.parse(stored));
  useEffect(() => setFields(JSON.parse(stored)), [stored]);
  const set = (changed: Partial<T>) => setFields((before) => ({ ...before, ...changed }));
  const isDirty = JSON.stringify(fields) !== stored;
  return { fields, set, discard: () => setFields(JSON.parse(stored)), isDirty };
}

interface FormProps {
  title: string;
  description?: string;
  /** The change that is sent: only what the card shows. */
  change(): InputOf<'update-company'>;
  children: ReactNode;
}

/** A card of settings that are saved together. */
export function CompanyForm({ title, description, change, children }: FormProps) {
  const { t } = useTranslation();
  const save = useWrite('update-company');
  const submit = () => save.mutate(change(), { onSuccess: () => showToast(t('done.saved')) });
  return (
    <Card title={title}>
      <Form error={save.error} onSubmit={submit} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {description && <p className="text-muted sm:col-span-2">{description}</p>}
        {children}
        <div className="space-y-3 sm:col-span-2">
          <ErrorAlert error={save.error} />
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
