import PDFDocument from 'pdfkit';
import { type Face, fontOf } from './fonts.ts';

type Parent = PDFKit.PDFStructureElement;

/** A4 in points, and the margins within it. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 48, bottom: 780 } as const;
export const INNER = PAGE.right - PAGE.left;

export const INK = { text: '#1b2430', soft: '#5d6876', rule: '#d5dae1', strong: '#1b2430', band: '#f3f5f8' };

export interface Style {
  face?: Face;
  size?: number;
  color?: string;
}

interface SheetInfo {
  title: string;
  author: string;
  subject: string;
  lang: string;
  createdOn: Date;
}

/** Line height as a share of the size of the letters. */
const LEADING = 1.34;
const SMALLEST = 5;

/** Pages to write on, from top to bottom. Everything written is either an element of the structure or decoration. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Parent;
  y: number = PAGE.top;
  /** Draws what every page after the first begins with. */
  onNewPage: () => void = () => {};

  constructor({ title, author, subject, lang, createdOn }: SheetInfo) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang,
      displayTitle: true,
      bufferPages: true,
      // None to begin with: it would be Helvetica, which is not embedded.
      font: '',
      info: {
        Title: title,
        Author: author,
        Subject: subject,
        Creator: 'Kvitt',
        Producer: 'Kvitt',
        CreationDate: createdOn,
      },
    });
    this.doc.registerFont('regular', fontOf('regular') as never);
    this.doc.registerFont('bold', fontOf('bold') as never);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  #use({ face = 'regular', size = 9.5, color = INK.text }: Style): number {
    this.doc.font(face).fontSize(size).fillColor(color);
    return size;
  }

  lineHeight({ size = 9.5 }: Style = {}): number {
    return size * LEADING;
  }

  width(text: string, style: Style = {}): number {
    this.#use(style);
    return this.doc.widthOfString(text);
  }

  /** The lines that a text makes in a column; a word that is longer than the column is cut. */
  wrap(text: string, width: number, style: Style = {}): string[] {
    this.#use(style);
    return printable(text)
      .split('\n')
      .flatMap((line) => this.#wrapped(line, width));
  }

  #wrapped(text: string, width: number): string[] {
    const space = this.doc.widthOfString(' ');
    const lines: string[] = [];
    let line = '';
    let reached = 0;
    for (const word of text.split(/ +/).flatMap((one) => this.#cut(one, width))) {
      const wide = this.doc.widthOfString(word);
      if (line !== '' && reached + space + wide > width) {
        lines.push(line);
        line = '';
      }
      reached = line === '' ? wide : reached + space + wide;
      line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  }

  #cut(word: string, width: number): string[] {
    if (this.doc.widthOfString(word) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const char of word) {
      if (part !== '' && this.doc.widthOfString(part + char) > width) {
        parts.push(part);
        part = '';
      }
      part += char;
    }
    return [...parts, part];
  }

  /** Writes one line, and does not move on. */
  put(text: string, x: number, y: number, style: Style = {}): void {
    this.#use(style);
    this.doc.text(printable(text), x, y, { lineBreak: false });
  }

  /** Ends at `right`, in smaller letters where it would be wider than `most`. */
  putRight(text: string, right: number, y: number, style: Style = {}, most = Number.POSITIVE_INFINITY): void {
    const full = style.size ?? 9.5;
    const wanted = this.width(text, style);
    const size = wanted > most ? Math.max(SMALLEST, (full * most) / wanted) : full;
    const shift = (full - size) * 0.8;
    const width = size === full ? wanted : this.width(text, { ...style, size });
    this.put(text, right - width, y + shift, { ...style, size });
  }

  /** An element of the structure with content of its own, within `parent`. */
  tag(parent: Parent, type: string, draw: () => void, options: object = {}): void {
    const element = this.doc.struct(type, options);
    parent.add(element);
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
    element.end();
  }

  /** An element that only holds others. */
  group(parent: Parent, type: string): Parent {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** What means nothing to somebody who listens to the page. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  rule(y: number, color = INK.rule, weight = 0.6, from: number = PAGE.left, to: number = PAGE.right): void {
    this.decorate(() => {
      this.doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(color).stroke();
    });
  }

  /** Goes on with a new page unless so much still fits on this one. */
  need(height: number): void {
    if (this.y + height <= PAGE.bottom) return;
    this.doc.addPage();
    this.y = PAGE.top;
    this.onNewPage();
  }

  /** Writes at the foot of every page, once it is known how many there are. */
  onEveryPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      this.decorate(() => draw(page + 1, count), 'Pagination');
    }
  }

  async bytes(): Promise<Buffer> {
    this.root.end();
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.once('end', resolve);
      this.doc.once('error', reject);
    });
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Without what has no shape, or would turn the writing around. */
function printable(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(CONTROLS, '');
}
