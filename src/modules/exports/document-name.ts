/** The name of a document among the files of an archive. Imported ones have numbers of their own, which may be those of others. */
export function documentName(document: { number: number | string | null; is_imported: boolean }): string {
  return `${document.is_imported ? 'imported-' : ''}${document.number}`;
}
