/** An expected entry of an invoice's timeline. */
export function timelineEntry(at: string, event: string, { via = '', reason = '' } = {}) {
  return { at, event, via, recipient: '', reason, by: '' };
}
