import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactElement, type ReactNode, useRef } from 'react';

interface Choice {
  label: string;
  /** Where two choices may have the same label. */
  id?: string;
  icon?: ReactNode;
  danger?: boolean;
  checked?: boolean;
  onSelect(): void;
}

export interface MenuProps {
  /** A button. */
  trigger: ReactElement<TriggerProps>;
  choices: readonly (Choice | 'line')[];
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
}

interface TriggerProps {
  onClick?(): void;
  onPointerEnter?(): void;
  onFocus?(): void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/**
 * The menu itself, which opens as soon as it is loaded. A choice runs when the menu is gone: the menu returns the focus to
 * its button as it closes, which would take it from a dialog that the choice opens.
 */
export default function DropdownMenu({ trigger, choices, side = 'bottom', align = 'end' }: MenuProps) {
  const selected = useRef<Choice | null>(null);
  const runSelected = () => {
    selected.current?.onSelect();
    selected.current = null;
  };
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={runSelected}
          className="slide-up z-50 min-w-52 rounded-xl border bg-paper p-1.5 shadow-float"
        >
          {choices.map((choice, index) =>
            choice === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told apart by
              <Radix.Separator key={index} className="mx-1 my-1.5 h-px bg-border" />
            ) : (
              <Radix.Item
                key={choice.id ?? choice.label}
                onSelect={() => {
                  selected.current = choice;
                }}
                className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 outline-none select-none data-highlighted:bg-sunken max-sm:h-11 ${choice.danger ? 'text-danger' : ''} ${choice.checked ? 'font-semibold' : ''}`}
              >
                {choice.icon && <span className={choice.danger ? '' : 'text-muted'}>{choice.icon}</span>}
                {choice.label}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
