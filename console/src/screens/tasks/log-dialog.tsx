import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { InputOf, Task } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { DateField, NumberField, TextAreaField } from '../../ui/forms/form-fields.tsx';

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
  const update = useWrite('edit-log-task');
  const draft = `log-${log?.guid ?? task.guid}`;
  const read = { date: log?.from_date ?? date, qty: log?.quantity, description: log?.description ?? '' };
  const { form, whenSaved, dialog } = useRecordDialog({
    draft,
    initial: toFields(read),
    writes: [create, update],
    onClose,
  });
  const change = useChange(update);
  const base = useBase(draft, read, form.isDirty);
  const submit = () => {
    // `adv` makes them the hours of a day, of which there are 24 at most.
    const adv = true;
    if (!log) {
      const entry = { guid: task.guid, ...form.fields, adv } as InputOf<'log-task'>;
      return create.mutate(entry, whenSaved(t('done.logged')));
    }
    return change.save(
      changeOf(toFields(base), form.fields, base),
      (data) => ({ guid: log.guid, ...data, ...('qty' in data && { adv }) }),
      whenSaved(t('done.saved')),
    );
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
        hint={t('tasks.hours-hint')}
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
      {change.question}
    </FormDialog>
  );
}

function toFields({
  date,
  qty,
  description,
}: {
  date: string;
  qty?: number | undefined;
  description: string;
}) {
  return { date, qty: qty === undefined ? '' : String(qty), description };
}
