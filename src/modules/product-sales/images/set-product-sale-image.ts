import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { flag, guid, object, upload } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { digest } from '../../../kernel/node/digest.ts';
import { requireContentType } from '../../../kernel/operations/file-content.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { lockSale, type NewImage, replaceImage } from './image-store.ts';

const KINDS = ['jpg', 'png', 'gif', 'webp'];

export const setProductSaleImage = defineWrite({
  name: 'set-product-sale-image',
  summary: 'Sets or removes the picture on the page of a product sale.',
  access: { scope: null },
  events: ['sale.updated'],
  input: object({
    guid: guid('The sale'),
    file: upload.optional('The picture: jpg, png, gif or webp of at most 5 MB'),
    remove: flag.optional('1: removes the picture'),
  }),
  output: createdRecord,
  refusals: ['product_sale_not_found', 'file_refused'],
  async prepare(ctx, { file, remove }): Promise<NewImage | null> {
    if (!file) return remove ? null : fail('field_required', 'file');
    await requireContentType(ctx, file, KINDS);
    const drawn = await ctx.ports.documents.drawSaleImage(ctx.account.id, file.bytes);
    if ('problem' in drawn) fail('file_refused', violation(`picture_${drawn.problem}`));
    const bytes = drawn.picture;
    return { guid: ctx.newGuid(), contentType: 'image/jpeg', sha256: digest(bytes), bytes };
  },
  async run(ctx, input, image) {
    const sale = (await lockSale(ctx.tx, ctx.account.id, input.guid)) ?? fail('product_sale_not_found');
    ctx.emit('sale.updated', { guid: sale.guid, open: sale.is_open });
    const statement = replaceImage(ctx.account.id, sale, image, ctx.now);
    return ctx.finish({ target: sale.guid, ...statement });
  },
});
