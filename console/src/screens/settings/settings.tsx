import { type FormEvent, useEffect, useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/types.ts';
import { formatBankAccount, formatKennitala } from '../../lib/format.ts';
import { setTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Check, Field, Input, Select } from '../../ui/field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Refusal, Skeleton, Trouble } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import type { Lang } from '../../words/lang.ts';
import { useWords } from '../../words/words.tsx';
import { Bookkeepers } from './bookkeepers.tsx';
import { Myself } from './myself.tsx';
import { People } from './people.tsx';

type Account = AnswerOf<'show-account'>;

export function Settings() {
  const { t } = useWords();
  const { data, error, refetch, isFetching } = useRead('show-account', {});
  return (
    <Page title={t('nav.settings')} narrow>
      <div className="grid gap-4">
        {data ? (
          <Company account={data} />
        ) : (
          <Card flush>
            {error ? <Trouble error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton />}
          </Card>
        )}
        <Appearance />
        <Myself />
        <People />
        <Bookkeepers />
        {data && <Plan account={data} />}
      </div>
    </Page>
  );
}

function Company({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, setFields] = useState(() => fieldsOf(account));
  const save = useWrite('update-company');
  useEffect(() => setFields(fieldsOf(account)), [account]);
  const set = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const {
      cost_auto_approve,
      einvoice_email_fallback,
      reminder_days_before,
      reminder_days_after,
      ...company
    } = fields;
    const settings = {
      cost_auto_approve,
      einvoice_email_fallback,
      reminder_days_before: reminder_days_before || '0',
      reminder_days_after: reminder_days_after || '0',
    };
    save.mutate({ ...company, settings }, { onSuccess: () => say(t('done.saved')) });
  };
  return (
    <Card title={t('settings.company')}>
      <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.name')}>
          <Input value={fields.name} maxLength={200} onChange={({ target }) => set({ name: target.value })} />
        </Field>
        <Field label={t('field.registration_no')} hint={t('settings.kennitala')}>
          <Input value={formatKennitala(account.registration_no)} disabled />
        </Field>
        <Field label={t('field.vat_no')}>
          <Input
            value={fields.vat_no}
            maxLength={20}
            onChange={({ target }) => set({ vat_no: target.value })}
          />
        </Field>
        <Field label={t('field.email')}>
          <Input
            type="email"
            value={fields.email}
            maxLength={200}
            onChange={({ target }) => set({ email: target.value })}
          />
        </Field>
        <div className="sm:col-span-2">
          <Field label={t('field.address')}>
            <Input
              value={fields.address}
              maxLength={200}
              onChange={({ target }) => set({ address: target.value })}
            />
          </Field>
        </div>
        <Field label={t('field.zip')}>
          <Input value={fields.zip} maxLength={20} onChange={({ target }) => set({ zip: target.value })} />
        </Field>
        <Field label={t('field.city')}>
          <Input value={fields.city} maxLength={100} onChange={({ target }) => set({ city: target.value })} />
        </Field>
        <Field label={t('field.bank_account')} hint={t('settings.bank')}>
          <Input
            value={fields.bank_account}
            placeholder="0000-00-000000"
            onChange={({ target }) => set({ bank_account: target.value })}
          />
        </Field>
        <div className="sm:col-span-2">
          <Check
            label={t('settings.auto-approve')}
            hint={t('settings.auto-approve-hint')}
            checked={fields.cost_auto_approve}
            onChange={(cost_auto_approve) => set({ cost_auto_approve })}
          />
        </div>
        <Field label={t('settings.before')} hint={t('settings.never')}>
          <Input
            type="number"
            min={0}
            max={60}
            value={fields.reminder_days_before}
            onChange={({ target }) => set({ reminder_days_before: target.value })}
          />
        </Field>
        <Field label={t('settings.after')} hint={t('settings.never')}>
          <Input
            type="number"
            min={0}
            max={60}
            value={fields.reminder_days_after}
            onChange={({ target }) => set({ reminder_days_after: target.value })}
          />
        </Field>
        <div className="sm:col-span-2">
          <Check
            label={t('settings.fallback')}
            hint={t('settings.fallback-hint')}
            checked={fields.einvoice_email_fallback}
            onChange={(einvoice_email_fallback) => set({ einvoice_email_fallback })}
          />
        </div>
        <div className="space-y-3 sm:col-span-2">
          <Refusal error={save.error} />
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function fieldsOf(account: Account) {
  const { name, vat_no, email, address, zip, city } = account;
  return {
    name,
    vat_no,
    email,
    address,
    zip,
    city,
    bank_account: formatBankAccount(account.bank_account),
    cost_auto_approve: account.settings.cost_auto_approve !== false,
    einvoice_email_fallback: account.settings.einvoice_email_fallback === true,
    reminder_days_before: String(account.settings.reminder_days_before ?? '0'),
    reminder_days_after: String(account.settings.reminder_days_after ?? '0'),
  };
}

function Appearance() {
  const { t, lang, setLang } = useWords();
  const theme = useTheme();
  return (
    <Card title={t('settings.appearance')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('settings.language')}>
          <Select value={lang} onChange={({ target }) => setLang(target.value as Lang)}>
            <option value="is">Íslenska</option>
            <option value="en">English</option>
          </Select>
        </Field>
        <Field label={t('settings.theme')}>
          <Select value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
            <option value="system">{t('theme.system')}</option>
            <option value="light">{t('theme.light')}</option>
            <option value="dark">{t('theme.dark')}</option>
          </Select>
        </Field>
      </div>
    </Card>
  );
}

function Plan({ account }: { account: Account }) {
  const { t } = useWords();
  return (
    <Card title={t('settings.plan')}>
      <p className="mb-3 text-soft">{t('settings.plan-about')}</p>
      <ul className="flex flex-wrap gap-2">
        {account.subscriptions.map((one) => (
          <li key={one}>
            <Badge tone="good">{t(`plan.${one}`)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
