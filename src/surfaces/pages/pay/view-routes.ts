import type { FastifyInstance, FastifyReply } from 'fastify';
import { toPlainDate } from '../../../domain/values/dates.ts';
import { findInvoiceByViewLink } from '../../../modules/invoices/public/public-invoice.ts';
import { readViewToken } from '../../../modules/invoices/records/payment-link.ts';
import { sendPage } from '../../http/pages/page.ts';
import { documentLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import type { ByToken, LinkDeps } from '../linked-pages.ts';
import { sendInvoicePdf } from '../send-invoice-pdf.ts';
import { renderPayPage } from './pay-page.ts';
import { sendNotFound } from './pay-routes.ts';

/** The page to which the mail of an invoice without payment link leads. The signed token is the only authorization. */
export function viewRoutes(app: FastifyInstance, deps: LinkDeps): void {
  app.get('/invoice/:token', (request: ByToken, reply) => show(deps, request, reply));
  app.get('/invoice/:token/pdf', (request: ByToken, reply) => download(deps, request, reply));
}

async function show({ kernel }: LinkDeps, request: ByToken, reply: FastifyReply) {
  const invoice = await findInvoiceByViewLink(kernel, request.params.token);
  if (!invoice) return sendNotFound(request, reply);
  const page = renderPayPage(invoice, {
    path: `/invoice/${urlPart(request.params.token)}`,
    lang: documentLanguage(request.query, invoice.document.lang),
    canPay: false,
    returned: false,
    failed: false,
    today: toPlainDate(kernel.clock()),
    orderPath: '',
  });
  return sendPage(reply, page);
}

async function download({ kernel, accounts }: LinkDeps, request: ByToken, reply: FastifyReply) {
  const { token } = request.params;
  const ref = readViewToken(kernel.secrets, token);
  const account = ref && (await accounts.byId(ref.accountId));
  if (!account || !(await findInvoiceByViewLink(kernel, token))) return sendNotFound(request, reply);
  return sendInvoicePdf(reply, kernel, account, ref.guid);
}
