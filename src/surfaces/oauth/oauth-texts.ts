import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import type { Scope } from '../../kernel/access/scopes.ts';

/** What a scope permits, as the consent page explains it. */
interface ScopeText {
  reads?: string;
  writes?: string;
}

/** Everything that a scope permits has its words here; `test/contract/scope-texts.test.ts` lists the operations behind them. */
export const SCOPE_TEXTS: Record<Lang, Record<Scope, ScopeText>> = inLanguages({
  dashboard_data: {
    reads: [
      'Upplýsingar um fyrirtækið og samtölur: sölu, virðisaukaskatt, kostnað, afkomu og hvað viðskiptavinir skulda',
      'Company details, and totals: sales, VAT, costs, profit and what customers owe',
    ],
  },
  manage_customers: {
    reads: ['Viðskiptavini', 'Customers'],
    writes: [
      'Stofna viðskiptavini, breyta þeim, staðfesta kaupendur og sameina tvo viðskiptavini í einn',
      'Create customers, change them, confirm buyers, and merge two customers into one',
    ],
  },
  nav: {
    reads: [
      'Vörur, reikninga, drög, pantanir og tilboð, og viðskiptayfirlit',
      'Items, invoices, drafts, orders and quotes, and statements of customers',
    ],
    writes: [
      'Stofna vörur, breyta þeim og uppfæra bókunarstöðu reikninga',
      'Create items, change them, and update the booking status of invoices',
    ],
  },
  create_invoice: {
    writes: [
      'Gefa út reikninga og kreditreikninga, einnig sem greidda, og senda þá viðskiptavinum þínum, ásamt áminningum og viðskiptayfirlitum; búa til, senda, samþykkja, hafna og eyða tilboðum, pöntunum og drögum; hlaða upp fylgiskjölum',
      'Issue invoices and credit notes, also as paid, and send them to your customers, with reminders and statements; make, send, accept, decline and delete quotes, orders and drafts; upload attachments',
    ],
  },
  payment: {
    reads: [
      'Greiðslur og hvaða reikninga þær greiða, bankareikninga með stöðu þeirra og bankafærslur',
      'Payments, and which invoices they settle; bank accounts with their balances, and their transactions',
    ],
    writes: [
      'Skrá greiðslur og endurgreiðslur, ráðstafa þeim á reikninga, bakfæra þær og skrá bókun þeirra, sem lækkar kröfur í banka eða fellir þær niður; afskrifa reikninga og afturkalla það; bóka bankafærslur, leggja þær til hliðar og afturkalla það',
      'Record payments and refunds, allocate them to invoices, reverse them and record their booking, which lowers or cancels claims at the bank; write off invoices and take that back; book transactions of the bank, set them aside, and take that back',
    ],
  },
  recurring: {
    reads: ['Reglulega reikninga', 'Recurring invoices'],
    writes: [
      'Setja upp reglulega reikninga, sem eru gefnir út og sendir á föstum dögum án þess að spurt sé aftur; breyta þeim, gera á þeim hlé og stöðva þá',
      'Set up recurring invoices, which are issued and sent on fixed days without asking again; change, pause, resume and stop them',
    ],
  },
  cost: {
    reads: ['Kostnað og kvittanir', 'Costs and receipts'],
    writes: [
      'Skrá kostnað, breyta honum, eyða og uppfæra bókunarstöðu hans',
      'Record costs, change and delete them, and update their booking status',
    ],
  },
  task: {
    reads: ['Verk og tímaskráningar', 'Tasks and time logs'],
    writes: [
      'Stofna verk, breyta þeim og loka; skrá á þau tíma, breyta skráningum og eyða þeim',
      'Create tasks, change and close them; log time on them, change logs and delete them',
    ],
  },
  sell_product: {
    reads: ['Sölusíður, kaupendur og gesti viðburða', 'Selling pages, buyers and guests of events'],
  },
  bookkeeper: {
    reads: ['Fyrirtæki og bókara sem tengjast þér', 'Companies and bookkeepers that you are connected to'],
  },
});

/** The choices of the consent page. */
export const LIMIT_TEXTS = inLanguages({
  legend: ['Hvað má forritið gera upp á eigin spýtur?', 'What may the app do on its own?'],
  act: ['Framkvæma', 'Act'],
  actAbout: [
    'Forritið gerir strax allt sem er innan markanna hér fyrir neðan, án þess að spyrja. Það sem fer yfir þau bíður samþykkis.',
    'The app does everything within the limits below at once, without asking. Anything beyond them waits for approval.',
  ],
  propose: ['Leggja til', 'Propose'],
  proposeAbout: [
    'Ekkert er gert nema þú eða samstarfsfólk þitt samþykkið það.',
    'Nothing is done before you or a colleague has approved it.',
  ],
  read: ['Aðeins skoða', 'Only read'],
  readAbout: ['Forritið getur engu breytt.', 'The app can change nothing.'],
  bounds: ['Mörk', 'Limits'],
  boundsAbout: [
    'Í krónum. Autt þýðir engin mörk. Það sem fer yfir mörk bíður samþykkis.',
    'In ISK. Empty means no limit. Anything beyond a limit waits for approval.',
  ],
  max_amount: ['Hámarksupphæð skjals', 'Maximum amount of one document'],
  max_amount_per_day: ['Hámarksupphæð á dag', 'Maximum amount per day'],
  max_documents_per_day: ['Hámarksfjöldi skjala á dag', 'Maximum number of documents per day'],
  unbounded: ['engin mörk', 'no limit'],
  unlimited: [
    'Engin mörk eru sett núna: ef þú velur „Framkvæma“ getur forritið gefið út og sent skjöl með hvaða upphæð sem er, hverjum sem er, eins oft og það vill.',
    'No limits are set now: with “Act” the app can issue and send documents of any amount, to anybody, as often as it wants.',
  ],
  new_recipients: [
    'Spyrja áður en sent er þeim sem hefur ekkert fengið frá fólki hér eða eigin kerfum ykkar, og áður en því er breytt hvert skjöl annarra berast',
    'Ask before it sends to somebody who has received nothing from people here or from your own systems, and before it changes where documents of others go',
  ],
  scopes: ['Veita minni aðgang', 'Give less access'],
  narrow: ['Taktu hakið af því sem forritið á ekki að fá.', 'Untick what the app should not get.'],
});

export const OAUTH_TEXTS = inLanguages({
  title: [(app: string) => `${app} biður um aðgang`, (app: string) => `${app} asks for access`],
  ask: ['Forritið vill vinna með bókhald fyrirtækisins.', "The app wants to work with your company's books."],
  reads: ['Forritið fær að skoða', 'The app can see'],
  writes: ['Forritið fær einnig að', 'The app can also'],
  onlyWrites: ['Forritið fær að', 'The app can'],
  sees: ['Skoða', 'See'],
  missing: [
    'Forritið bað einnig um þetta, sem áskriftin þín nær ekki til:',
    'The app also asked for this, which is not part of your plan:',
  ],
  unknown: [
    'Þetta forrit skráði sig sjálft og Kvitt hefur ekki sannreynt það. Leyfðu það aðeins ef þú varst að tengja það.',
    'This app registered itself, and Kvitt has not verified it. Allow it only if you were connecting it just now.',
  ],
  describedAt: ['Forritið auðkennir sig með slóð á', 'The app identifies itself by an address at'],
  goesTo: ['Þú ferð síðan á', 'Then you go on to'],
  goesHere: ['Þú ferð síðan í forrit á þessari tölvu:', 'Then you go on to a program on this computer:'],
  revoke: [
    'Þú getur afturkallað aðganginn hvenær sem er undir „Tengd forrit“ í Kvitt.',
    'You can revoke the access at any time under “Connected apps” in Kvitt.',
  ],
  signedIn: ['Notandi:', 'Signed in as'],
  change: ['Skipta um notanda', 'Use another account'],
  allow: ['Leyfa', 'Allow'],
  deny: ['Hafna', 'Deny'],
  wrong: ['Ekki er hægt að tengja forritið', 'The app cannot be connected'],
  wrongWhy: [
    'Forritið er ekki þekkt hér, eða það vísar á aðra slóð en það er skráð með. Enginn aðgangur var veittur.',
    'The app is not known here, or it names another address than the one it is registered with. No access was given.',
  ],
  wrongDo: [
    'Hafðu samband við þann sem gerði forritið og láttu þessi skilaboð fylgja:',
    'Contact whoever made the app, and pass this message on:',
  ],
  askedWrong: [
    'Forritið, sem skráði sig sjálft, bað um aðgang á hátt sem Kvitt skilur ekki. Enginn aðgangur var veittur.',
    'The app, which registered itself, asked for access in a way that Kvitt does not understand. No access was given.',
  ],
  goBack: ['Til baka á', 'Back to'],
  stale: ['Síðan var orðin of gömul', 'The page had become too old'],
  staleWhy: [
    'Enginn aðgangur var veittur. Opnaðu síðuna aftur og svaraðu þar.',
    'No access was given. Open the page again and answer there.',
  ],
  again: ['Opna síðuna aftur', 'Open the page again'],
  failed: ['Forritið var ekki tengt', 'The app was not connected'],
  busy: [
    'Þjónustan svarar ekki sem stendur. Reyndu aftur eftir augnablik.',
    'The service does not answer just now. Try again in a moment.',
  ],
  noPlan: ['Vefþjónusta fylgir ekki áskriftinni', 'This account has no web-service access'],
  noPlanWhy: [
    'Forrit geta ekki tengst fyrr en rekstraraðili Kvitt bætir henni við.',
    'Apps cannot connect to it until the operator of Kvitt adds that access.',
  ],
  noOwner: ['Aðeins eigandi getur tengt forrit', 'Only an owner can connect an app'],
  noOwnerWhy: [
    'Enginn aðgangur var veittur. Biddu einhvern sem er skráður eigandi að tengja forritið.',
    'No access was given. Ask somebody who is an owner here to connect it.',
  ],
  nothing: ['Ekkert var leyft', 'Nothing was allowed'],
  nothingWhy: [
    'Forritið fær engan aðgang ef hakið er tekið af öllu. Enginn aðgangur var veittur.',
    'With every tick taken away the app gets no access. No access was given.',
  ],
  home: ['Áfram í Kvitt', 'Go on to Kvitt'],
});
