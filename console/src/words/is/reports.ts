import type { reports as en } from '../en/reports.ts';
import type { Same } from '../lang.ts';

export const reports: Same<typeof en> = {
  'report.by-month': 'Sala eftir mánuðum',
  'report.by-customer': 'Eftir viðskiptavinum',
  'report.by-item': 'Eftir vörum',
  'report.by-vat': 'Virðisaukaskattur',
  'report.by-aged': 'Útistandandi',
  'report.month': 'Mánuður',
  'report.customer': 'Viðskiptavinur',
  'report.item': 'Vara',
  'report.free-lines': 'Lausar línur',
  'report.count': 'Reikningar',
  'report.period': 'Tímabil',
  'report.printed': 'Prentað {date}',
  'report.net24': 'Sala 24%',
  'report.vat24': 'VSK 24%',
  'report.net11': 'Sala 11%',
  'report.vat11': 'VSK 11%',
  'report.net0': 'Undanþegin velta (0%)',
  'report.total': 'Samtals',
  'report.nothing': 'Ekkert á þessu tímabili.',
  'report.isk':
    'Allar upphæðir eru í íslenskum krónum, á gengi hvers reiknings. Kreditreikningar dragast frá.',
};
