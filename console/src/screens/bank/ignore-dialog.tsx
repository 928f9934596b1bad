import { LIMITS } from '../../api/limits.ts';
import { useRead } from '../../api/queries.ts';
import type { BankLine } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFields } from '../../lib/use-fields.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { CheckField, TextField } from '../../ui/forms/form-fields.tsx';
import { lineTitle } from './line-text.ts';

interface Props {
  line: BankLine;
  onIgnore(guids: readonly string[], reason: string): void;
  onClose(): void;
}

/** Sets a line aside, or all with its text. */
export function IgnoreDialog({ line, onIgnore, onClose }: Props) {
  const { t } = useTranslation();
  const form = useFields({ reason: t('bank.ignore-reason'), all: false });
  const { data } = useRead('get-same-bank-lines', { guid: line.guid });
  const same = data?.guids ?? [];
  const { reason, all } = form.fields;
  const submit = () => {
    onClose();
    onIgnore(all ? same : [line.guid], reason.trim() || t('bank.ignore-reason'));
  };
  return (
    <FormDialog
      title={t('bank.ignore').replace('…', '')}
      description={lineTitle(line)}
      submitLabel={t('bank.ignore').replace('…', '')}
      busy={false}
      error={null}
      isDirty={false}
      columns={1}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">{t('bank.ignore-about')}</p>
      <TextField
        form={form}
        name="reason"
        label={t('credit.why')}
        autoFocus
        maxLength={LIMITS['ignore-bank-line'].reason}
        onFocus={({ target }) => target.select()}
      />
      {same.length > 1 && (
        <CheckField form={form} name="all" label={t('bank.ignore-same', { n: same.length })} />
      )}
    </FormDialog>
  );
}
