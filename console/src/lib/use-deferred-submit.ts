import { useEffect, useState } from 'react';

/** A submit that comes while something about the typed values is still being read waits for it instead of being lost. */
export function useDeferredSubmit(isWaiting: boolean, submit: () => void): () => void {
  const [isDeferred, setDeferred] = useState(false);
  useEffect(() => {
    if (!isDeferred || isWaiting) return;
    setDeferred(false);
    submit();
  });
  return () => (isWaiting ? setDeferred(true) : submit());
}
