import { useWrite } from '../api/queries.ts';
import type { InputOf, OperationName, OutputOf } from '../api/types.ts';
import { useDraftFields } from '../lib/use-fields.ts';
import { showToast } from './toast.tsx';

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

/** What dialogs for creating or changing a record share: a draft of the fields, one submit, a toast, and closing. */
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
  });
  const dialog = {
    busy: writes.some(({ isPending }) => isPending),
    error: writes.find(({ error }) => error)?.error ?? null,
    onClose: close,
  };
  return { form, whenSaved, dialog };
}

interface ConfirmedOptions {
  /** Shown when it is done; left out, closing says enough. */
  toast?: string;
  onClose(): void;
}

/** A write that a dialog asks about first: `dialog` is for ConfirmDialog, `run` is what its button does. */
export function useConfirmedWrite<N extends OperationName>(name: N, { toast, onClose }: ConfirmedOptions) {
  const write = useWrite(name);
  const run = (
    input: InputOf<N> & { current_password?: string },
    then: (output: OutputOf<N>) => void = onClose,
  ) =>
    write.mutate(input, {
      onSuccess: (output) => {
        if (toast) showToast(toast);
        then(output);
      },
    });
  return { run, write, dialog: { busy: write.isPending, error: write.error, onClose } };
}
