import { useMemo, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useSettledRead } from '../../api/queries.ts';
import type { InputOf, Preview } from '../../api/types.ts';
import { type Form, type Kind, toDocumentPreview, toFormProblems, toInvoicePreview } from './editor-form.ts';

/** The preview of the form. `saved`: the document that is changed. */
export function usePreview(form: Form, kind: Kind, saved: { guid: string; form: Form } | null) {
  const isInvoice = kind === 'invoice';
  const body = isInvoice ? toInvoicePreview(form) : toDocumentPreview(form, kind, saved);
  // Both previews have the same output.
  const operation = isInvoice ? 'preview-invoice' : ('preview-document' as 'preview-invoice');
  const { data, isSettled, ...read } = useSettledRead(operation, body as InputOf<'preview-invoice'>);
  const found = useFormProblems(data, form.lines);
  const preview = { ...read, data: found };
  // A value that cannot even be parsed, such as letters in a quantity, makes the preview itself fail.
  const problems = read.error instanceof CallError ? read.error.problems : (found?.problems ?? []);
  return { preview, isWaiting: !isSettled, problems };
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
