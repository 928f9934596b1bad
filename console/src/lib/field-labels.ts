import { createContext, useContext, useEffect, useState } from 'react';

/** The labels of a form's fields by their text keys, where they differ from the usual names of the fields. */
type FieldLabels = Map<string, string>;

export const FieldLabelsContext = createContext<FieldLabels | null>(null);

/** The labels of a new form. A form inside of a dialog shares those of the dialog, which shows its refusals. */
export function useFormLabels({ isShared = false } = {}): FieldLabels {
  const around = useContext(FieldLabelsContext);
  const [own] = useState<FieldLabels>(() => new Map());
  return isShared && around ? around : own;
}

/** Makes refusals name a field as it is labelled. They name the lines of a document by their numbers. */
export function useFieldLabel(field: string, label: string | undefined): void {
  const labels = useContext(FieldLabelsContext);
  useEffect(() => {
    if (!labels || label === undefined || field.startsWith('items')) return;
    labels.set(`field.${field}`, label);
    return () => void labels.delete(`field.${field}`);
  }, [labels, field, label]);
}
