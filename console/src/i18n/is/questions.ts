import type { questions as en } from '../en/questions.ts';
import type { Same } from '../lang.ts';

export const questions: Same<typeof en> = {
  'questions.title': 'Fyrirspurnir',
  'questions.about': 'Spurningar um reikninga, kostnað, bankafærslur og greiðslur, ásamt svörum.',
  'questions.state-open': 'Bíður svars',
  'questions.state-answered': 'Svarað',
  'questions.state-closed': 'Lokað',
  'questions.show-all': 'Allar fyrirspurnir',
  'questions.none': 'Engar fyrirspurnir',
  'questions.none-about': 'Spurt er með hnappi við reikning, kostnað, bankafærslu eða greiðslu.',
  'questions.kind-invoice': 'Reikningur',
  'questions.kind-cost': 'Kostnaður',
  'questions.kind-bank_line': 'Bankafærsla',
  'questions.kind-payment': 'Greiðsla',
  'questions.deleted': 'var eytt',
  'questions.by-mail': 'með tölvupósti',
  'questions.ask': 'Spyrja',
  'questions.of': 'Fyrirspurnir ({n})',
  'questions.about-document': 'Fyrirspurnir um þetta skjal',
  'questions.question': 'Fyrirspurn',
  'questions.ask-hint':
    'Eigendur og starfsmenn fá hana í tölvupósti og geta svarað með hlekk eða með því að svara póstinum.',
  'questions.asked': 'Fyrirspurnin er á leiðinni',
  'questions.answer': 'Svar',
  'questions.send-answer': 'Svara',
  'questions.answered': 'Svarið er á leiðinni',
  'questions.close': 'Loka',
  'questions.closed': 'Fyrirspurninni er lokað',
};
