import { useWrite } from '../../api/queries.ts';
import type { InputOf, Task } from '../../api/types.ts';
import { parseNumber } from '../../lib/format.ts';
import { useDraftFields } from '../../lib/use-draft.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

/** Puts time on a task by hand. */
export function LogDialog({ task, date, onClose }: { task: Task; date: string; onClose(): void }) {
  const { t, lang } = useWords();
  const { fields, set, forget } = useDraftFields(`log-${task.guid}`, { date, qty: '', description: '' });
  const log = useWrite('log-task');
  const close = () => {
    forget();
    onClose();
  };
  const submit = () => {
    const sent = { ...fields, guid: task.guid, qty: parseNumber(fields.qty, lang) };
    log.mutate(sent as InputOf<'log-task'>, {
      onSuccess: () => {
        showToast(t('done.logged'));
        close();
      },
    });
  };
  return (
    <FormDialog
      title={t('tasks.log')}
      description={`${task.name} · ${task.customer.name}`}
      submitLabel={t('tasks.log')}
      busy={log.isPending}
      error={log.error}
      onSubmit={submit}
      onClose={close}
    >
      <Field label={t('tasks.hours')}>
        <Input
          autoFocus
          figure
          inputMode="decimal"
          value={fields.qty}
          onChange={({ target }) => set({ qty: target.value })}
        />
      </Field>
      <Field label={t('field.date')}>
        <DateInput value={fields.date} onChange={(next) => set({ date: next })} />
      </Field>
      <div className="sm:col-span-2">
        <Field label={t('tasks.what')} optional={t('optional')}>
          <TextArea
            value={fields.description}
            maxLength={4000}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
