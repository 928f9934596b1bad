import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { InputOf, OutputOf } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

export type Account = OutputOf<'show-account'>;

/** A section that needs the account before it can show anything. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const { data, error, refetch, isFetching } = useRead('show-account', {});
  if (data) return children(data);
  return (
    <Card flush>
      {error ? <LoadError error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton />}
    </Card>
  );
}

/** Fields that start as the account has them, and do so again when it has changed. */
export function useAccountFields<T extends object>(account: Account, of: (account: Account) => T) {
  const kept = JSON.stringify(of(account));
  const [fields, setFields] = useState<T>(() => JSON.parse(kept));
  useEffect(() => setFields(JSON.parse(kept)), [kept]);
  const set = (changed: Partial<T>) => setFields((before) => ({ ...before, ...changed }));
  return [fields, set] as const;
}

interface FormProps {
  title: string;
  description?: string;
  change(): InputOf<'update-company'>;
  children: ReactNode;
}

/** A card of fields that are kept together; only what it shows is sent. */
export function CompanyForm({ title, description, change, children }: FormProps) {
  const { t } = useWords();
  const save = useWrite('update-company');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(change(), { onSuccess: () => showToast(t('done.saved')) });
  };
  return (
    <Card title={title}>
      <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        {description && <p className="text-muted sm:col-span-2">{description}</p>}
        {children}
        <div className="space-y-3 sm:col-span-2">
          <ErrorAlert error={save.error} />
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
