import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { detectContent, type UploadedFile } from '../../kernel/fields/uploaded-file.ts';

export interface Attachment {
  name: string;
  extension: string;
  contentType: string;
  bytes: Buffer;
}

/** The file that a cost stores, and the upload itself where the file is a smaller copy of it. */
export interface PreparedAttachment {
  file: Attachment;
  original: Attachment | null;
}

const PICTURES = ['jpg', 'png', 'gif'];
const KINDS = ['jpg', 'jpeg', 'png', 'gif', 'pdf'];
const LONGEST_SIDE = 1028;
/** The limit of the receipt reader. Converting a picture of that size needs about 160 MB. */
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 20;
const MAX_NAME_LENGTH = 200;

// Conversions run outside of the thread that serves requests, but share memory and processor with it.
const conversions = new ConcurrencyLimiter(2, 50);

/** The content decides about the type, not the file name. */
export async function prepareAttachment(uploaded: UploadedFile): Promise<PreparedAttachment> {
  const { ext: extension, mime: contentType } = (await detectContent(uploaded)) ?? { ext: '', mime: '' };
  const { name, bytes } = uploaded;
  const upload = { name: toFileName(name, extension), extension, contentType, bytes };
  if (extension === 'pdf') return { file: upload, original: null };
  if (!PICTURES.includes(extension)) {
    fail('file_refused', violation('file_kind', KINDS.join(', ')));
  }
  const shrunk = await conversions.run(() => shrinkPicture(bytes));
  return { file: { ...upload, bytes: shrunk }, original: upload };
}

/** Rotates it upright, shrinks it and drops its metadata; the format stays. An animation is cut to its first frame. */
async function shrinkPicture(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) {
      fail('file_refused', violation('picture_large'));
    }
    return fail('file_refused', violation('picture_broken'));
  }
}

/** The name without a path, with the extension of its content type. */
function toFileName(requested: string, extension: string): string {
  const last = requested.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
  const plain = last.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  const hasExtension = new RegExp(`\\.${extension === 'jpg' ? 'jpe?g' : extension}$`, 'i').test(plain);
  const stem = (hasExtension ? plain : plain.replace(/\.[a-z0-9]{1,5}$/i, '')) || 'file';
  const ending = hasExtension ? '' : `.${extension}`;
  return `${stem.slice(0, MAX_NAME_LENGTH - ending.length).toWellFormed()}${ending}`;
}
