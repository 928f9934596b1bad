import { useEffect, useState } from 'react';

const REFRESH_MS = 10_000;

/** The time since a timer was started, as hours and minutes. */
export function useElapsed(began: number): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.floor((now - began) / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
