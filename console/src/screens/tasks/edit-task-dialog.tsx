import { useWrite } from '../../api/queries.ts';
import type { Task } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { NameFields, type TaskNames } from './name-fields.tsx';

/** Renames a task, or moves it to another project. */
export function EditTaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const { t } = useTranslation();
  const update = useWrite('update-task');
  const { form, whenSaved, dialog } = useRecordDialog<TaskNames>({
    draft: `task-${task.guid}`,
    initial: { name: task.name, project_name: task.project_name },
    writes: [update],
    onClose,
  });
  const change = useChange(update);
  const base = useBase(`task-${task.guid}`, task, form.isDirty);
  const submit = () =>
    change.save(
      changeOf(base, { ...base, ...form.fields }, base),
      (data) => ({ guid: task.guid, data }),
      whenSaved(t('done.saved'), onClose),
    );
  return (
    <FormDialog {...dialog} title={t('task.edit')} submitLabel={t('save')} onSubmit={submit} columns={1}>
      <NameFields form={form} />
      {change.question}
    </FormDialog>
  );
}
