import type { EinvoiceFile, ReadEinvoice } from '../../kernel/ports/documents.ts';
import { readUbl } from './ubl.ts';
import { decodeXml } from './xml.ts';

/** Reads a received e-invoice, also in the envelope of the network. Null for other XML. */
export function readEinvoice({ bytes, ...background }: EinvoiceFile): ReadEinvoice | null {
  const read = readUbl(bytes, background);
  if (!read) return null;
  const { einvoice, envelope, fields, text } = read;
  const content = envelope ? withoutEnvelope(bytes) : bytes;
  return { einvoice, envelope, content, reading: { ...fields, text, engine: 'ubl' } };
}

const HEADER_END = /<\/(?:[\w.-]+:)?StandardBusinessDocumentHeader\s*>/;
const DOCUMENT =
  /^\s*<(?:[\w.-]+:)?(?:Invoice|CreditNote)\s[^>]*urn:oasis:names:specification:ubl:schema:xsd:/;

/** The document inside of the envelope. One that takes names from the envelope is left in it. */
function withoutEnvelope(bytes: Uint8Array): Uint8Array {
  const xml = decodeXml(bytes);
  const header = HEADER_END.exec(xml);
  const inside = header && xml.slice(header.index + header[0].length, xml.lastIndexOf('</'));
  if (!inside || !DOCUMENT.test(inside)) return bytes;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${inside.trim()}\n`);
}
