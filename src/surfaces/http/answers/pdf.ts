import type { FastifyReply } from 'fastify';

/** Sends an invoice to the holder of a signed link, as a download that nothing may cache, index or run. */
export function sendPdf(reply: FastifyReply, { bytes, file_name }: { bytes: Buffer; file_name: string }) {
  return reply
    .header('content-disposition', `attachment; filename="${file_name.replace(/[^\w.-]/g, '_')}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'private, no-store')
    .type('application/pdf')
    .send(bytes);
}
