import type { ReceivedMail } from './smtp.ts';

export interface DsnFields {
  action?: string;
  status?: string;
  diagnostic?: string;
  /** The envelope id that the sending server was given; missing where the server does not support the DSN extension. */
  envelopeId?: string;
  /** The returned mail, or its headers. */
  original?: string;
  recipient?: string;
}

/** Builds a delivery status notification as mail servers send it. */
export function buildDsn({ action = 'failed', status = '5.1.1', ...more }: DsnFields = {}): string {
  const lines = [
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.kaupandi.example>',
    'To: reikningar@kvitt.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="=_8A/mx.kaupandi.example"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--=_8A/mx.kaupandi.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--=_8A/mx.kaupandi.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.kaupandi.example',
    ...(more.envelopeId ? [`Original-Envelope-Id: ${more.envelopeId}`] : []),
    'Arrival-Date: Mon, 2 Mar 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${more.recipient ?? 'bokhald@kaupandi.example'}`,
    ...(action ? [`Action: ${action}`] : []),
    ...(status ? [`Status: ${status}`] : []),
    `Diagnostic-Code: ${more.diagnostic ?? 'smtp; 550 5.1.1 <bokhald@kaupandi.example>:\r\n    Recipient address rejected: User unknown'}`,
    '',
    ...(more.original === undefined
      ? []
      : [
          '--=_8A/mx.kaupandi.example',
          'Content-Description: Undelivered Message',
          'Content-Type: message/rfc822',
          '',
          more.original,
          '',
        ]),
    '--=_8A/mx.kaupandi.example--',
    '',
  ];
  return lines.join('\r\n');
}

/** Reads the delivery id from the header of a mail, by which a returned mail is recognised. */
export function readDeliveryId({ raw }: ReceivedMail): string {
  return /^X-Kvitt-Delivery: (.*)\r$/im.exec(raw)?.[1] ?? '';
}
