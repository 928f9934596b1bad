import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { FieldLabelsContext, useFormLabels } from '../../lib/field-labels.ts';
import { noteDialogClosing } from '../../lib/shortcuts.ts';
import { IconButton } from '../elements/button.tsx';

interface Props {
  open: boolean;
  onClose(): void;
  title: string;
  /** Shown below the title, and read out by screen readers. */
  description?: string;
  children: ReactNode;
  footer?: ReactNode;
  /** Shown between the contents and the footer, so that it is in view wherever the contents are scrolled to. */
  alert?: ReactNode;
  /** Without any control in it, so that the contents themselves take the focus and can be scrolled with the keyboard. */
  isTextOnly?: boolean;
}

/** The element of the page itself that had the focus last, below any dialog or menu. */
let lastFocusOnPage: Element | null = null;
/** The element of each dialog that took the focus first, which is the one with `autoFocus`. */
const firstFocus = new WeakMap<Element, HTMLElement>();
/** The element of each dialog that had the focus last, such as the button that has opened another dialog or a menu. */
const lastFocus = new WeakMap<Element, Element>();

function noteFirstFocus(target: EventTarget | null): void {
  const dialog = target instanceof HTMLElement && target.closest('[role="dialog"]');
  if (dialog && dialog !== target && !firstFocus.has(dialog)) firstFocus.set(dialog, target);
}

document.addEventListener('focusin', ({ target }) => {
  noteFirstFocus(target);
  if (!(target instanceof Element)) return;
  const layer = target.closest('[role="dialog"], [role="menu"]');
  if (!layer) lastFocusOnPage = target;
  else if (layer !== target) lastFocus.set(layer, target);
});
// In the capture phase, before a focus scope reacts.
document.addEventListener('focusout', ({ relatedTarget }) => noteFirstFocus(relatedTarget), true);

let focusNext: HTMLElement | null = null;

/** The element that gets the focus when the present dialog has closed, where the work goes on elsewhere. */
export function focusAfterClosing(element: HTMLElement | null | undefined): void {
  focusNext = element ?? null;
}

/**
 * Gives the focus to the field or button with `autoFocus`: over a sheet it has lost it, because the focus scope of the
 * sheet is still active when the dialog mounts, and takes the focus back.
 *
 * Afterwards returns the focus to the element that opened the dialog. That element may be gone by then, as a menu item
 * is: the fallbacks are the last focus in the dialog below, that dialog itself, the last focus on the page, and the main
 * landmark.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      const dialog = event.target instanceof Element ? event.target : null;
      const wanted = dialog && firstFocus.get(dialog);
      if (!wanted || dialog.contains(document.activeElement)) return;
      event.preventDefault();
      wanted.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const wanted = focusNext;
      focusNext = null;
      if (wanted?.isConnected) return wanted.focus();
      // A keyboard shortcut may already have moved the focus elsewhere: it stays there.
      const now = document.activeElement;
      if (now && now !== document.body && now.getAttribute('role') !== 'dialog') return;
      const below = [
        document.querySelector('[role="dialog"]'),
        lastFocusOnPage,
        document.getElementById('main'),
      ];
      // A closing menu has left the focus to the dialog below it and not to its button.
      const candidates = [before.current, ...below].flatMap((one) => (one ? [lastFocus.get(one), one] : []));
      const back = candidates.find((one) => one?.isConnected && one !== document.body);
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}

/** On the layer of the dialogs: the overlay of a second dialog covers the first one. */
export const OVERLAY_CLASS = 'fade-in fixed inset-0 z-50 bg-overlay';

function DialogHeader({ title, description }: { title: string; description: string | undefined }) {
  const { t } = useTranslation();
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
  alert,
  isTextOnly = false,
  className,
  footerClassName,
}: FrameProps) {
  const focusReturn = useFocusReturn();
  // The refusal stands outside of the form, and names the fields as the form labels them.
  const labels = useFormLabels();
  const close = () => {
    noteDialogClosing();
    onClose();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          {...described(description)}
          {...focusReturn}
          className={`fixed z-50 flex w-full flex-col bg-paper shadow-float outline-none ${className}`}
        >
          <DialogHeader title={title} description={description} />
          <FieldLabelsContext value={labels}>
            <div
              {...(isTextOnly && { tabIndex: 0, role: 'region', 'aria-label': title })}
              className="min-h-0 flex-1 overflow-y-auto px-5 py-4"
            >
              {children}
            </div>
            {alert && (
              <div className="max-h-1/3 shrink-0 overflow-y-auto border-t px-5 py-3.5 empty:hidden">
                {alert}
              </div>
            )}
          </FieldLabelsContext>
          {footer && (
            <div
              className={`flex flex-wrap gap-2 border-t px-5 py-3.5 max-sm:gap-1.5 max-sm:px-4 ${footerClassName}`}
            >
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A modal in the middle of the page; on a phone, a bottom sheet. */
export function Dialog(props: Props) {
  const look =
    'slide-up inset-x-0 bottom-0 mx-auto max-h-[92dvh] rounded-t-2xl border sm:inset-y-0 sm:my-auto sm:h-fit sm:max-w-lg sm:rounded-2xl';
  return <DialogFrame {...props} className={look} footerClassName="justify-end" />;
}

/** A panel at the right, beside the list that it belongs to. */
export function Sheet(props: Props) {
  return (
    <DialogFrame
      {...props}
      className="sheet slide-in inset-y-0 right-0 border-l sm:max-w-xl"
      footerClassName=""
    />
  );
}
