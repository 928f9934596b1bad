declare namespace PDFKit.Mixins {
  interface PDFImage {
    /** Reads the size of an image without drawing it. The published types lack it. */
    openImage(src: Buffer): { width: number; height: number };
  }
}
