import { useMemo, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import type { InputOf, Preview } from '../../api/types.ts';
import { useDebounced } from '../../lib/timers.ts';
import { type Form, type Kind, toDocumentPreview, toFormProblems, toInvoicePreview } from './editor-form.ts';

const DEBOUNCE_MS = 280;

/** The preview of the form, debounced: it is requested again when the person pauses. `saved`: the document that is changed. */
export function usePreview(form: Form, kind: Kind, saved: { guid: string; form: Form } | null) {
  const isInvoice = kind === 'invoice';
  const requested = JSON.stringify(isInvoice ? toInvoicePreview(form) : toDocumentPreview(form, kind, saved));
  const debounced = useDebounced(requested, DEBOUNCE_MS);
  // Both previews have the same output.
  const operation = isInvoice ? 'preview-invoice' : ('preview-document' as 'preview-invoice');
  const { data, ...read } = useRead(operation, JSON.parse(debounced) as InputOf<'preview-invoice'>, {
    keepPrevious: true,
  });
  const found = useFormProblems(data, form.lines);
  const preview = { ...read, data: found };
  // A value that cannot even be parsed, such as letters in a quantity, makes the preview itself fail.
  const problems = read.error instanceof CallError ? read.error.problems : (found?.problems ?? []);
  return { preview, isWaiting: read.isFetching || debounced !== requested, problems };
}

/** The preview with its problems as the form names them; those of one answer stay the same while the person types on. */
function useFormProblems(data: Preview | undefined, lines: Form['lines']): Preview | undefined {
  const [answer, setAnswer] = useState({ data, lines });
  if (answer.data !== data) setAnswer({ data, lines });
  return useMemo(
    () => answer.data && { ...answer.data, problems: toFormProblems(answer.data.problems, answer.lines) },
    [answer],
  );
}
