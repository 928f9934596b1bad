import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

interface Choice {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  checked?: boolean;
  onSelect(): void;
}

interface Props {
  trigger: ReactNode;
  choices: readonly (Choice | 'line')[];
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
}

export function Menu({ trigger, choices, side = 'bottom', align = 'end' }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="slide-up z-50 min-w-52 rounded-xl border bg-paper p-1.5 shadow-float"
        >
          {choices.map((choice, place) =>
            choice === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told apart by
              <DropdownMenu.Separator key={place} className="mx-1 my-1.5 h-px bg-border" />
            ) : (
              <DropdownMenu.Item
                key={choice.label}
                onSelect={choice.onSelect}
                className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 outline-none select-none data-highlighted:bg-sunken max-sm:h-11 ${choice.danger ? 'text-danger' : ''} ${choice.checked ? 'font-semibold' : ''}`}
              >
                {choice.icon && <span className={choice.danger ? '' : 'text-muted'}>{choice.icon}</span>}
                {choice.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
