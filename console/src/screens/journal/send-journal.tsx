import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { ReportPeriod } from '../../lib/report-period.ts';
import { decodeBase64, saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/elements/button.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

const DEFAULT = 'general';

/** Writes the shown entries to a file in a layout, saves it, and marks them as sent. The file is kept. */
export function SendJournal({ period, onlyNew }: { period: ReportPeriod; onlyNew: boolean }) {
  const { t, tn } = useTranslation();
  const [layout, setLayout] = useState(DEFAULT);
  const { data: layouts = [] } = useRead('get-journal-layouts', {});
  const errorText = useErrorText();
  const write = useWrite('export-journal');
  const names = layouts.map(({ name }) => name);
  const send = () =>
    write.mutate(
      { ...period, layout, only_new: onlyNew },
      {
        onSuccess: ({ export: { file, file_name, entries } }) => {
          saveFile(file_name, new Blob([decodeBase64(file)], { type: 'text/csv' }));
          showToast(tn('journal.sent', entries));
        },
        onError: (error) => showToast(errorText(error)),
      },
    );
  return (
    <>
      <SelectField
        label={t('journal.layout')}
        values={names.length > 0 ? names : [DEFAULT]}
        value={layout}
        onChange={setLayout}
      >
        {(name) => name}
      </SelectField>
      <Button
        variant="primary"
        icon={<FileDown size={16} aria-hidden />}
        busy={write.isPending}
        onClick={send}
      >
        {t('journal.send')}
      </Button>
    </>
  );
}
