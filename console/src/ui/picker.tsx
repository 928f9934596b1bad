import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/translation.tsx';
import { useDebounced } from '../lib/timers.ts';
import { PICKER_CLASS, PickerFace } from './picker-face.tsx';
import { type Option, OptionList, type TypedAction } from './picker-options.tsx';

interface Props {
  label: string;
  placeholder: string;
  chosen: string;
  /** Why the last submit was refused because of this choice. */
  problem?: string | undefined;
  autoFocus?: boolean;
  /** Opened when it appears. */
  startsOpen?: boolean | undefined;
  /** The button that opens it, for a field before it whose `next` it is. */
  trigger?: RefObject<HTMLButtonElement | null> | undefined;
  /** The field that gets the focus after a choice; left out, the picker keeps it. */
  next?: RefObject<HTMLElement | null>;
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
  actions?: readonly TypedAction[];
}

const DEBOUNCE_MS = 180;

/** Enter pressed while the options still belong to an older search waits for the new ones, and takes the first choice. */
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
function useActiveOption(options: readonly { value: string }[], searched: string) {
  const [moved, setMoved] = useState({ searched: '', value: '' });
  const values = options.map(({ value }) => value);
  const isThere = moved.searched === searched && values.includes(moved.value);
  return {
    value: isThere ? moved.value : (values[0] ?? ''),
    onValueChange: (value: string) => setMoved({ searched, value }),
  };
}

/** The search that the server is asked for: the typed text, debounced. */
function useDebouncedSearch(typed: string, onSearch: (search: string) => void) {
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const [requested, setRequested] = useState('');
  if (settled === requested) return;
  setRequested(settled);
  queueMicrotask(() => onSearch(settled.trim()));
}

/** A combobox: chooses one of many records by typing a part of its name. */
export function Picker(props: Props) {
  const { label, onSearch, options, searched, stale, busy } = props;
  const { actions = [], next, error = null, onRetry, onChoose } = props;
  const [open, setOpen] = useState(props.startsOpen ?? false);
  const [typed, setTyped] = useState('');
  const hasChosen = useRef(false);
  useDebouncedSearch(typed, onSearch);
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  const toggle = (isOpening: boolean) => {
    if (!isOpening) return close();
    hasChosen.current = false;
    setOpen(true);
  };
  const choose = (value: string) => {
    hasChosen.current = true;
    onChoose(value);
    close();
  };
  const closingActions = actions.map((action) => ({
    ...action,
    onSelect: (text: string) => {
      hasChosen.current = action.keepsPlace === true && text !== '';
      action.onSelect(text);
      close();
    },
  }));
  const enter = useDeferredEnter(stale || typed.trim() !== searched, () => {
    const [first] = options;
    if (error) return;
    if (first) choose(first.value);
    else closingActions[0]?.onSelect(typed.trim());
  });
  const active = useActiveOption([...options, ...closingActions], searched);
  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <PickerButton {...props} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!hasChosen.current || !next?.current) return;
            event.preventDefault();
            next.current.focus();
          }}
          className="slide-up z-60 w-(--radix-popover-trigger-width) min-w-72 rounded-xl border bg-paper shadow-float"
        >
          <Command shouldFilter={false} label={label} onKeyDown={enter.onKeyDown} {...active}>
            <SearchInput
              typed={typed}
              onType={(text) => {
                setTyped(text);
                enter.cancel();
              }}
            />
            <OptionList
              label={label}
              options={options}
              busy={busy}
              error={error}
              onRetry={() => onRetry?.()}
              onChoose={choose}
              typed={typed.trim()}
              actions={closingActions}
            />
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function SearchInput({ typed, onType }: { typed: string; onType(text: string): void }) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-2.5 border-b px-3.5">
      <Search size={16} className="text-muted" aria-hidden />
      <Command.Input
        value={typed}
        onValueChange={onType}
        placeholder={t('picker.type')}
        className="h-11 w-full bg-transparent outline-none placeholder:text-muted"
      />
    </div>
  );
}

type ButtonProps = Pick<Props, 'label' | 'placeholder' | 'chosen' | 'problem' | 'autoFocus' | 'trigger'>;

function PickerButton({ label, placeholder, chosen, problem, autoFocus, trigger }: ButtonProps) {
  const problemId = useId();
  return (
    <>
      <Popover.Trigger
        {...(trigger && { ref: trigger })}
        aria-label={`${label}: ${chosen || placeholder}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && problemId}
        autoFocus={autoFocus}
        className={PICKER_CLASS}
      >
        <PickerFace chosen={chosen} placeholder={placeholder} />
      </Popover.Trigger>
      {problem && (
        <p id={problemId} className="mt-1 text-dense text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
