import { ConcurrencyLimiter } from '../../../kernel/concurrency-limiter.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { flag, guid, object, upload } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { requireContentType, type UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { digest } from '../../../kernel/security/secrets.ts';
import { lockSale, type NewImage, replaceImage } from './image-store.ts';

const KINDS = ['jpg', 'png', 'gif', 'webp'];
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 20;
/** Large enough for link previews in chats and for the screen of a phone. */
const SIZE = { width: 1200, height: 1200 };
/** Every visitor of the page downloads it. */
const MAX_BYTES = 150_000;
const QUALITIES = [78, 60, 42, 25];

const conversions = new ConcurrencyLimiter(2, 20);

export const setProductSaleImage = defineWrite({
  name: 'set-product-sale-image',
  summary: 'Gives the page of a product sale a picture, or takes it away.',
  scope: null,
  input: object({
    guid: guid().describe('The sale'),
    file: upload.optional().describe('The picture: jpg, png, gif or webp of at most 5 MB'),
    remove: flag.optional().describe('Takes the picture away'),
  }),
  output: createdRecord,
  refusals: ['product_sale_not_found', 'file_refused'],
  async prepare(ctx, { file, remove }): Promise<NewImage | null> {
    if (!file) return remove ? null : fail('field_required', 'file');
    const bytes = await conversions.run(() => toJpeg(file));
    return { guid: ctx.newGuid(), contentType: 'image/jpeg', sha256: digest(bytes), bytes };
  },
  async run(ctx, input, image) {
    const sale = (await lockSale(ctx.tx, ctx.account.id, input.guid)) ?? fail('product_sale_not_found');
    const statement = replaceImage(ctx.account.id, sale, image, ctx.now);
    return ctx.finish({ target: sale.guid, ...statement });
  },
});

/** Rotates it upright, shrinks it, and drops the EXIF data, which may name place and owner. */
async function toJpeg(file: UploadedFile): Promise<Buffer> {
  await requireContentType(file, KINDS);
  const { default: sharp } = await import('sharp');
  try {
    const upright = await sharp(file.bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: MAX_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = upright.info;
    for (const quality of QUALITIES) {
      const bytes = await sharp(upright.data, { raw: { width, height, channels } })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer();
      if (bytes.length <= MAX_BYTES || quality === QUALITIES.at(-1)) return bytes;
    }
    return upright.data;
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) {
      fail('file_refused', violation('picture_large'));
    }
    return fail('file_refused', violation('picture_broken'));
  }
}
