import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { Button } from './button.tsx';

export interface Option {
  value: string;
  label: string;
  description?: ReactNode;
  trailing?: ReactNode;
}

/** An option after the found records that does something with the typed text, such as creating a record. */
export interface TypedAction {
  /** Distinct from every guid. */
  value: string;
  label: string;
  icon: ReactNode;
  /** The text is a choice in itself: no dialog opens for it. */
  keepsPlace?: boolean;
  onSelect(typed: string): void;
}

interface Props {
  label: string;
  options: readonly Option[];
  busy: boolean;
  error: Error | null;
  onRetry(): void;
  onChoose(value: string): void;
  actions: readonly TypedAction[];
  typed: string;
}

/** The list below the search field of a picker: options, an error, or that there are none. */
export function OptionList({ label, options, busy, error, onRetry, onChoose, actions, typed }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Command.List className="max-h-72 overflow-y-auto p-1.5" label={label}>
      {error && (
        <div role="alert" className="space-y-2 px-3 py-4 text-center text-danger">
          <p>{errorText(error)}</p>
          <Button small onClick={onRetry} busy={busy}>
            {t('retry')}
          </Button>
        </div>
      )}
      {!busy && !error && (
        <Command.Empty className="px-3 py-6 text-center text-muted">{t('picker.none')}</Command.Empty>
      )}
      {options.map((option) => (
        <OptionItem key={option.value} option={option} onChoose={onChoose} />
      ))}
      {actions.map(({ value, label, icon, onSelect }) => (
        <Command.Item
          key={value}
          value={value}
          onSelect={() => onSelect(typed)}
          className="mt-1 flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 font-medium text-accent data-[selected=true]:bg-accent-subtle"
        >
          {icon}
          {typed ? `${label}: ${typed}` : label}
        </Command.Item>
      ))}
    </Command.List>
  );
}

function OptionItem({ option, onChoose }: { option: Option; onChoose(value: string): void }) {
  const { value, label, description, trailing } = option;
  return (
    <Command.Item
      value={value}
      onSelect={() => onChoose(value)}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 data-[selected=true]:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {description && <span className="block truncate text-xs text-muted">{description}</span>}
      </span>
      {trailing && <span className="figure text-muted">{trailing}</span>}
    </Command.Item>
  );
}
