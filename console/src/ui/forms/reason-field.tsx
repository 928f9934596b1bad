import { LIMITS } from '../../api/limits.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { TextAreaField } from './form-fields.tsx';

/** The writes that are done with a reason, which stays on record. */
type WriteWithReason = {
  [Name in keyof typeof LIMITS]: 'reason' extends keyof (typeof LIMITS)[Name] ? Name : never;
}[keyof typeof LIMITS];

interface Props {
  form: Pick<FormFields<{ reason: string }>, 'fields' | 'set'>;
  operation: WriteWithReason;
}

/** Why it is done: the first field of such a dialog. */
export function ReasonField({ form, operation }: Props) {
  const { t } = useTranslation();
  const { reason } = LIMITS[operation];
  return (
    <TextAreaField form={form} name="reason" label={t('credit.why')} autoFocus rows={2} maxLength={reason} />
  );
}
