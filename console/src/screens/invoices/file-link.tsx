import { call } from '../../api/call.ts';
import type { Invoice } from '../../api/types.ts';
import { useDownload } from '../../ui/records/use-download.ts';

/** The name of an attachment, which saves the file. It is never opened in the browser: somebody else may have made it. */
export function FileLink({ file: { id, name } }: { file: Pick<Invoice['files'][number], 'id' | 'name'> }) {
  const { busy, run } = useDownload('application/octet-stream', () => call('get-file', { guid: id }));
  return (
    <button
      type="button"
      disabled={busy}
      onClick={run}
      className="min-w-0 text-left font-medium text-accent underline-offset-2 wrap-anywhere hover:underline"
    >
      {name}
    </button>
  );
}
