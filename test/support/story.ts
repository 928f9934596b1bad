/** An entry of the timeline of an invoice. */
export function happened(at: string, event: string, { via = '', reason = '' } = {}) {
  return { at, event, via, recipient: '', reason, by: '' };
}
