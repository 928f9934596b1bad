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
  /** Asks the server for what was typed; the options come back by `options`. */
  onSearch(search: string): void;
  options: readonly Option[];
  /** What the options were asked for by. */
  searched: string;
  /** Whether the options are still those of what was typed before, or none have come yet. */
  stale: boolean;
  busy: boolean;
  error?: Error | null;
  onRetry?(): void;
  onChoose(value: string): void;
  create?: { label: string; onCreate(typed: string): void };
  invalid?: boolean;
}

const DEBOUNCE_MS = 180;

/**
 * Who types and presses Enter at once means the first of what is found, not what stands there from before: while the
 * options are behind, Enter waits for them.
 */
function useDeferredEnter(isBehind: boolean, takeFirst: () => void) {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (!pressed || isBehind) return;
    setPressed(false);
    takeFirst();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isBehind) return;
    event.preventDefault();
    setPressed(true);
  };
  return { onKeyDown, forget: () => setPressed(false) };
}

/** The option that Enter takes: the first of what was found, until a key or the pointer moves on from it. */
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

/** Chooses one of many by typing a part of it. */
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
  const say = useErrorText();
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
                  enter.forget();
                }}
                placeholder={t('picker.type')}
                className="h-11 w-full bg-transparent outline-none placeholder:text-muted"
              />
            </div>
            <Command.List className="max-h-72 overflow-y-auto p-1.5" label={label}>
              {error && (
                <div role="alert" className="space-y-2 px-3 py-4 text-center text-danger">
                  <p>{say(error)}</p>
                  <Button small onClick={() => onRetry?.()} busy={busy}>
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
                  onSelect={() => choose(value)}
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
                  onSelect={() => {
                    create.onCreate(typed.trim());
                    close();
                  }}
                  className="mt-1 flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 font-medium text-accent data-[selected=true]:bg-accent-subtle"
                >
                  <Plus size={16} aria-hidden />
                  {typed.trim() ? `${create.label}: ${typed.trim()}` : create.label}
                </Command.Item>
              )}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
