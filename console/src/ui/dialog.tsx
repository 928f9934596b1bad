import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { IconButton } from './button.tsx';

interface Props {
  open: boolean;
  onClose(): void;
  title: string;
  /** Said to who hears the page; shown below the title. */
  about?: string;
  children: ReactNode;
  footer?: ReactNode;
}

const OVERLAY = 'fade fixed inset-0 z-40 bg-black/40 dark:bg-black/60';

function Head({ title, about }: { title: string; about: string | undefined }) {
  const { t } = useWords();
  return (
    <div className="flex items-start gap-3 border-b px-5 py-4">
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-base font-semibold tracking-tight">{title}</Radix.Title>
        {about && <Radix.Description className="mt-0.5 text-soft">{about}</Radix.Description>}
      </div>
      <Radix.Close asChild>
        <IconButton label={t('close')} icon={<X size={18} />} />
      </Radix.Close>
    </div>
  );
}

const described = (about: string | undefined) => (about ? {} : { 'aria-describedby': undefined });

/** In the middle of the page; on a phone, all of it. */
export function Dialog({ open, onClose, title, about, children, footer }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          {...described(about)}
          className="rise fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col rounded-t-2xl border bg-paper shadow-float sm:inset-y-0 sm:my-auto sm:h-fit sm:max-w-lg sm:rounded-2xl"
        >
          <Head title={title} about={about} />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3.5">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** From the right, beside the list that it belongs to. */
export function Sheet({ open, onClose, title, about, children, footer }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          {...described(about)}
          className="slide fixed inset-y-0 right-0 z-50 flex w-full flex-col border-l bg-paper shadow-float sm:max-w-xl"
        >
          <Head title={title} about={about} />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && <div className="flex flex-wrap gap-2 border-t px-5 py-3.5">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
