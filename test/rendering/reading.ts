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

/** The text of each page, as found by a PDF search. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}

export async function textOf(pdf: Uint8Array): Promise<string> {
  return (await pagesOf(pdf)).join('\n');
}

/** The attached files by name. */
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

interface PlacedText {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
  size: number;
}

/** The position of each piece of text, by page. */
export async function wordsOf(pdf: Uint8Array): Promise<PlacedText[][]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: PlacedText[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const placed = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , size, left, bottom] = item.transform as number[] as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return [{ text: item.str, left, right: left + item.width, bottom, top: bottom + size, size }];
    });
    pages.push(placed);
  }
  return pages;
}
