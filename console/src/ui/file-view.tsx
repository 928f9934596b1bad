import { useEffect, useMemo } from 'react';

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

/** An address for a file that came in base64; it is given back when nobody shows it any more. */
export function useFileAddress(base64: string | null | undefined, extension: string): string | null {
  const address = useMemo(() => {
    if (!base64) return null;
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: TYPES[extension] ?? '' }));
  }, [base64, extension]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
