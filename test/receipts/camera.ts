import sharp from 'sharp';

/** Seeded pseudo-random numbers. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Shot {
  seed: number;
  /** Degrees, clockwise. */
  turn?: number;
  /** Perspective: how much narrower the far edge is, as a fraction of the width. */
  perspective?: number;
  /** Sensor noise in grey levels. */
  noise?: number;
  /** Brightness of the darkest corner; 1 is full brightness. */
  shade?: number;
  /** Background colour. */
  table?: string;
  /** Displacement of letters by folds in the paper, in pixels. */
  crumple?: number;
  blur?: number;
  quality?: number;
}

/** Simulates a hand-held photograph of paper: perspective, uneven light, sensor noise. */
export async function photographed(paper: Buffer, shot: Shot): Promise<Buffer> {
  const {
    seed,
    turn = 0,
    perspective = 0,
    noise = 0,
    shade = 1,
    table = '#4b4038',
    blur = 0,
    quality = 80,
    crumple = 0,
  } = shot;
  const edge = perspective > 0 || turn !== 0 ? 60 : 0;
  let image = sharp(
    await sharp(paper)
      .extend({ top: edge, bottom: edge, left: edge, right: edge, background: table })
      .toBuffer(),
  );
  if (turn !== 0) image = sharp(await image.rotate(turn, { background: table }).toBuffer());
  const { data, info } = await image
    .flatten({ background: table })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const flat = { data, width: info.width, height: info.height };
  const folded = crumple > 0 ? crumpled(flat, crumple) : flat;
  const seen = perspective > 0 ? tilted(folded, perspective) : folded;
  light(seen, dice(seed), shade, noise);
  const shown = sharp(seen.data, { raw: { width: seen.width, height: seen.height, channels: 3 } });
  return (blur > 0 ? shown.blur(blur) : shown).jpeg({ quality }).toBuffer();
}

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Perspective: the far edge is narrower, and distant parts are also shorter. */
function tilted({ data, width, height }: Pixels, perspective: number): Pixels {
  const tilt = Buffer.alloc(data.length, 60);
  for (let y = 0; y < height; y++) {
    const far = 1 - y / height;
    const share = 1 - perspective * far;
    const from = Math.min(
      height - 1,
      (y * (1 + perspective * far * 0.5)) / (1 + (perspective * 0.5 * far * y) / height),
    );
    for (let x = 0; x < width; x++) {
      const at = width / 2 + (x - width / 2) / share;
      if (at < 0 || at > width - 2 || from > height - 2) continue;
      blend(data, width, at, from, tilt, (y * width + x) * 3);
    }
  }
  return { data: tilt, width, height };
}

/** Diagonal folds shift the letters, and their slopes reflect more or less light. */
function crumpled({ data, width, height }: Pixels, depth: number): Pixels {
  const paper = Buffer.alloc(data.length, 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fold = Math.sin(x / 61 + y / 143) + Math.sin(x / 97 - y / 71);
      const slope = Math.cos(x / 61 + y / 143) + Math.cos(x / 97 - y / 71);
      const [fromX, fromY] = [x + (depth * slope) / 3, y + depth * fold];
      const at = (y * width + x) * 3;
      if (fromX < 0 || fromY < 0 || fromX > width - 2 || fromY > height - 2) continue;
      blend(data, width, fromX, fromY, paper, at);
      for (let c = 0; c < 3; c++) paper[at + c] = Math.min(255, (paper[at + c] ?? 0) * (0.88 + 0.06 * slope));
    }
  }
  return { data: paper, width, height };
}

function blend(data: Buffer, width: number, x: number, y: number, into: Buffer, at: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const start = (top * width + left) * 3;
  for (let c = 0; c < 3; c++) {
    const upper = (data[start + c] ?? 0) * (1 - right) + (data[start + c + 3] ?? 0) * right;
    const below = start + width * 3;
    const lower = (data[below + c] ?? 0) * (1 - right) + (data[below + c + 3] ?? 0) * right;
    into[at + c] = upper * (1 - down) + lower * down;
  }
}

/** Adds a brightness gradient towards one corner and noise on every pixel. */
function light({ data, width, height }: Pixels, random: () => number, shade: number, noise: number): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const lit = 1 - (1 - shade) * ((x / width) * 0.6 + (y / height) * 0.4);
      const error = (random() + random() + random() - 1.5) * noise;
      const at = (y * width + x) * 3;
      for (let c = 0; c < 3; c++)
        data[at + c] = Math.min(255, Math.max(0, (data[at + c] ?? 0) * lit + error));
    }
  }
}

/** Pen strokes across the paper. */
export function scribbles(
  seed: number,
  width: number,
  height: number,
  strokes: number,
  colour = '#1c3f94',
): string {
  const random = dice(seed);
  const paths = Array.from({ length: strokes }, () => {
    let [x, y] = [random() * width, random() * height];
    let path = `M${x.toFixed(0)} ${y.toFixed(0)}`;
    for (let i = 0; i < 6; i++) {
      x += (random() - 0.4) * 90;
      y += (random() - 0.5) * 50;
      path += ` Q${(x - 30 * random()).toFixed(0)} ${(y + 40 * random()).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)}`;
    }
    return `<path d="${path}" stroke="${colour}" stroke-width="2.4" fill="none" stroke-linecap="round" opacity="0.75"/>`;
  });
  return paths.join('');
}
