/** The name of an exported file without its ending: company, what it is, and its period. Signs that file systems refuse are left out. */
export function exportName(...parts: readonly (string | undefined)[]): string {
  const named = parts.filter(Boolean).join(' ');
  return named.replace(/[\\/:*?"<>|\p{C}]/gu, '').replace(/[\s.]+$/, '') || 'kvitt';
}
