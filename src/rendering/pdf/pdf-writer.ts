import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { escapeMarkup } from '../../domain/strings/markup.ts';
import { type FontName, type FontWeight, loadFont } from './fonts.ts';
import { textRuns } from './text-runs.ts';

declare global {
  namespace PDFKit {
    /** Members that the published types lack. */
    interface PDFDocument {
      /** The font in use; `unicode` has the characters of each glyph. */
      _font: { unicode: number[][] };
      /** Writes the metadata from `info`. */
      _addInfo(): void;
    }
    namespace Mixins {
      interface PDFFont {
        /** A font that is parsed already. */
        registerFont(name: string, font: Font): this;
      }
    }
  }
}

type StructureElement = PDFKit.PDFStructureElement;

/** A4 in points, with its margins. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 48, bottom: 780 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

export const COLORS = {
  text: '#1b2430',
  muted: '#5d6876',
  rule: '#d5dae1',
  strong: '#1b2430',
  band: '#f3f5f8',
};

export interface TextStyle {
  weight?: FontWeight;
  size?: number;
  color?: string;
}

interface PdfMetadata {
  title: string;
  author: string;
  subject: string;
  lang: string;
  createdOn: Date;
}

/** Line height as a multiple of the font size. */
const LINE_HEIGHT = 1.34;
const DEFAULT_SIZE = 9.5;
const MIN_SIZE = 5;

/**
 * Writes the pages of a document from top to bottom. All content is either tagged as part of the structure or
 * marked as an artifact, as PDF/UA requires.
 */
export class PdfWriter {
  readonly doc: PDFKit.PDFDocument;
  readonly root: StructureElement;
  y: number = PAGE.top;
  /** Draws the header of every page after the first. */
  onNewPage: () => void = () => {};

  constructor({ title, author, subject, lang, createdOn }: PdfMetadata) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang,
      displayTitle: true,
      bufferPages: true,
      // An empty name avoids the default Helvetica, which would not be embedded.
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
    escapeMetadata(this.doc);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  readonly #registered = new Set<FontName>();

  #useFont(name: FontName): void {
    if (!this.#registered.has(name)) {
      this.doc.registerFont(name, loadFont(name));
      this.#registered.add(name);
      this.doc.font(name);
      // pdfkit maps the glyph .notdef, which is never drawn, to U+0000, and PDF/A forbids that value.
      this.doc._font.unicode[0] = [0xfffd];
    }
    this.doc.font(name);
  }

  #widthOf(text: string, { weight = 'regular', size = DEFAULT_SIZE }: TextStyle): number {
    return textRuns(text, weight).reduce((width, run) => {
      this.#useFont(run.font);
      return width + this.doc.fontSize(size).widthOfString(run.text);
    }, 0);
  }

  lineHeight({ size = DEFAULT_SIZE }: TextStyle = {}): number {
    return size * LINE_HEIGHT;
  }

  width(text: string, style: TextStyle = {}): number {
    return this.#widthOf(stripControls(text), style);
  }

  /** Breaks a text into lines; a word longer than the line is split. */
  wrap(text: string, width: number, style: TextStyle = {}): string[] {
    return stripControls(text)
      .split('\n')
      .flatMap((line) => this.#wrapLine(line, width, style));
  }

  #wrapLine(text: string, width: number, style: TextStyle): string[] {
    const space = this.#widthOf(' ', style);
    const lines: string[] = [];
    let line = '';
    let lineWidth = 0;
    for (const word of text.split(/ +/).flatMap((one) => this.#splitWord(one, width, style))) {
      const wordWidth = this.#widthOf(word, style);
      if (line !== '' && lineWidth + space + wordWidth > width) {
        lines.push(line);
        line = '';
      }
      lineWidth = line === '' ? wordWidth : lineWidth + space + wordWidth;
      line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  }

  #splitWord(word: string, width: number, style: TextStyle): string[] {
    if (this.#widthOf(word, style) <= width) return [word];
    const chars = [...word];
    const parts: string[] = [];
    // The lines of a word have about as many characters as the one before.
    let count = 1;
    for (let from = 0; from < chars.length; from += count) {
      const rest = chars.slice(from);
      const fits = (length: number) => this.#widthOf(rest.slice(0, length).join(''), style) <= width;
      count = Math.max(1, findLast(rest.length, count, fits));
      parts.push(rest.slice(0, count).join(''));
    }
    return parts;
  }

  /** Writes one line without moving `y`. */
  writeText(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { weight = 'regular', size = DEFAULT_SIZE, color = COLORS.text } = style;
    let left = x;
    for (const run of textRuns(stripControls(text), weight)) {
      this.#useFont(run.font);
      // Lines are placed by the top of the main font; another font sits on the same baseline.
      const baseline = y + (loadFont(weight).ascent / loadFont(weight).unitsPerEm) * size;
      const font = loadFont(run.font);
      const top = baseline - (font.ascent / font.unitsPerEm) * size;
      this.doc
        .fontSize(size)
        .fillColor(color)
        .text(run.text, left, run.font === weight ? y : top, { lineBreak: false });
      left += this.doc.widthOfString(run.text);
    }
  }

  /** Writes a line that ends at `right`, in a smaller size if it would be wider than `maxWidth`. */
  writeRight(
    text: string,
    right: number,
    y: number,
    style: TextStyle = {},
    maxWidth = Number.POSITIVE_INFINITY,
  ): void {
    const fullSize = style.size ?? DEFAULT_SIZE;
    const fullWidth = this.width(text, style);
    const size = fullWidth > maxWidth ? Math.max(MIN_SIZE, (fullSize * maxWidth) / fullWidth) : fullSize;
    const shift = (fullSize - size) * 0.8;
    const width = size === fullSize ? fullWidth : this.width(text, { ...style, size });
    this.writeText(text, right - width, y + shift, { ...style, size });
  }

  /** Adds a structure element with the content drawn by `draw`. */
  addTagged(parent: StructureElement, type: string, draw: () => void, options: object = {}): void {
    const element = this.doc.struct(type, options);
    parent.add(element);
    this.addContent(element, type, draw);
    element.end();
  }

  /** Adds content to an element that may have more of it, on this page or on the next. */
  addContent(element: StructureElement, type: string, draw: () => void): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
  }

  /** Adds a link with its text, and its area for readers that click. */
  addLink(
    parent: StructureElement,
    text: string,
    url: string,
    x: number,
    y: number,
    style: TextStyle = {},
  ): void {
    const element = this.doc.struct('Link');
    parent.add(element);
    this.addContent(element, 'Link', () => this.writeText(text, x, y, style));
    const area = { structParent: element, Contents: new String(text) };
    this.doc.link(x, y, this.width(text, style), this.lineHeight(style), url, area as object);
    element.end();
  }

  /** Adds a structure element that contains other elements. */
  addGroup(parent: StructureElement, type: string): StructureElement {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Marks decoration as an artifact, which screen readers skip. */
  drawArtifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  drawRule(
    y: number,
    color = COLORS.rule,
    weight = 0.6,
    from: number = PAGE.left,
    to: number = PAGE.right,
  ): void {
    this.drawArtifact(() => {
      this.doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(color).stroke();
    });
  }

  /** Starts a new page unless `height` still fits on this one. */
  ensureSpace(height: number): void {
    if (this.y + height > PAGE.bottom) this.startPage();
  }

  startPage(): void {
    this.doc.addPage();
    this.y = PAGE.top;
    this.onNewPage();
  }

  /** Draws on every page after all of them exist, when the page count is known. */
  onEveryPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      this.drawArtifact(() => draw(page + 1, count), 'Pagination');
    }
  }

  async toBuffer(): Promise<Buffer> {
    this.root.end();
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finished = new Promise<void>((resolve, reject) => {
      this.doc.once('end', resolve);
      this.doc.once('error', reject);
    });
    this.doc.end();
    await finished;
    return Buffer.concat(chunks);
  }
}

/**
 * The highest number up to `max` that fits, 0 if none does, searched from `guess` in growing steps. Measuring shapes the
 * whole text, so a measurement for each character would take quadratic time.
 */
function findLast(max: number, guess: number, fits: (length: number) => boolean): number {
  let [fitting, tooLong] = [0, max + 1];
  let probe = Math.min(guess, max);
  for (let step = 1; tooLong - fitting > 1; step *= 2) {
    if (fits(probe)) fitting = probe;
    else tooLong = probe;
    if (fitting === 0) probe = Math.max(1, tooLong - step);
    else probe = tooLong > max ? Math.min(max, fitting + step) : (fitting + tooLong) >> 1;
  }
  return fitting;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Removes control characters, invisible characters and bidirectional overrides. */
function stripControls(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(CONTROLS, '');
}

/** pdfkit copies title and author into the XMP metadata as they are, so an ampersand would make it invalid XML. */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const addInfo = doc._addInfo.bind(doc);
  doc._addInfo = () => {
    const { info } = doc;
    const { Title, Author, Subject, Creator, Producer } = info;
    const texts = Object.entries({ Title, Author, Subject, Creator, Producer });
    const escaped = texts.map(([key, text = '']) => [key, escapeMarkup(text)]);
    doc.info = { ...info, ...Object.fromEntries(escaped) };
    addInfo();
    doc.info = info;
  };
}
