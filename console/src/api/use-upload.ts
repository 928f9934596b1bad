import { useState } from 'react';
import { upload } from './call.ts';
import { queryClient } from './queries.ts';
import type { OperationName } from './types.ts';

type UploadFields = Readonly<Record<string, string | File>>;

/** Multipart writes, one after another; a write with several requests stops at the first that fails. */
export function useUpload(name: OperationName, onDone: (count: number) => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const send = async (requests: readonly UploadFields[]) => {
    if (requests.length === 0 || busy) return;
    setBusy(true);
    setError(null);
    try {
      for (const fields of requests) await upload(name, fields, crypto.randomUUID());
      onDone(requests.length);
    } catch (failed) {
      setError(failed as Error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries();
    }
  };
  return { send, busy, error };
}
