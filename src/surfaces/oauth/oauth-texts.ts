import type { Lang } from '../../domain/codes.ts';
import type { Scope } from '../../kernel/scopes.ts';

/** What a scope permits, as the consent page explains it. */
interface ScopeText {
  reads?: string;
  writes?: string;
}

export const SCOPE_TEXTS: Record<Lang, Record<Scope, ScopeText>> = {
  is: {
    dashboard_data: { reads: 'Upplýsingar um fyrirtækið og samtölur reikninga' },
    manage_customers: { reads: 'Viðskiptavini', writes: 'Stofna viðskiptavini og breyta þeim' },
    nav: {
      reads: 'Vörur og útgefna reikninga',
      writes: 'Stofna vörur, breyta þeim og uppfæra bókunarstöðu reikninga',
    },
    create_invoice: { writes: 'Gefa út reikninga og tilboð sem berast viðskiptavinum þínum' },
    recurring: { writes: 'Setja upp áskriftir: reikninga sem gefnir eru út reglulega' },
    cost: { reads: 'Kostnað og kvittanir', writes: 'Skrá kostnað, breyta honum og eyða' },
    task: { reads: 'Verk og tímaskráningar', writes: 'Stofna verk, skrá á þau tíma og loka þeim' },
    sell_product: { reads: 'Vörusölu og þátttakendur viðburða' },
    bookkeeper: { reads: 'Fyrirtæki og bókara sem tengjast þér' },
  },
  en: {
    dashboard_data: { reads: 'Company details and invoice totals' },
    manage_customers: { reads: 'Customers', writes: 'Customers' },
    nav: {
      reads: 'Items and issued invoices',
      writes: 'Items, and the booking status of invoices',
    },
    create_invoice: { writes: 'Issue invoices and quotes, which are sent to your customers' },
    recurring: { writes: 'Recurring invoices: set up invoices that are issued regularly' },
    cost: { reads: 'Costs and receipts', writes: 'Costs: register, change and delete them' },
    task: { reads: 'Tasks and time logs', writes: 'Tasks: create them, log time and close them' },
    sell_product: { reads: 'Product sales and attendees of events' },
    bookkeeper: { reads: 'Companies and bookkeepers that you are connected to' },
  },
};

export const OAUTH_TEXTS = {
  is: {
    title: (app: string) => `${app} biður um aðgang`,
    ask: 'Forritið vill vinna með bókhald fyrirtækisins.',
    reads: 'Forritið fær að skoða',
    writes: 'Forritið fær einnig að',
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
    noPlan: 'Reikningurinn hefur ekki vefþjónustuaðgang',
    noPlanWhy: 'Forrit geta ekki tengst honum fyrr en rekstraraðili Kvitt bætir aðganginum við.',
    noOwner: 'Aðeins eigandi getur tengt forrit',
    noOwnerWhy: 'Enginn aðgangur var veittur. Biddu einhvern sem er skráður eigandi að tengja forritið.',
    home: 'Áfram í Kvitt',
  },
  en: {
    title: (app: string) => `${app} asks for access`,
    ask: "The app wants to work with your company's books.",
    reads: 'The app can see',
    writes: 'The app can create and change',
    missing: 'The app also asked for this, which is not part of your plan:',
    unknown:
      'This app registered itself, and Kvitt has not verified it. Allow it only if you were connecting it just now.',
    describedAt: 'The app identifies itself by an address at',
    goesTo: 'Then you go on to',
    goesHere: 'Then you go on to a program on this computer:',
    revoke: 'You can take the access back at any time under “Connected apps” in Kvitt.',
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
    home: 'Go on to Kvitt',
  },
} as const;
