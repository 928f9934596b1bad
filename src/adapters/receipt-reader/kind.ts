type FileKind = 'pdf' | 'xml' | 'picture';

const PDF_HEADER_WITHIN = 1024;

/** By content: names and content types are often wrong. Whether a picture can be read shows when it is opened. */
export function kindOf(bytes: Buffer): FileKind {
  if (bytes.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'pdf';
  // With or without the mark that tells UTF-8 or UTF-16.
  return /^(?:\xef\xbb\xbf|\xff\xfe)?[\s\0]*<[\0?!\w]/.test(bytes.subarray(0, 200).toString('latin1'))
    ? 'xml'
    : 'picture';
}
