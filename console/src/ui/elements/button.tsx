import { Loader2 } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

type Variant = 'primary' | 'plain' | 'quiet' | 'danger';

const VARIANTS: Record<Variant, string> = {
  primary:
    'bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong font-semibold',
  plain: 'bg-paper text-ink border-border hover:bg-sunken font-medium shadow-card',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken font-medium',
  danger: 'bg-paper text-danger border-border hover:bg-danger-subtle font-medium shadow-card',
};

export function buttonClass(variant: Variant = 'plain', small = false): string {
  const size = small
    ? 'h-8 px-2.5 gap-1.5 text-dense'
    : 'h-9 px-3.5 gap-2 text-sm max-sm:gap-1.5 max-sm:px-3';
  return `inline-flex shrink-0 items-center justify-center rounded-lg border whitespace-nowrap transition-colors select-none disabled:opacity-60 aria-disabled:opacity-60 max-sm:h-11 ${size} ${VARIANTS[variant]}`;
}

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: Variant;
  small?: boolean;
  wide?: boolean;
  icon?: ReactNode;
  busy?: boolean;
}

/**
 * Pressed again while it is busy, it does nothing. It is not disabled then: the browser takes the focus from a disabled
 * element, and a person at the keyboard would start again at the top of the page.
 */
const BUSY = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
  onPointerDown: undefined,
  onKeyDown: undefined,
} as const;

export function Button({
  variant = 'plain',
  small = false,
  wide = false,
  icon,
  busy = false,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && BUSY)}
      className={`${buttonClass(variant, small)} ${wide ? 'w-full' : ''}`}
    >
      {busy ? <Loader2 size={16} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}

interface IconProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, ...rest }: IconProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-40 max-sm:size-11 print:hidden"
    >
      {icon}
    </button>
  );
}
