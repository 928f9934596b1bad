import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from 'pdf-lib';
import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page, as a program that searches PDFs finds it. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}

export async function textOf(pdf: Uint8Array): Promise<string> {
  return (await pagesOf(pdf)).join('\n');
}

/** The files that are attached inside, by name. */
export async function attachmentsOf(pdf: Uint8Array): Promise<Map<string, string>> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const names = document.catalog.lookup(PDFName.of('Names'), PDFDict);
  const files = names
    .lookupMaybe(PDFName.of('EmbeddedFiles'), PDFDict)
    ?.lookup(PDFName.of('Names'), PDFArray);
  const found = new Map<string, string>();
  for (let index = 0; files && index < files.size(); index += 2) {
    const spec = files.lookup(index + 1, PDFDict);
    const name = spec.lookup(PDFName.of('UF'), PDFString, PDFHexString).decodeText();
    const stream = spec.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'));
    if (!(stream instanceof PDFRawStream)) throw new Error('An attached file is a stream');
    found.set(name, Buffer.from(decodePDFRawStream(stream).decode()).toString());
  }
  return found;
}
