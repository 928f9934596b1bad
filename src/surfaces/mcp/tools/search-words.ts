/**
 * Words that people use for what operations call otherwise, by the beginning of the word: Icelandic inflects, and models
 * translate. The longest beginning that fits counts.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  afgreið: 'approve',
  afskr: 'write off',
  afpanta: 'cancel',
  afturkall: 'undo reverse',
  attach: 'upload file',
  áminn: 'remind',
  áskrift: 'recurring',
  bakfær: 'undo reverse',
  bensín: 'vehicle',
  bill: 'invoice',
  birg: 'supplier',
  bóka: 'bookkeeping',
  bókari: 'bookkeeper',
  bókhald: 'bookkeeping',
  bókhaldslyk: 'account',
  borga: 'paid payment',
  breyt: 'update',
  change: 'update',
  edit: 'update',
  client: 'customer',
  contract: 'file',
  document: 'file',
  diesel: 'vehicle',
  dísil: 'vehicle',
  drög: 'draft',
  eindag: 'due',
  eldsneyti: 'vehicle',
  endurgreið: 'credit',
  endurtek: 'recurring',
  enter: 'create',
  estimate: 'quote',
  expense: 'cost',
  eyð: 'delete',
  flight: 'travel',
  flug: 'travel',
  fresta: 'postpone',
  fuel: 'vehicle',
  gjalddag: 'due',
  gjaldfall: 'overdue',
  greidd: 'paid payment',
  greið: 'paid payment',
  greitt: 'paid payment',
  hafna: 'decline',
  hagnað: 'profit',
  hætta: 'stop',
  inneign: 'credit',
  hlé: 'pause',
  hluta: 'part',
  hlutagreið: 'part paid',
  hlut: 'item',
  hotel: 'travel',
  hótel: 'travel',
  ítrek: 'remind',
  klukk: 'timer',
  kostnað: 'cost',
  kredit: 'credit',
  krafa: 'claim',
  kröfu: 'claim',
  kvittun: 'cost',
  kvittan: 'cost',
  lengj: 'extend',
  lykil: 'account',
  mánað: 'month',
  merkja: 'mark',
  mið: 'ticket',
  nota: 'apply',
  offer: 'quote',
  overpa: 'twice',
  pantan: 'order',
  payment: 'paid',
  petrol: 'vehicle',
  pöntun: 'order',
  product: 'item',
  price: 'update',
  purchase: 'cost',
  reikning: 'invoice',
  reminder: 'remind',
  refund: 'credit',
  receipt: 'cost',
  regluleg: 'recurring',
  sala: 'sales',
  sameina: 'merge',
  samþykk: 'accept approve',
  send: 'send',
  skil: 'return',
  skjal: 'file',
  skrá: 'record',
  skýrsl: 'report',
  stofna: 'create',
  stöðva: 'stop',
  subscription: 'recurring',
  söl: 'sales',
  tilboð: 'quote',
  tím: 'time',
  tvisvar: 'twice',
  undo: 'reverse',
  uppkast: 'draft',
  vanskil: 'overdue',
  vara: 'item',
  verð: 'update',
  verk: 'task',
  viðhengi: 'upload file',
  viðskiptavin: 'customer',
  virðisauk: 'vat',
  vöru: 'item',
  vsk: 'vat',
  yfirlit: 'statement',
};

const BEGINNINGS = Object.keys(MEANINGS).sort((a, b) => b.length - a.length);

/** Words that say nothing about what is looked for. */
const EMPTY_WORDS = new Set(
  'a an and the new of for to in on at by with from my our all is are be do does how what which i we it this that að og á í um til fyrir hjá af frá með er eru hvað hvaða hvernig við ég þessi þetta einn eitt'.split(
    ' ',
  ),
);

const MAX_WORDS = 20;

/**
 * The words of a query, each once and in the singular, because operations name one record or many. Each is a list of
 * words with the same meaning, of which one must be found.
 */
export function wordsOf(query: string): string[][] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word) && !/^\d+$/.test(word))
    .map(singular);
  return [...new Set(words)].slice(0, MAX_WORDS).map((word) => {
    const beginning = BEGINNINGS.find((one) => word.startsWith(one));
    return [word, ...(beginning ? (MEANINGS[beginning] ?? '').split(' ') : [])];
  });
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word;
}

/** Something that can be found: texts and how much each of them tells. */
export interface Searchable {
  texts: readonly (readonly [text: string, weight: number])[];
}

/** The least share of the meaning of a query that a result must cover; below it nothing fits. */
const LEAST_COVERED = 0.6;

/**
 * What fits the words, best first. A word counts more the fewer of all things have it; one that nothing has counts most,
 * so that a query for something which does not exist finds nothing.
 */
export function searchFor<T extends Searchable>(words: readonly string[][], all: readonly T[]): T[] {
  const known = all.map((one) => ({
    one,
    texts: one.texts.map(([text, weight]) => ({ words: new Set(tokensOf(text)), weight })),
  }));
  const weights = words.map((alternatives) => {
    const count = known.filter(({ texts }) => texts.some((text) => hasAny(text.words, alternatives))).length;
    return Math.log((all.length + 1) / (count + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return known
    .map(({ one, texts }) => {
      const best = words.map((alternatives) =>
        Math.max(0, ...texts.map((text) => (hasAny(text.words, alternatives) ? text.weight : 0))),
      );
      const covered = best.reduce((sum, weight, index) => sum + (weight > 0 ? (weights[index] ?? 0) : 0), 0);
      const score = best.reduce((sum, weight, index) => sum + weight * (weights[index] ?? 0), 0);
      return { one, score, isFitting: covered >= LEAST_COVERED * total };
    })
    .filter(({ score, isFitting }) => score > 0 && isFitting)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .map(singular);
}

/** Whether one of the words is there, or a form of it that goes on, as accept and accepted. */
function hasAny(tokens: ReadonlySet<string>, alternatives: readonly string[]): boolean {
  return alternatives.some(
    (word) => tokens.has(word) || (word.length > 3 && [...tokens].some((token) => token.startsWith(word))),
  );
}
