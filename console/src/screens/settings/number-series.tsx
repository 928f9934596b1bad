import { type FormEvent, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Check, Field, Input } from '../../ui/field.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Word } from '../../words/lang.ts';
import { useWords } from '../../words/words.tsx';

/** The number that comes next in each series, and where that of invoices was moved on. */
export function NumberSeries() {
  const { t, lang } = useWords();
  const { data, error, refetch, isFetching } = useRead('get-numbers', {});
  const [starting, setStarting] = useState(false);
  if (!data) {
    return (
      <Card flush>
        {error ? <LoadError error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton rows={3} />}
      </Card>
    );
  }
  const figure = (value: number) => <span className="figure">{value}</span>;
  return (
    <Card title={t('numbers.title')}>
      <p className="mb-4 text-muted">{t('numbers.about')}</p>
      <Facts rows={data.series.map(({ series, next }) => [t(`series.${series}` as Word), figure(next)])} />
      {data.starts.length > 0 && (
        <ul className="mt-4 space-y-1 text-[0.8125rem] text-muted">
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
  const { t } = useWords();
  const [number, setNumber] = useState(String(next));
  const [leaveGap, setLeaveGap] = useState(false);
  const start = useWrite('start-invoice-numbers');
  const isGap = start.error instanceof CallError && start.error.code === 'number_gap';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = { next: number.replace(/[\s.]/g, ''), leave_gap: leaveGap };
    start.mutate(sent, {
      onSuccess: ({ next: kept }) => {
        showToast(t('numbers.done', { next: kept }));
        onClose();
      },
    });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" form="number-start" variant="primary" busy={start.isPending}>
        {t('save')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t('numbers.change')} footer={footer}>
      <form id="number-start" onSubmit={submit} noValidate className="grid gap-4">
        <p className="text-muted">{t('numbers.rule')}</p>
        <Field label={t('field.next')}>
          <Input
            autoFocus
            inputMode="numeric"
            maxLength={11}
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        </Field>
        <ErrorAlert error={start.error} />
        {(isGap || leaveGap) && (
          <Check label={t('numbers.leave-gap')} checked={leaveGap} onChange={setLeaveGap} />
        )}
      </form>
    </Dialog>
  );
}
