import { runRead, runWrite } from '../../kernel/execute.ts';
import { createProductSale } from '../../modules/product-sales/create-product-sale.ts';
import { getProductSale } from '../../modules/product-sales/read.ts';
import { purchase } from '../../modules/product-sales/schema.ts';
import { buyProduct } from '../../modules/product-sales/sell/buy-product.ts';
import type { OperationDescription, OperatorAnswer, OperatorCall, OperatorDeps } from './deps.ts';

export const aboutSale: OperationDescription = {
  ...createProductSale,
  output: getProductSale.output,
  refusals: ['account_not_found', ...(createProductSale.refusals ?? [])],
};

export async function openSale(
  { kernel, accounts }: OperatorDeps,
  { params, body, callerFor }: OperatorCall,
): Promise<OperatorAnswer> {
  const caller = callerFor(await accounts.byUsername(params.username ?? ''));
  const { output } = await runWrite(kernel, createProductSale, caller, body);
  return { body: await runRead(kernel, getProductSale, caller, { guid: output.guid }) };
}

export const aboutPurchase: OperationDescription = {
  ...buyProduct,
  output: purchase.omit({ payment_link: true }),
  refusals: ['account_not_found', ...(buyProduct.refusals ?? [])],
};

export async function sellAtCounter(
  { kernel, accounts }: OperatorDeps,
  { params, body, callerFor }: OperatorCall,
): Promise<OperatorAnswer> {
  const caller = callerFor(await accounts.byUsername(params.username ?? ''));
  const { output } = await runWrite(kernel, buyProduct, caller, { ...body, guid: params.guid });
  return { body: { invoice_guid: output.invoice_guid, invoice_number: output.invoice_number } };
}
