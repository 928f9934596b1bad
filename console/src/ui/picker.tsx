import { Command } from 'cmdk';
import { ChevronsUpDown, Plus, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useDebounced } from '../lib/timers.ts';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';

export interface Option {
  value: string;
  label: string;
  description?: ReactNode;
  trailing?: ReactNode;
}

interface Props {
  label: string;
  placeholder: string;
  chosen: string;
  /** Searches on the server; the result comes back as `options`. */
  onSearch(search: string): void;
  options: readonly Option[];
  /** The search that the options belong to. */
  searched: string;
  /** Whether the options belong to an older search, or have not been loaded yet. */
  stale: boolean;
  busy: boolean;
  error?: Error | null;
  onRetry?(): void;
  onChoose(value: string): void;
  create?: { label: string; onCreate(typed: string): void };
  invalid?: boolean;
}

const DEBOUNCE_MS = 180;

/** Enter pressed while the options still belong to an older search waits for the new ones, and takes their first. */
function useDeferredEnter(isStale: boolean, chooseFirst: () => void) {
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    if (!isPressed || isStale) return;
    setIsPressed(false);
    chooseFirst();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isStale) return;
    event.preventDefault();
    setIsPressed(true);
  };
  return { onKeyDown, cancel: () => setIsPressed(false) };
}

/** The option that Enter takes: the first one, until a key or the pointer moves to another. */
function useActiveOption(options: readonly Option[], searched: string, mayCreate: boolean) {
  const [moved, setMoved] = useState({ searched: '', value: '' });
  const values = [...options.map(({ value }) => value), ...(mayCreate ? [CREATE] : [])];
  const isThere = moved.searched === searched && values.includes(moved.value);
  return {
    value: isThere ? moved.value : (values[0] ?? ''),
    onValueChange: (value: string) => setMoved({ searched, value }),
  };
}

const CREATE = 'create';

/** A combobox: chooses one of many records by typing a part of its name. */
export function Picker({
  label,
  placeholder,
  chosen,
  onSearch,
  options,
  searched,
  stale,
  busy,
  error,
  onRetry,
  onChoose,
  create,
  invalid,
}: Props) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const [asked, setAsked] = useState('');
  if (settled !== asked) {
    setAsked(settled);
    queueMicrotask(() => onSearch(settled.trim()));
  }
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  const choose = (value: string) => {
    onChoose(value);
    close();
  };
  const enter = useDeferredEnter(stale || typed.trim() !== searched, () => {
    const [first] = options;
    if (first && !error) choose(first.value);
  });
  const active = useActiveOption(options, searched, create !== undefined);
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <Popover.Trigger
        aria-label={`${label}: ${chosen || placeholder}`}
        aria-invalid={invalid || undefined}
        className={`flex h-9 w-full min-w-0 items-center gap-2 rounded-lg border bg-paper px-3 text-left text-sm transition-colors hover:border-border-strong max-sm:h-11 ${invalid ? 'border-danger' : 'border-border-strong/70'}`}
      >
        <span className={`min-w-0 flex-1 truncate ${chosen ? '' : 'text-muted'}`}>
          {chosen || placeholder}
        </span>
        <ChevronsUpDown size={15} className="shrink-0 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="slide-up z-60 w-(--radix-popover-trigger-width) min-w-72 rounded-xl border bg-paper shadow-float"
        >
          <Command shouldFilter={false} label={label} onKeyDown={enter.onKeyDown} {...active}>
            <div className="flex items-center gap-2.5 border-b px-3.5">
              <Search size={16} className="text-muted" aria-hidden />
              <Command.Input
                value={typed}
                onValueChange={(next) => {
                  setTyped(next);
                  enter.cancel();
                }}
                placeholder={t('picker.type')}
                className="h-11 w-full bg-transparent outline-none placeholder:text-muted"
              />
            </div>
            <OptionList
              label={label}
              options={options}
              busy={busy}
              error={error ?? null}
              onRetry={() => onRetry?.()}
              onChoose={choose}
              typed={typed.trim()}
              {...(create && {
                create: {
                  label: create.label,
                  onCreate: (text: string) => {
                    create.onCreate(text);
                    close();
                  },
                },
              })}
            />
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface OptionListProps extends Pick<Props, 'label' | 'options' | 'busy' | 'create' | 'onChoose'> {
  error: Error | null;
  onRetry(): void;
  typed: string;
}

function OptionList({ label, options, busy, error, onRetry, onChoose, create, typed }: OptionListProps) {
  const { t } = useWords();
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
      {options.map(({ value, label: text, description, trailing }) => (
        <Command.Item
          key={value}
          value={value}
          onSelect={() => onChoose(value)}
          className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 data-[selected=true]:bg-sunken"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate">{text}</span>
            {description && <span className="block truncate text-xs text-muted">{description}</span>}
          </span>
          {trailing && <span className="figure text-muted">{trailing}</span>}
        </Command.Item>
      ))}
      {create && (
        <Command.Item
          value={CREATE}
          onSelect={() => create.onCreate(typed)}
          className="mt-1 flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 font-medium text-accent data-[selected=true]:bg-accent-subtle"
        >
          <Plus size={16} aria-hidden />
          {typed ? `${create.label}: ${typed}` : create.label}
        </Command.Item>
      )}
    </Command.List>
  );
}
