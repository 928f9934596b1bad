import { Split } from 'lucide-react';
import { useState } from 'react';
import { usePreviewedWrite } from '../../api/queries.ts';
import type { BankLine } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { firstPart, isUnfinished, newPart, type Part, remainderOfLine, toActions } from './book-parts.ts';
import { lineDetails, lineTitle } from './line-text.ts';
import { PartFields } from './part-fields.tsx';

interface Props {
  line: BankLine;
  onBook(actions: ReturnType<typeof toActions>): void;
  onClose(): void;
}

/** Books a line as what a person says it is, in one part or several. */
export function BookDialog({ line, onBook, onClose }: Props) {
  const { t, lang } = useTranslation();
  const [start] = useState(() => [firstPart(line)]);
  const [parts, setParts] = useState<readonly Part[]>(start);
  const actions = toActions(parts);
  const preview = usePreviewedWrite('book-bank-line', { guid: line.guid, data: { actions } });
  const write = () => {
    onClose();
    onBook(actions);
  };
  const isBlank = isUnfinished(parts);
  const { dialog } = usePreviewedDialog(preview, write, { isBlank });
  const change = (key: string, changed: Partial<Part>) =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...changed } : part)));
  // The new part takes what is left, so the one before it needs an amount of its own.
  const split = () => setParts([...parts, newPart('other')]);
  return (
    <FormDialog
      {...dialog}
      title={t('bank.book-title')}
      description={`${formatMoney(line.amount, line.currency, lang)} · ${formatDate(line.booked_on, lang)} · ${lineTitle(line)}`}
      submitLabel={t('bank.book')}
      busy={false}
      error={null}
      isDirty={parts !== start}
      onClose={onClose}
    >
      {lineDetails(line) && <p className="text-muted wrap-anywhere">{lineDetails(line)}</p>}
      {parts.map((part, index) => (
        <PartFields
          key={part.key}
          line={line}
          part={part}
          index={index}
          remainder={remainderOfLine(line, parts)}
          isOnly={parts.length === 1}
          onChange={(changed) => change(part.key, changed)}
          onRemove={() => setParts(parts.filter(({ key }) => key !== part.key))}
        />
      ))}
      <div>
        <Button small icon={<Split size={15} aria-hidden />} onClick={split}>
          {t('bank.add-part')}
        </Button>
      </div>
    </FormDialog>
  );
}
