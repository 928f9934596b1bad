import { useState } from 'react';
import { upload } from './call.ts';
import { queryClient } from './queries.ts';
import type { OperationName } from './types.ts';

type UploadFields = Readonly<Record<string, string | File>>;

interface FailedUpload {
  /** Name of the file; empty for a request without one. */
  file: string;
  error: Error;
}

/** Multipart writes, one after another. A file that is refused does not keep back those after it. */
export function useUpload(name: OperationName, onDone: (count: number) => void) {
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly FailedUpload[]>([]);
  const send = async (requests: readonly UploadFields[]) => {
    if (requests.length === 0 || busy) return;
    setBusy(true);
    setFailures([]);
    const failed: FailedUpload[] = [];
    for (const fields of requests) {
      try {
        await upload(name, fields, crypto.randomUUID());
      } catch (error) {
        failed.push({ file: fileName(fields), error: error as Error });
      }
    }
    setFailures(failed);
    setBusy(false);
    if (requests.length > failed.length) onDone(requests.length - failed.length);
    await queryClient.invalidateQueries();
  };
  return { send, busy, failures, error: failures[0]?.error ?? null };
}

function fileName(fields: UploadFields): string {
  const file = Object.values(fields).find((value) => value instanceof File);
  return file instanceof File ? file.name : '';
}
