import { type ReactNode, useEffect, useRef } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { holdPointer } from '../../lib/hold-pointer.ts';
import { Button } from '../elements/button.tsx';

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
  id: string;
  label: string;
  options: readonly Option[];
  /** The value of the option that Enter takes. */
  active: string;
  /** The pointer is over this option. */
  onPoint(value: string): void;
  busy: boolean;
  error: Error | null;
  onRetry(): void;
  onChoose(value: string): void;
  actions: readonly TypedAction[];
  typed: string;
}

/** The id of an option, by which the input names the active one to screen readers. */
export function optionId(list: string, value: string): string {
  return `${list}-${value}`;
}

/** The list below the input of a picker: options, an error, or that there are none. */
export function OptionList(props: Props) {
  const { id, label, options, active, onPoint, busy, error, onRetry, onChoose, actions, typed } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const bind = (value: string) => ({
    id: optionId(id, value),
    isActive: value === active,
    onPoint: () => onPoint(value),
    onChoose: () => onChoose(value),
  });
  return (
    <div className="max-h-72 overflow-y-auto p-1.5">
      {error && (
        <div role="alert" className="space-y-2 px-3 py-4 text-center text-danger">
          <p>{errorText(error)}</p>
          <Button small onClick={onRetry} busy={busy}>
            {t('retry')}
          </Button>
        </div>
      )}
      {!busy && !error && options.length === 0 && (
        <p className="px-3 py-6 text-center text-muted">{t('picker.none')}</p>
      )}
      <div id={id} role="listbox" aria-label={label}>
        {options.map(({ value, label: name, description, trailing }) => (
          <OptionItem key={value} {...bind(value)} className="aria-selected:bg-sunken">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{name}</span>
              {description && <span className="block truncate text-xs text-muted">{description}</span>}
            </span>
            {trailing && <span className="figure text-muted">{trailing}</span>}
          </OptionItem>
        ))}
        {actions.map(({ value, label: name, icon }) => (
          <OptionItem
            key={value}
            {...bind(value)}
            className="mt-1 font-medium text-accent aria-selected:bg-accent-subtle"
          >
            {icon}
            {typed ? `${name}: ${typed}` : name}
          </OptionItem>
        ))}
      </div>
    </div>
  );
}

interface ItemProps {
  id: string;
  isActive: boolean;
  onPoint(): void;
  onChoose(): void;
  className: string;
  children: ReactNode;
}

function OptionItem({ id, isActive, onPoint, onChoose, className, children }: ItemProps) {
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus
    <div
      ref={item}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onPointerDown={holdPointer}
      onClick={onChoose}
      className={`flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 py-1.5 ${className}`}
    >
      {children}
    </div>
  );
}
