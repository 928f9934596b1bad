import { type SentInput, useWrite } from '../../api/queries.ts';
import type { OperationName, OutputOf } from '../../api/types.ts';
import { useDraftFields } from '../../lib/use-fields.ts';
import { showToast } from '../elements/toast.tsx';

interface Write {
  isPending: boolean;
  error: Error | null;
}

interface Options<T extends object> {
  /** The name of the draft; two records must not share one. */
  draft: string;
  initial: T;
  /** The operations that the dialog may call, such as create and update. */
  writes: readonly Write[];
  onClose(): void;
}

/** The state that dialogs for creating or changing a record share: a draft of the fields, the submit, a toast, closing. */
export function useRecordDialog<T extends object>({ draft, initial, writes, onClose }: Options<T>) {
  const form = useDraftFields(draft, initial);
  const close = () => {
    form.discard();
    onClose();
  };
  /** The callbacks of a write: the draft is discarded only when the server has stored the record. */
  const whenSaved = <Saved>(toast: string, then: (saved: Saved) => void = onClose) => ({
    onSuccess: (saved: Saved) => {
      form.discard();
      showToast(toast);
      then(saved);
    },
    onDelayed: () => {
      form.discard();
      onClose();
    },
  });
  const dialog = {
    busy: writes.some(({ isPending }) => isPending),
    error: writes.find(({ error }) => error)?.error ?? null,
    onClose: close,
    isDirty: form.isDirty,
  };
  return { form, whenSaved, dialog };
}

interface ConfirmedOptions {
  /** Shown after success; left out, the dialog only closes. An action that can still be undone has a toast of its own. */
  toast?: string;
  onClose(): void;
}

/** A write that needs a confirmation: `dialog` holds props of ConfirmDialog, its button calls `run`. */
export function useConfirmedWrite<N extends OperationName>(name: N, { toast, onClose }: ConfirmedOptions) {
  const write = useWrite(name);
  const run = (input: SentInput<N>, then: (output?: OutputOf<N>) => void = onClose) =>
    write.mutate(input, {
      onSuccess: (output) => {
        if (toast) showToast(toast);
        then(output);
      },
      onDelayed: () => then(),
    });
  return { run, write, dialog: { busy: write.isPending, error: write.error, onClose } };
}
