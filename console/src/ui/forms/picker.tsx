import { ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useDebounced } from '../../lib/timers.ts';
import { Input } from './field.tsx';
import { type Option, OptionList, optionId, type TypedAction } from './picker-options.tsx';

interface Props {
  label: string;
  placeholder: string;
  chosen: string;
  /** Why the last submit was refused because of this choice. */
  problem?: string | undefined;
  autoFocus?: boolean;
  /** Opened when it appears, with this text. */
  startsWith?: string | undefined;
  /** The input, for a field before it whose `next` it is. */
  input?: RefObject<HTMLInputElement | null> | undefined;
  /** The field that gets the focus after a choice; left out, the picker keeps it. */
  next?: RefObject<HTMLElement | null>;
  /** Searches on the server; the result comes back as `options`. */
  onSearch(search: string): void;
  options: readonly Option[];
  /** The search that the options belong to. */
  searched: string;
  /** Whether the options belong to an older search, or have not been loaded yet. */
  stale: boolean;
  /** Whether nothing has been loaded yet. */
  busy: boolean;
  error?: Error | null;
  onRetry?(): void;
  onChoose(value: string): void;
  actions?: readonly TypedAction[];
}

const DEBOUNCE_MS = 180;
const PAGE_ROWS = 7;

/** The list of a picker is open while `typed` is text; null shows what is chosen. */
function useTypedSearch(startsWith: string | undefined, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState<string | null>(startsWith ?? null);
  const settled = useDebounced(typed ?? '', DEBOUNCE_MS);
  const [requested, setRequested] = useState('');
  if (settled !== requested) {
    setRequested(settled);
    queueMicrotask(() => onSearch(settled.trim()));
  }
  return { typed, setTyped };
}

/** The option that Enter takes: the first one, until a key or the pointer moves to another. */
function useActiveOption(values: readonly string[], searched: string) {
  const [moved, setMoved] = useState({ searched: '', value: '' });
  const isThere = moved.searched === searched && values.includes(moved.value);
  const active = isThere ? moved.value : (values[0] ?? '');
  const moveTo = (value: string) => setMoved({ searched, value });
  const moveBy = (by: number) => {
    const index = values.indexOf(active) + by;
    moveTo(values[Math.max(0, Math.min(values.length - 1, index))] ?? '');
  };
  return { active, moveTo, moveBy };
}

/** Runs a choice once the options belong to the typed text; typing on cancels it. */
function useDeferredChoice(isStale: boolean, choose: () => void) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isStale) return;
    setWanted(false);
    choose();
  });
  return { choose: () => (isStale ? setWanted(true) : choose()), cancel: () => setWanted(false) };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
};

interface ComboboxKeys {
  isOpen: boolean;
  open(): void;
  moveBy(by: number): void;
  choose(): void;
}

/** Arrows and Enter open the list; in it arrows move and Enter chooses. Escape closes it (see `Popover.Root`). */
function comboboxKeys({ isOpen, open, moveBy, choose }: ComboboxKeys) {
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
    const step = STEPS[key];
    if (ctrlKey || metaKey || altKey || nativeEvent.isComposing || (key !== 'Enter' && !step)) return;
    event.preventDefault();
    if (!isOpen) open();
    else if (step) moveBy(step);
    else choose();
  };
}

/** A combobox: chooses one of many records by typing a part of its name. */
export function Picker(props: Props) {
  const { label, options, searched, error = null, next, onRetry, onChoose, actions = [] } = props;
  const listId = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = props.input ?? own;
  const { typed, setTyped } = useTypedSearch(props.startsWith, props.onSearch);
  const isOpen = typed !== null;
  const text = typed?.trim() ?? '';
  const close = () => setTyped(null);
  const choices = [
    ...options.map(({ value }) => ({ value, movesOn: true, run: () => onChoose(value) })),
    ...actions.map(({ value, keepsPlace, onSelect }) => ({
      value,
      movesOn: keepsPlace === true && text !== '',
      run: () => onSelect(text),
    })),
  ];
  const choose = (value: string) => {
    const choice = choices.find((one) => one.value === value);
    if (!choice) return;
    close();
    choice.run();
    if (choice.movesOn) next?.current?.focus();
  };
  const { active, moveTo, moveBy } = useActiveOption(
    choices.map(({ value }) => value),
    searched,
  );
  const deferred = useDeferredChoice(props.stale || text !== searched, () =>
    error ? onRetry?.() : choose(active),
  );
  return (
    <Popover.Root open={isOpen} onOpenChange={(opens) => !opens && close()}>
      <ComboboxInput
        {...props}
        input={input}
        listId={listId}
        typed={typed}
        active={active}
        onOpen={() => setTyped(typed ?? '')}
        onType={(written) => {
          setTyped(written);
          deferred.cancel();
        }}
        onKeyDown={comboboxKeys({ isOpen, open: () => setTyped(''), moveBy, choose: deferred.choose })}
        onLeave={close}
      />
      <Popover.Portal>
        {/* The input keeps the focus, so that typing goes on; leaving it closes the list. */}
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          data-picker-list
          className="slide-up z-60 w-(--radix-popover-trigger-width) min-w-72 rounded-xl border bg-paper shadow-float"
        >
          <OptionList
            id={listId}
            label={label}
            options={options}
            active={active}
            onPoint={moveTo}
            busy={props.busy}
            error={error}
            onRetry={() => onRetry?.()}
            onChoose={choose}
            typed={text}
            actions={actions}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface InputProps extends Pick<Props, 'label' | 'placeholder' | 'chosen' | 'problem' | 'autoFocus'> {
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  typed: string | null;
  active: string;
  onOpen(): void;
  onType(typed: string): void;
  onKeyDown(event: KeyboardEvent): void;
  onLeave(): void;
}

function ComboboxInput(props: InputProps) {
  const { label, placeholder, chosen, problem, autoFocus, input, listId, typed, active } = props;
  const problemId = useId();
  const isOpen = typed !== null;
  return (
    <>
      <Popover.Anchor className="relative">
        <Input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active ? optionId(listId, active) : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && problemId}
          autoFocus={autoFocus}
          value={typed ?? chosen}
          placeholder={isOpen && chosen ? chosen : placeholder}
          onFocus={({ target }) => !isOpen && target.select()}
          onClick={({ currentTarget }) => {
            currentTarget.select();
            props.onOpen();
          }}
          onChange={({ target }) => props.onType(target.value)}
          onKeyDown={props.onKeyDown}
          // Not when the whole window loses the focus, as when a person looks something up elsewhere.
          onBlur={({ target }) => document.activeElement !== target && props.onLeave()}
        />
        <ChevronsUpDown
          size={15}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
        />
      </Popover.Anchor>
      {problem && (
        <p id={problemId} className="mt-1 text-dense text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
