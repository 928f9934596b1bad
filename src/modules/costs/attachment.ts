import sharp from 'sharp';
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

/** What is kept of an upload, and the upload itself where that is something else. */
export interface Attached {
  file: Attachment;
  original: Attachment | null;
}

const PICTURES = ['jpg', 'png', 'gif'];
const KINDS = ['jpg', 'jpeg', 'png', 'gif', 'pdf'];
const LONGEST_SIDE = 1028;
/** As much as the reader of receipts takes. A picture of that size needs some 160 MB while it is worked on. */
const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 20;
const MOST_NAME = 200;

// Off the thread that serves, but memory and processor are shared with it.
const turns = new ConcurrencyLimiter(2, 50);

/** By its content; the name counts for nothing. */
export async function attachmentOf(sent: UploadedFile): Promise<Attached> {
  const { ext: extension, mime: contentType } = (await detectContent(sent)) ?? { ext: '', mime: '' };
  const { name, bytes } = sent;
  const upload = { name: nameFor(name, extension), extension, contentType, bytes };
  if (extension === 'pdf') return { file: upload, original: null };
  if (!PICTURES.includes(extension)) {
    fail('file_refused', violation('file_kind', KINDS.join(', ')));
  }
  const fitted = await turns.run(() => fit(bytes));
  return { file: { ...upload, bytes: fitted }, original: upload };
}

/** Upright, small, of the same format and without metadata. Of a moving picture the first frame is kept. */
async function fit(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer();
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) {
      fail('file_refused', violation('picture_large'));
    }
    return fail('file_refused', violation('picture_broken'));
  }
}

/** The name without any path, ending in what the file is. */
function nameFor(given: string, extension: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const plain = last.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  const isRight = new RegExp(`\\.${extension === 'jpg' ? 'jpe?g' : extension}$`, 'i').test(plain);
  const stem = (isRight ? plain : plain.replace(/\.[a-z0-9]{1,5}$/i, '')) || 'file';
  const ending = isRight ? '' : `.${extension}`;
  return `${stem.slice(0, MOST_NAME - ending.length).toWellFormed()}${ending}`;
}
