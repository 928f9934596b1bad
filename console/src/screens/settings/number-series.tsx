import { useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { useFields } from '../../lib/use-fields.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { Card, Facts } from '../../ui/elements/page.tsx';
import { QueryCard } from '../../ui/elements/query-view.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { CheckField, NumberField } from '../../ui/forms/form-fields.tsx';

/** The next number of each series, and the gaps that were left in the series of invoices. */
export function NumberSeries() {
  const { t, lang } = useTranslation();
  const query = useRead('get-numbers', {});
  const [starting, setStarting] = useState(false);
  const { data } = query;
  if (!data) return <QueryCard query={query} rows={3} />;
  const figure = (value: number) => <span className="figure">{value}</span>;
  return (
    <Card title={t('numbers.title')}>
      <p className="mb-4 text-muted">{t('numbers.about')}</p>
      <Facts rows={data.series.map(({ series, next }) => [t(`series.${series}` as TextKey), figure(next)])} />
      {data.starts.length > 0 && (
        <ul className="mt-4 space-y-1 text-dense text-muted">
          {data.starts.map(({ after, next, at }) => (
            <li key={after}>
              {after === 0
                ? t('numbers.began', { next, on: formatDate(at, lang) })
                : t('numbers.skipped', { from: after + 1, to: next - 1, on: formatDate(at, lang) })}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5">
        <Button onClick={() => setStarting(true)}>{t('numbers.change')}</Button>
      </div>
      {starting && <SetNextNumber next={data.series[0]?.next ?? 1} onClose={() => setStarting(false)} />}
    </Card>
  );
}

function SetNextNumber({ next, onClose }: { next: number; onClose(): void }) {
  const { t } = useTranslation();
  const form = useFields({ next: String(next), leave_gap: false });
  const { fields } = form;
  const start = useWrite('start-invoice-numbers');
  const isGap = start.error instanceof CallError && start.error.code === 'number_gap';
  const submit = () =>
    start.mutate(fields, {
      onSuccess: ({ next: stored }) => {
        showToast(t('numbers.done', { next: stored }));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t('numbers.change')}
      submitLabel={t('save')}
      busy={start.isPending}
      error={start.error}
      submitsBy="button"
      onSubmit={submit}
      onClose={onClose}
      isDirty={form.isDirty}
      columns={1}
    >
      <p className="text-muted">{t('numbers.rule')}</p>
      <NumberField form={form} name="next" autoFocus kind={{ isWhole: true }} maxLength={11} />
      {(isGap || fields.leave_gap) && (
        <CheckField form={form} name="leave_gap" label={t('numbers.leave-gap')} />
      )}
    </FormDialog>
  );
}
