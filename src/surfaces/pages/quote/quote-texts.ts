/** Texts of the page of a quote. */
import { inLanguages } from '../../../domain/values/in-languages.ts';
export const QUOTE_TEXTS = inLanguages({
  quote: ['Tilboð', 'Quote'],
  // Names cannot be inflected, so that none stands after a preposition.
  by: ['·', 'from'],
  from: ['Seljandi:', 'from'],
  to: ['Kaupandi:', 'to'],
  validUntil: ['Gildir til og með', 'Valid until'],
  terms: ['Skilmálar', 'Terms'],
  pdf: ['Sækja PDF', 'Download PDF'],
  state: {
    open: ['Bíður svars', 'Waiting for an answer'],
    expired: ['Útrunnið', 'Expired'],
    declined: ['Afþakkað', 'Declined'],
    accepted: ['Samþykkt', 'Accepted'],
  },
  answer: ['Svara tilboðinu', 'Answer the quote'],
  name: ['Nafn þitt', 'Your name'],
  nameHint: ['Nafnið fylgir svarinu til seljanda', 'It goes to the seller with the answer'],
  reason: ['Ástæða, ef þú afþakkar', 'Reason, if you decline'],
  optional: ['(má sleppa)', '(optional)'],
  accept: ['Samþykkja tilboðið', 'Accept the quote'],
  acceptMeans: [
    'Með samþykki pantar þú það sem hér stendur og seljandi gefur út reikning.',
    'By accepting you order what is listed here, and the seller will invoice it.',
  ],
  decline: ['Afþakka', 'Decline'],
  accepted: [
    'Tilboðið er samþykkt. Takk fyrir! Seljandi hefur verið látinn vita.',
    'The quote is accepted. Thank you! The seller has been told.',
  ],
  declined: [
    'Tilboðið var afþakkað. Seljandi hefur verið látinn vita.',
    'The quote was declined. The seller has been told.',
  ],
  expired: [
    'Tilboðið er runnið út. Hafðu samband við seljanda ef þú vilt nýtt tilboð.',
    'The quote has expired. Contact the seller if you want a new one.',
  ],
  changed: [
    'Tilboðinu var breytt á meðan þú skoðaðir það. Skoðaðu það aftur og svaraðu svo.',
    'The quote was changed while you looked at it. Look at it again, then answer.',
  ],
  nameMissing: ['Skrifaðu nafn þitt.', 'Write your name.'],
  refused: [
    'Ekki tókst að taka við svarinu. Hafðu samband við seljanda.',
    'The answer could not be taken. Contact the seller.',
  ],
  missing: ['Tilboðið finnst ekki', 'There is no such quote'],
});
