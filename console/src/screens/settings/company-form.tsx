import type { ReactNode } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { InputOf, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useDraft } from '../../lib/use-draft.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { QueryCard } from '../../ui/elements/query-view.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';

export type Account = OutputOf<'show-account'>;

/** A section that needs the account before it can show anything. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const query = useRead('show-account', {});
  return query.data ? children(query.data) : <QueryCard query={query} />;
}

interface AccountFields<T extends object> extends FormFields<T> {
  /** The fields and the account that they were changed from. */
  base: { fields: T; account: Account };
}

/**
 * Fields that start with the values of the account. What was typed is kept under this name until it is saved, over a change
 * of the screen and a reload; fields that nobody typed into follow the account.
 */
export function useAccountFields<T extends object>(
  name: string,
  account: Account,
  select: (account: Account) => T,
): AccountFields<T> {
  const draft = `company-${name}`;
  const [typed, change, discard] = useDraft<Partial<T>>(draft, {});
  const isDirty = Object.keys(typed).length > 0;
  const base = useBase(draft, account, isDirty);
  const fields = { ...select(isDirty ? base : account), ...typed };
  const set = (changed: Partial<T>) => change((before) => ({ ...before, ...changed }));
  return { fields, set, discard, isDirty, base: { fields: select(base), account: base } };
}

interface FormProps<T extends object> {
  title: string;
  description?: string;
  form: AccountFields<T>;
  /** The input for the fields: only what the card shows. */
  toInput(fields: T): InputOf<'update-company'>;
  children: ReactNode;
}

/** A card of settings that are saved together. */
export function CompanyForm<T extends object>({ title, description, form, toInput, children }: FormProps<T>) {
  const { t } = useTranslation();
  const save = useWrite('update-company');
  const change = useChange(save);
  const { fields, base, discard } = form;
  const submit = () =>
    change.save(changeOf(toInput(base.fields), toInput(fields), base.account), (data) => data, {
      onSuccess: () => {
        discard();
        showToast(t('done.saved'));
      },
    });
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
        {change.question}
      </Form>
    </Card>
  );
}
