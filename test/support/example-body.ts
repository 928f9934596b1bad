/** Encodes a documented example as its media type says. A file is a picture, whatever the example has in its place. */
export function encodeExample(type: string, fields: Record<string, any>, picture: Buffer): string | FormData {
  if (type === 'application/json') return JSON.stringify(fields);
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(fields).toString();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, name === 'file' ? new File([new Uint8Array(picture)], 'picture.png') : value);
  return form;
}

/** An example names an invoice by guid, and everybody's invoices have guids of their own. */
export function ofInvoice(data: object | string, invoiceGuid: string): object | string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const own = text.replaceAll(/("invoice_guid":\s*")[^"]*/g, `$1${invoiceGuid}`);
  return typeof data === 'string' ? own : JSON.parse(own);
}
