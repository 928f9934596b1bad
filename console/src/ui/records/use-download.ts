import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { decodeBase64, saveFile } from '../../lib/save-file.ts';
import { showToast } from '../elements/toast.tsx';

/** Fetches a file that the server makes, and saves it under the name that the server gives it. */
export function useDownload(type: string, fetchFile: () => Promise<{ file: string; file_name: string }>) {
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { file, file_name } = await fetchFile();
      saveFile(file_name, new Blob([decodeBase64(file)], { type }));
    } catch (error) {
      showToast(errorText(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: () => void run() };
}
