import { LIMITS } from '../../api/limits.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { TextField } from '../../ui/forms/form-fields.tsx';

export interface TaskNames {
  name: string;
  project_name: string;
}

/** What a task is called, and the project that it belongs to. */
export function NameFields({ form }: { form: FormFields<TaskNames> }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t('field.task')}
        autoFocus
        maxLength={LIMITS['create-task'].name}
      />
      <TextField
        form={form}
        name="project_name"
        label={t('tasks.project')}
        maxLength={LIMITS['create-task'].project_name}
      />
    </>
  );
}
