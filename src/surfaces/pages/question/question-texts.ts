/** Texts of the page where a question about a document is answered. */
export const QUESTION_TEXTS = {
  is: {
    title: 'Fyrirspurn um skjal',
    asks: 'Spyrjandi:',
    answers: 'Svör',
    answer: 'Svar þitt',
    send: 'Senda svar',
    sent: 'Svarið er komið til skila. Takk fyrir!',
    closed: 'Fyrirspurninni hefur verið lokað. Svar sem þú sendir fylgir henni samt.',
    missing: 'Skrifaðu svar.',
    refused: 'Ekki tókst að taka við svarinu. Svaraðu í staðinn í Kvitt.',
    long: 'Svarið er of langt. Styttu það.',
    notFound: 'Fyrirspurnin finnst ekki',
  },
  en: {
    title: 'A question about a document',
    asks: 'Asked by',
    answers: 'Answers',
    answer: 'Your answer',
    send: 'Send the answer',
    sent: 'Your answer has arrived. Thank you!',
    closed: 'The question was closed. An answer that you send is kept with it all the same.',
    missing: 'Write an answer.',
    refused: 'The answer could not be taken. Answer in Kvitt instead.',
    long: 'The answer is too long. Make it shorter.',
    notFound: 'There is no such question',
  },
} as const;
