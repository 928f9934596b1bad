import { ChevronsUpDown } from 'lucide-react';

export const PICKER_CLASS =
  'flex h-9 w-full min-w-0 items-center gap-2 rounded-lg border border-border-strong/70 bg-paper px-3 text-left text-sm transition-colors hover:border-border-strong aria-invalid:border-danger max-sm:h-11';

/** The inside of the button of a picker: what is chosen, or what to choose. */
export function PickerFace({ chosen, placeholder }: { chosen: string; placeholder: string }) {
  return (
    <>
      <span className={`min-w-0 flex-1 truncate ${chosen ? '' : 'text-muted'}`}>{chosen || placeholder}</span>
      <ChevronsUpDown size={15} className="shrink-0 text-muted" aria-hidden />
    </>
  );
}
