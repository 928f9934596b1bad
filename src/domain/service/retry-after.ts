/** The value of a header Retry-After, a number of seconds or a date, in seconds; null where it is neither. */
export function secondsToRetryAfter(sent: string, now: Date): number | null {
  if (/^\d{1,9}$/.test(sent.trim())) return Number(sent);
  const time = Date.parse(sent);
  return Number.isNaN(time) ? null : Math.max(0, (time - now.getTime()) / 1000);
}
