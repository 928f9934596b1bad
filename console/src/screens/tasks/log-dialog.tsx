import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { InputOf, Task } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { DateField, NumberField, TextAreaField } from '../../ui/form-fields.tsx';
import { useRecordDialog } from '../../ui/use-record-dialog.ts';

interface Props {
  task: Task;
  date: string;
  /** The entry that is changed; a new one when left out. */
  log?: Task['logs'][number] | undefined;
  onClose(): void;
}

/** Logs time on a task by hand, or changes an entry that is on no invoice. */
export function LogDialog({ task, date, log, onClose }: Props) {
  const { t } = useTranslation();
  const create = useWrite('log-task');
  const change = useWrite('edit-log-task');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `log-${log?.guid ?? task.guid}`,
    initial: log
      ? { date: log.from_date, qty: String(log.quantity), description: log.description }
      : { date, qty: '', description: '' },
    writes: [create, change],
    onClose,
  });
  const submit = () => {
    // `adv` makes them the hours of a day, of which there are 24 at most.
    const fields = { ...form.fields, adv: true };
    if (log)
      change.mutate({ guid: log.guid, ...fields } as InputOf<'edit-log-task'>, whenSaved(t('done.saved')));
    else create.mutate({ guid: task.guid, ...fields } as InputOf<'log-task'>, whenSaved(t('done.logged')));
  };
  return (
    <FormDialog
      {...dialog}
      title={t(log ? 'tasks.edit-log' : 'tasks.log')}
      description={`${task.name} · ${task.customer.name}`}
      submitLabel={t(log ? 'save' : 'tasks.log')}
      onSubmit={submit}
    >
      <NumberField
        form={form}
        name="qty"
        // Without hours the server wants the time of day from which the work went on.
        field={form.fields.qty.trim() === '' ? 'h' : 'qty'}
        label={t('tasks.hours')}
        kind={{ isHours: true }}
        autoFocus
      />
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
