/** Texts of the page where a question about a document is answered. */
import { inLanguages } from '../../../domain/values/in-languages.ts';
export const QUESTION_TEXTS = inLanguages({
  title: ['Fyrirspurn um skjal', 'A question about a document'],
  asks: ['Spyrjandi:', 'Asked by'],
  answers: ['Svör', 'Answers'],
  answer: ['Svar þitt', 'Your answer'],
  send: ['Senda svar', 'Send the answer'],
  sent: ['Svarið er komið til skila. Takk fyrir!', 'Your answer has arrived. Thank you!'],
  closed: [
    'Fyrirspurninni hefur verið lokað. Svar sem þú sendir fylgir henni samt.',
    'The question was closed. An answer that you send is kept with it all the same.',
  ],
  missing: ['Skrifaðu svar.', 'Write an answer.'],
  refused: [
    'Ekki tókst að taka við svarinu. Svaraðu í staðinn í Kvitt.',
    'The answer could not be taken. Answer in Kvitt instead.',
  ],
  long: ['Svarið er of langt. Styttu það.', 'The answer is too long. Make it shorter.'],
  notFound: ['Fyrirspurnin finnst ekki', 'There is no such question'],
});
