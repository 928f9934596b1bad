import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { InputOf, Task } from '../../api/types.ts';
import { parseNumber } from '../../lib/format.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { DateField, NumberField, TextAreaField } from '../../ui/form-fields.tsx';
import { useRecordDialog } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';

/** Logs time on a task by hand. */
export function LogDialog({ task, date, onClose }: { task: Task; date: string; onClose(): void }) {
  const { t, lang } = useWords();
  const log = useWrite('log-task');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `log-${task.guid}`,
    initial: { date, qty: '', description: '' },
    writes: [log],
    onClose,
  });
  const submit = () => {
    const input = { ...form.fields, guid: task.guid, qty: parseNumber(form.fields.qty, lang) };
    log.mutate(input as InputOf<'log-task'>, whenSaved(t('done.logged')));
  };
  return (
    <FormDialog
      {...dialog}
      title={t('tasks.log')}
      description={`${task.name} · ${task.customer.name}`}
      submitLabel={t('tasks.log')}
      onSubmit={submit}
    >
      <NumberField form={form} name="qty" label={t('tasks.hours')} autoFocus />
      <DateField form={form} name="date" />
      <TextAreaField
        form={form}
        name="description"
        label={t('tasks.what')}
        optional
        wide
        maxLength={LIMITS['log-task'].description}
      />
    </FormDialog>
  );
}
