import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { noteDialogClosing } from '../lib/shortcuts.ts';
import { useWords } from '../words/words.tsx';
import { IconButton } from './button.tsx';

interface Props {
  open: boolean;
  onClose(): void;
  title: string;
  /** Said to who hears the page; shown below the title. */
  description?: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** What had the focus last on the page itself, below all that can lie over it. */
let lastFocusOnPage: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role="dialog"], [role="menu"]'))
    lastFocusOnPage = target;
});

/**
 * Leads back to where one was when it was opened. What was pressed may be gone by then, as the choice of a menu is:
 * then to what lies below.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Whoever has gone on to another place by a key in the meantime stays there.
      const now = document.activeElement;
      if (now && now !== document.body && now.getAttribute('role') !== 'dialog') return;
      const below = [
        document.querySelector('[role="dialog"]'),
        lastFocusOnPage,
        document.getElementById('main'),
      ];
      const back = [before.current, ...below].find((one) => one?.isConnected && one !== document.body);
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}

const OVERLAY = 'fade-in fixed inset-0 z-40 bg-black/40 dark:bg-black/60';

function DialogHeader({ title, description }: { title: string; description: string | undefined }) {
  const { t } = useWords();
  return (
    <div className="flex items-start gap-3 border-b px-5 py-4">
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-base font-semibold tracking-tight">{title}</Radix.Title>
        {description && <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>}
      </div>
      <Radix.Close asChild>
        <IconButton label={t('close')} icon={<X size={18} />} />
      </Radix.Close>
    </div>
  );
}

const described = (about: string | undefined) => (about ? {} : { 'aria-describedby': undefined });

interface FrameProps extends Props {
  className: string;
  footerClassName: string;
}

function DialogFrame({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  className,
  footerClassName,
}: FrameProps) {
  const wayBack = useFocusReturn();
  const leave = () => {
    noteDialogClosing();
    onClose();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && leave()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          {...described(description)}
          {...wayBack}
          className={`fixed z-50 flex w-full flex-col bg-paper shadow-float ${className}`}
        >
          <DialogHeader title={title} description={description} />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <div className={`flex flex-wrap gap-2 border-t px-5 py-3.5 ${footerClassName}`}>{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** In the middle of the page; on a phone, all of it. */
export function Dialog(props: Props) {
  const look =
    'slide-up inset-x-0 bottom-0 mx-auto max-h-[92dvh] rounded-t-2xl border sm:inset-y-0 sm:my-auto sm:h-fit sm:max-w-lg sm:rounded-2xl';
  return <DialogFrame {...props} className={look} footerClassName="justify-end" />;
}

/** From the right, beside the list that it belongs to. */
export function Sheet(props: Props) {
  return (
    <DialogFrame {...props} className="slide-in inset-y-0 right-0 border-l sm:max-w-xl" footerClassName="" />
  );
}
