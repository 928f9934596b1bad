interface MailPart {
  name?: string;
  type?: string;
  bytes?: Uint8Array | string;
  headers?: string[];
}

interface MailFields {
  to: string;
  from: string;
  subject?: string;
  id?: string;
  text?: string;
  files?: readonly MailPart[];
}

/** A mail with attached files, as a mail program writes it. */
export function buildReceiptMail({
  to,
  from,
  subject = 'Kvittun',
  id,
  text = '',
  files = [],
}: MailFields): string {
  const boundary = '=_receipts';
  const parts = files.map(
    ({ name = 'a.pdf', type = 'application/octet-stream', bytes = '', headers = [] }) => [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      ...headers,
      '',
      Buffer.from(bytes).toString('base64'),
    ],
  );
  const body = [['Content-Type: text/plain; charset=utf-8', '', text], ...parts];
  return [
    `From: Somebody <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(id ? [`Message-ID: <${id}@example.is>`] : []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...body.flatMap((lines) => [`--${boundary}`, ...lines]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
