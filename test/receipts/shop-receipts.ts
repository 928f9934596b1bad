import sharp from 'sharp';
import { photographed, scribbles } from './camera.ts';
import { printed } from './ink.ts';
import {
  BAKERY,
  BOOKS,
  CAFE,
  CARWASH,
  FLOWERS,
  FUEL,
  GARDEN,
  HARDWARE,
  PRINTERS,
  RESTAURANT,
  TOURS,
} from './shop-texts.ts';
import { supermarket } from './supermarket.ts';
import type { TestReceipt, Truth } from './truth.ts';

const small = (bytes: Buffer) =>
  sharp(bytes).resize(1028, 1028, { fit: 'inside' }).jpeg({ quality: 82 }).toBuffer();

/** A phone stores the image sideways with an orientation tag. */
const lyingDown = (bytes: Buffer) =>
  sharp(bytes).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 85 }).toBuffer();

/** Most of the image is the table. */
const onTable = async (paper: Buffer, table: string) =>
  sharp({ create: { width: 1800, height: 2400, channels: 3, background: table } })
    .composite([{ input: paper, left: 420, top: 700 }])
    .png()
    .toBuffer();

const receipt = async (name: string, picture: Promise<Buffer>, truth: Truth): Promise<TestReceipt> => {
  const bytes = await picture;
  return { name, bytes, contentType: bytes[0] === 0x89 ? 'image/png' : 'image/jpeg', truth };
};

const isSale = { currency: 'ISK', is_credit_note: false };

const CAFE_TRUTH: Truth = {
  ...isSale,
  supplier_name: 'Kaffihúsið Brekka ehf.',
  supplier_id: '4501230050',
  issue_date: '2026-03-05',
  amount: '3810.00',
  vat_24: '94.84',
  vat_11: '329.01',
  invoice_number: '004512',
};

/** Shop receipts as images. */
export function shopReceipts(): Promise<TestReceipt[]> {
  return Promise.all([
    receipt('thermal print, clean', printed(CAFE), CAFE_TRUTH),
    receipt('two VAT rates in a table', printed(RESTAURANT, { face: 'DejaVuSansMono-Bold', size: 26 }), {
      ...isSale,
      supplier_name: 'Veitingahúsið Fjaran ehf.',
      supplier_id: '4110120180',
      issue_date: '2026-04-18',
      amount: '15080.00',
      vat_24: '1200.00',
      vat_11: '880.00',
      invoice_number: '20981',
    }),
    receipt(
      'photograph: tilted, shaded, noisy',
      printed(HARDWARE, { size: 30 }).then((paper) =>
        photographed(paper, { seed: 3, turn: 4, perspective: 0.07, noise: 38, shade: 0.5, quality: 70 }),
      ),
      {
        ...isSale,
        supplier_name: 'Byggingavörur Sunda ehf.',
        supplier_id: '5203100020',
        issue_date: '2026-05-09',
        amount: '17360.00',
        vat_24: '3360.00',
        invoice_number: '77120-3',
      },
    ),
    receipt(
      'photograph: much table around it',
      printed(BAKERY, { face: 'DejaVuSansMono-Bold', size: 34 })
        .then((paper) => onTable(paper, '#8a7a66'))
        .then((scene) =>
          photographed(scene, { seed: 19, turn: -3, noise: 26, shade: 0.6, table: '#8a7a66' }),
        ),
      {
        ...isSale,
        supplier_name: 'Bakaríið Hornið ehf.',
        supplier_id: '4110120260',
        issue_date: '2026-06-20',
        amount: '2220.00',
        vat_11: '220.00',
        invoice_number: '10-3391',
      },
    ),
    receipt(
      'faded, low contrast',
      printed(FUEL, { ink: '#a9a6a0', paper: '#cfccc5' }).then((paper) =>
        photographed(paper, { seed: 4, noise: 10 }),
      ),
      {
        ...isSale,
        supplier_name: 'Eldsneyti Suðurlands hf.',
        supplier_id: '6102070060',
        issue_date: '2026-02-17',
        amount: '12014.00',
        vat_24: '2325.00',
        invoice_number: '310044',
      },
    ),
    receipt('no kennitala, no VAT', printed(FLOWERS, { face: 'DejaVuSans', size: 26 }), {
      currency: 'ISK',
      supplier_name: 'Blómabúð Önnu',
      issue_date: '2026-02-14',
      amount: '5640.00',
    }),
    receipt(
      'pen strokes across it',
      printed(PRINTERS, { over: scribbles(8, 560, 420, 4) }).then((paper) =>
        photographed(paper, { seed: 8, noise: 14, turn: -1 }),
      ),
      {
        ...isSale,
        supplier_name: 'Prentsmiðja Vesturbæjar ehf.',
        supplier_id: '4808810019',
        issue_date: '2026-06-02',
        amount: '24800.00',
        vat_24: '4800.00',
        invoice_number: '3306',
      },
    ),
    receipt('in English', printed(TOURS, { face: 'DejaVuSansCondensed', size: 28 }), {
      ...isSale,
      supplier_name: 'Glacier Tours Iceland ehf.',
      supplier_id: '5408030050',
      issue_date: '2026-03-21',
      amount: '38850.00',
      vat_11: '3850.00',
      invoice_number: '88120',
    }),
    receipt(
      'photograph on its side',
      printed(CARWASH).then((paper) => photographed(paper, { seed: 15, turn: 92, noise: 20, shade: 0.7 })),
      {
        ...isSale,
        supplier_name: 'Bílaþvottur Bergs ehf.',
        supplier_id: '5408030130',
        issue_date: '2026-06-11',
        amount: '18600.00',
        vat_24: '3600.00',
        invoice_number: '9081',
      },
    ),
    receipt(
      'small, turned by its metadata',
      printed(BOOKS, { size: 30 })
        .then((paper) => photographed(paper, { seed: 16, noise: 16 }))
        .then(small)
        .then(lyingDown),
      {
        ...isSale,
        supplier_name: 'Bókabúð Torgsins ehf.',
        supplier_id: '5601010230',
        issue_date: '2025-12-23',
        amount: '11220.00',
        vat_24: '240.00',
        vat_11: '989.01',
        invoice_number: 'B-2204',
      },
    ),
    receipt(
      'out of focus',
      printed(CAFE).then((paper) => photographed(paper, { seed: 17, noise: 24, blur: 3.4, shade: 0.6 })),
      CAFE_TRUTH,
    ),
    receipt(
      'crumpled',
      printed(GARDEN, { size: 28 }).then((paper) =>
        photographed(paper, { seed: 18, noise: 18, crumple: 7, shade: 0.75 }),
      ),
      {
        ...isSale,
        supplier_name: 'Garðyrkjustöðin Kvistur ehf.',
        supplier_id: '5203100100',
        issue_date: '2026-05-30',
        amount: '18600.00',
        vat_24: '3600.00',
        invoice_number: '20771',
      },
    ),
    receipt(
      'long supermarket receipt',
      printed(supermarket.text, { size: 20, pitch: 1.35 }),
      supermarket.truth,
    ),
  ]);
}
