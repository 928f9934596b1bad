import type { Lang } from '../../domain/values/codes.ts';
import type { Scope } from '../../kernel/access/scopes.ts';

/** What a scope permits, as the consent page explains it. */
interface ScopeText {
  reads?: string;
  writes?: string;
}

/** Everything that a scope permits has its words here; `test/contract/scope-texts.test.ts` lists the operations behind them. */
export const SCOPE_TEXTS: Record<Lang, Record<Scope, ScopeText>> = {
  is: {
    dashboard_data: {
      reads:
        'Upplýsingar um fyrirtækið og samtölur: sölu, virðisaukaskatt, kostnað, afkomu og hvað viðskiptavinir skulda',
    },
    manage_customers: {
      reads: 'Viðskiptavini',
      writes: 'Stofna viðskiptavini, breyta þeim, staðfesta kaupendur og sameina tvo viðskiptavini í einn',
    },
    nav: {
      reads: 'Vörur, reikninga, drög, pantanir og tilboð, og viðskiptayfirlit',
      writes: 'Stofna vörur, breyta þeim og uppfæra bókunarstöðu reikninga',
    },
    create_invoice: {
      writes:
        'Gefa út reikninga og kreditreikninga, einnig sem greidda, og senda þá viðskiptavinum þínum, ásamt áminningum og viðskiptayfirlitum; búa til, senda, samþykkja, hafna og eyða tilboðum, pöntunum og drögum; hlaða upp fylgiskjölum',
    },
    payment: {
      reads: 'Greiðslur og hvaða reikninga þær greiða, bankareikninga með stöðu þeirra og bankafærslur',
      writes:
        'Skrá greiðslur og endurgreiðslur, ráðstafa þeim á reikninga, bakfæra þær og skrá bókun þeirra, sem lækkar kröfur í banka eða fellir þær niður; afskrifa reikninga og afturkalla það; bóka bankafærslur, leggja þær til hliðar og afturkalla það',
    },
    recurring: {
      reads: 'Reglulega reikninga',
      writes:
        'Setja upp reglulega reikninga, sem eru gefnir út og sendir á föstum dögum án þess að spurt sé aftur; breyta þeim, gera á þeim hlé og stöðva þá',
    },
    cost: {
      reads: 'Kostnað og kvittanir',
      writes: 'Skrá kostnað, breyta honum, eyða og uppfæra bókunarstöðu hans',
    },
    task: {
      reads: 'Verk og tímaskráningar',
      writes: 'Stofna verk, breyta þeim og loka; skrá á þau tíma, breyta skráningum og eyða þeim',
    },
    sell_product: { reads: 'Sölusíður, kaupendur og gesti viðburða' },
    bookkeeper: { reads: 'Fyrirtæki og bókara sem tengjast þér' },
  },
  en: {
    dashboard_data: {
      reads: 'Company details, and totals: sales, VAT, costs, profit and what customers owe',
    },
    manage_customers: {
      reads: 'Customers',
      writes: 'Create customers, change them, confirm buyers, and merge two customers into one',
    },
    nav: {
      reads: 'Items, invoices, drafts, orders and quotes, and statements of customers',
      writes: 'Create items, change them, and update the booking status of invoices',
    },
    create_invoice: {
      writes:
        'Issue invoices and credit notes, also as paid, and send them to your customers, with reminders and statements; make, send, accept, decline and delete quotes, orders and drafts; upload attachments',
    },
    payment: {
      reads:
        'Payments, and which invoices they settle; bank accounts with their balances, and their transactions',
      writes:
        'Record payments and refunds, allocate them to invoices, reverse them and record their booking, which lowers or cancels claims at the bank; write off invoices and take that back; book transactions of the bank, set them aside, and take that back',
    },
    recurring: {
      reads: 'Recurring invoices',
      writes:
        'Set up recurring invoices, which are issued and sent on fixed days without asking again; change, pause, resume and stop them',
    },
    cost: {
      reads: 'Costs and receipts',
      writes: 'Record costs, change and delete them, and update their booking status',
    },
    task: {
      reads: 'Tasks and time logs',
      writes: 'Create tasks, change and close them; log time on them, change logs and delete them',
    },
    sell_product: { reads: 'Selling pages, buyers and guests of events' },
    bookkeeper: { reads: 'Companies and bookkeepers that you are connected to' },
  },
};

/** The choices of the consent page. */
export const LIMIT_TEXTS = {
  is: {
    legend: 'Hvað má forritið gera upp á eigin spýtur?',
    act: 'Framkvæma',
    actAbout:
      'Forritið gerir strax allt sem er innan markanna hér fyrir neðan, án þess að spyrja. Það sem fer yfir þau bíður samþykkis.',
    propose: 'Leggja til',
    proposeAbout: 'Ekkert er gert nema þú eða samstarfsfólk þitt samþykkið það.',
    read: 'Aðeins skoða',
    readAbout: 'Forritið getur engu breytt.',
    bounds: 'Mörk',
    boundsAbout: 'Í krónum. Autt þýðir engin mörk. Það sem fer yfir mörk bíður samþykkis.',
    max_amount: 'Hámarksupphæð skjals',
    max_amount_per_day: 'Hámarksupphæð á dag',
    max_documents_per_day: 'Hámarksfjöldi skjala á dag',
    unbounded: 'engin mörk',
    unlimited:
      'Engin mörk eru sett núna: ef þú velur „Framkvæma“ getur forritið gefið út og sent skjöl með hvaða upphæð sem er, hverjum sem er, eins oft og það vill.',
    new_recipients:
      'Spyrja áður en sent er þeim sem hefur ekkert fengið frá fólki hér eða eigin kerfum ykkar, og áður en því er breytt hvert skjöl annarra berast',
    scopes: 'Veita minni aðgang',
    narrow: 'Taktu hakið af því sem forritið á ekki að fá.',
  },
  en: {
    legend: 'What may the app do on its own?',
    act: 'Act',
    actAbout:
      'The app does everything within the limits below at once, without asking. Anything beyond them waits for approval.',
    propose: 'Propose',
    proposeAbout: 'Nothing is done before you or a colleague has approved it.',
    read: 'Only read',
    readAbout: 'The app can change nothing.',
    bounds: 'Limits',
    boundsAbout: 'In ISK. Empty means no limit. Anything beyond a limit waits for approval.',
    max_amount: 'Maximum amount of one document',
    max_amount_per_day: 'Maximum amount per day',
    max_documents_per_day: 'Maximum number of documents per day',
    unbounded: 'no limit',
    unlimited:
      'No limits are set now: with “Act” the app can issue and send documents of any amount, to anybody, as often as it wants.',
    new_recipients:
      'Ask before it sends to somebody who has received nothing from people here or from your own systems, and before it changes where documents of others go',
    scopes: 'Give less access',
    narrow: 'Untick what the app should not get.',
  },
} as const;

export const OAUTH_TEXTS = {
  is: {
    title: (app: string) => `${app} biður um aðgang`,
    ask: 'Forritið vill vinna með bókhald fyrirtækisins.',
    reads: 'Forritið fær að skoða',
    writes: 'Forritið fær einnig að',
    onlyWrites: 'Forritið fær að',
    sees: 'Skoða',
    missing: 'Forritið bað einnig um þetta, sem áskriftin þín nær ekki til:',
    unknown:
      'Þetta forrit skráði sig sjálft og Kvitt hefur ekki sannreynt það. Leyfðu það aðeins ef þú varst að tengja það.',
    describedAt: 'Forritið auðkennir sig með slóð á',
    goesTo: 'Þú ferð síðan á',
    goesHere: 'Þú ferð síðan í forrit á þessari tölvu:',
    revoke: 'Þú getur afturkallað aðganginn hvenær sem er undir „Tengd forrit“ í Kvitt.',
    signedIn: 'Notandi:',
    change: 'Skipta um notanda',
    allow: 'Leyfa',
    deny: 'Hafna',
    wrong: 'Ekki er hægt að tengja forritið',
    wrongWhy:
      'Forritið er ekki þekkt hér, eða það vísar á aðra slóð en það er skráð með. Enginn aðgangur var veittur.',
    wrongDo: 'Hafðu samband við þann sem gerði forritið og láttu þessi skilaboð fylgja:',
    askedWrong:
      'Forritið, sem skráði sig sjálft, bað um aðgang á hátt sem Kvitt skilur ekki. Enginn aðgangur var veittur.',
    goBack: 'Til baka á',
    stale: 'Síðan var orðin of gömul',
    staleWhy: 'Enginn aðgangur var veittur. Opnaðu síðuna aftur og svaraðu þar.',
    again: 'Opna síðuna aftur',
    failed: 'Forritið var ekki tengt',
    busy: 'Þjónustan svarar ekki sem stendur. Reyndu aftur eftir augnablik.',
    noPlan: 'Vefþjónusta fylgir ekki áskriftinni',
    noPlanWhy: 'Forrit geta ekki tengst fyrr en rekstraraðili Kvitt bætir henni við.',
    noOwner: 'Aðeins eigandi getur tengt forrit',
    noOwnerWhy: 'Enginn aðgangur var veittur. Biddu einhvern sem er skráður eigandi að tengja forritið.',
    nothing: 'Ekkert var leyft',
    nothingWhy: 'Forritið fær engan aðgang ef hakið er tekið af öllu. Enginn aðgangur var veittur.',
    home: 'Áfram í Kvitt',
  },
  en: {
    title: (app: string) => `${app} asks for access`,
    ask: "The app wants to work with your company's books.",
    reads: 'The app can see',
    writes: 'The app can also',
    onlyWrites: 'The app can',
    sees: 'See',
    missing: 'The app also asked for this, which is not part of your plan:',
    unknown:
      'This app registered itself, and Kvitt has not verified it. Allow it only if you were connecting it just now.',
    describedAt: 'The app identifies itself by an address at',
    goesTo: 'Then you go on to',
    goesHere: 'Then you go on to a program on this computer:',
    revoke: 'You can revoke the access at any time under “Connected apps” in Kvitt.',
    signedIn: 'Signed in as',
    change: 'Use another account',
    allow: 'Allow',
    deny: 'Deny',
    wrong: 'The app cannot be connected',
    wrongWhy:
      'The app is not known here, or it names another address than the one it is registered with. No access was given.',
    wrongDo: 'Contact whoever made the app, and pass this message on:',
    askedWrong:
      'The app, which registered itself, asked for access in a way that Kvitt does not understand. No access was given.',
    goBack: 'Back to',
    stale: 'The page had become too old',
    staleWhy: 'No access was given. Open the page again and answer there.',
    again: 'Open the page again',
    failed: 'The app was not connected',
    busy: 'The service does not answer just now. Try again in a moment.',
    noPlan: 'This account has no web-service access',
    noPlanWhy: 'Apps cannot connect to it until the operator of Kvitt adds that access.',
    noOwner: 'Only an owner can connect an app',
    noOwnerWhy: 'No access was given. Ask somebody who is an owner here to connect it.',
    nothing: 'Nothing was allowed',
    nothingWhy: 'With every tick taken away the app gets no access. No access was given.',
    home: 'Go on to Kvitt',
  },
} as const;
