type FileKind = 'pdf' | 'xml' | 'picture';

const PDF_HEADER_RANGE = 1024;

/**
 * Detected by content, because names and content types are often wrong. Whether an image is readable shows only
 * when it is decoded.
 */
export function detectKind(bytes: Buffer): FileKind {
  if (bytes.subarray(0, PDF_HEADER_RANGE).includes('%PDF-')) return 'pdf';
  // An optional byte order mark of UTF-8 or UTF-16.
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<[\0?!\w]/.test(
    bytes.subarray(0, 200).toString('latin1'),
  )
    ? 'xml'
    : 'picture';
}
