import { type FormEvent, useId, useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import type { InputOf, Task } from '../../api/types.ts';
import { wireNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { Refusal } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

/** Puts time on a task by hand. */
export function LogDialog({ task, date, onClose }: { task: Task; date: string; onClose(): void }) {
  const { t, lang } = useWords();
  const id = useId();
  const [fields, setFields] = useState({ date, qty: '', description: '' });
  const log = useWrite('log-task');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = {
      guid: task.guid,
      date: fields.date,
      qty: wireNumber(fields.qty, lang),
      description: fields.description,
    };
    log.mutate(sent as InputOf<'log-task'>, {
      onSuccess: () => {
        say(t('done.logged'));
        onClose();
      },
    });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" form={id} look="primary" busy={log.isPending}>
        {t('tasks.log')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tasks.log')}
      about={`${task.name} · ${task.customer.name}`}
      footer={footer}
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <Field label={t('tasks.hours')}>
          <Input
            autoFocus
            figure
            inputMode="decimal"
            value={fields.qty}
            onChange={({ target }) => setFields({ ...fields, qty: target.value })}
          />
        </Field>
        <Field label={t('field.date')}>
          <DateInput value={fields.date} onChange={(next) => setFields({ ...fields, date: next })} />
        </Field>
        <div className="sm:col-span-2">
          <Field label={t('tasks.what')} optional={t('optional')}>
            <TextArea
              value={fields.description}
              maxLength={4000}
              onChange={({ target }) => setFields({ ...fields, description: target.value })}
            />
          </Field>
        </div>
        <div className="sm:col-span-2">
          <Refusal error={log.error} />
        </div>
      </form>
    </Dialog>
  );
}
