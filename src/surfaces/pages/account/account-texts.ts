/** Texts of the sign-in and account pages. */
import { inLanguages } from '../../../domain/values/in-languages.ts';
export const ACCOUNT_TEXTS = inLanguages({
  signIn: ['Innskráning', 'Sign in'],
  signInLead: ['Skráðu þig inn með notandanafni og lykilorði.', 'Use your username and password.'],
  codeTitle: ['Auðkenning', 'Second step'],
  codeLead: [
    'Sláðu inn kóðann sem auðkenningarforritið sýnir, eða varakóða.',
    'Enter the code that your authenticator app shows, or a recovery code.',
  ],
  codeMailed: [
    (email: string) =>
      `Óvenju margir reyna að skrá sig inn með þessu nafni. Við sendum kóða á ${email}; sláðu hann inn hér.`,
    (email: string) =>
      `Unusually many attempts are made to sign in with this name. We sent a code to ${email}; type it here.`,
  ],
  code: ['Kóði', 'Code'],
  codeButton: ['Halda áfram', 'Continue'],
  codeWrong: ['Kóðinn er ekki réttur. Sláðu inn þann nýjasta.', 'The code is wrong. Enter the newest one.'],
  codeLost: [
    'Síminn týndur? Notaðu varakóða, eða biddu eiganda eða rekstraraðila Kvitt um aðstoð.',
    'Lost your phone? Use a recovery code, or ask an owner or the operator of Kvitt.',
  ],
  enrolTitle: ['Tveggja þrepa innskráning', 'Two-step sign-in'],
  enrolLead: [
    'Fyrirtækið krefst tveggja þrepa innskráningar. Skannaðu kóðann með auðkenningarforriti og sláðu inn töluna sem það sýnir.',
    'The company requires two-step sign-in. Scan the code with an authenticator app and enter the number it shows.',
  ],
  enrolSecret: ['Eða sláðu lykilinn inn í forritið:', 'Or type the key into the app:'],
  enrolQr: ['QR-kóði fyrir auðkenningarforrit', 'QR code for an authenticator app'],
  recoveryTitle: ['Varakóðar', 'Recovery codes'],
  recoveryLead: [
    'Hver kóði kemur einu sinni í stað símans. Geymdu þá á öruggum stað; þeir sjást aðeins núna.',
    'Each code replaces your phone once. Keep them in a safe place: they are shown only now.',
  ],
  noAccount: ['Ertu ekki með aðgang?', 'No account yet?'],
  hasAccount: ['Ertu með aðgang?', 'Do you have an account?'],
  forgot: ['Gleymt lykilorð?', 'Forgot your password?'],
  forgotTitle: ['Nýtt lykilorð', 'A new password'],
  forgotLead: [
    'Skrifaðu notandanafn eða netfang. Við sendum hlekk til að velja nýtt lykilorð.',
    'Enter your username or e-mail address. We will send you a link to choose a new password.',
  ],
  forgotName: ['Notandanafn eða netfang', 'Username or e-mail address'],
  forgotButton: ['Senda hlekk', 'Send the link'],
  forgotSent: [
    'Ef við þekkjum þetta nafn eða netfang er hlekkur á leiðinni í tölvupósti. Hann virkar í eina klukkustund.',
    'If we know that name or address, a link is on its way by e-mail. It works for an hour.',
  ],
  forgotNone: [
    'Berst enginn póstur? Eigandi eða rekstraraðili Kvitt getur aðstoðað.',
    'No mail? An owner, or the operator of Kvitt, can help.',
  ],
  back: ['Til baka í innskráningu', 'Back to sign-in'],
  chooseLead: [
    (who: string, company: string) => `Veldu nýtt lykilorð. Notandi: ${who} (${company}).`,
    (who: string, company: string) => `Choose a new password for ${who} (${company}).`,
  ],
  chooseButton: ['Vista og skrá inn', 'Save and sign in'],
  invitation: [
    (company: string) => `Boð um aðgang: ${company}`,
    (company: string) => `Invitation to ${company}`,
  ],
  invitedBy: [
    (who: string) => `${who} býður þér að vinna hér. Veldu hvernig þú skráir þig inn.`,
    (who: string) => `${who} invites you to work here. Choose how you will sign in.`,
  ],
  invited: [
    'Þér er boðið að vinna hér. Veldu hvernig þú skráir þig inn.',
    'You are invited to work here. Choose how you will sign in.',
  ],
  fullName: ['Nafn þitt', 'Your name'],
  usernameOfInvited: [
    'Það sem þú skráir þig inn með; netfangið eða annað án bila',
    'What you sign in with: the e-mail address, or anything without spaces',
  ],
  acceptButton: ['Þiggja boðið og skrá inn', 'Accept and sign in'],
  acceptAs: [(who: string) => `Þiggja boðið sem ${who}`, (who: string) => `Accept as ${who}`],
  acceptAsLead: [
    'Innskráning þín gildir þá einnig hér, og þú skiptir á milli fyrirtækjanna.',
    'Your sign-in then serves this company too, and you switch between them.',
  ],
  orNewSignIn: ['Eða veldu nýja innskráningu', 'Or choose a new sign-in'],
  hasSignIn: ['Ertu með innskráningu hjá öðru fyrirtæki?', 'Do you sign in at another company already?'],
  signInToAccept: ['Skráðu þig inn og þiggðu boðið með henni', 'Sign in and accept with that sign-in'],
  alreadyHere: [
    'Þú hefur þegar aðgang að þessu fyrirtæki. Boðið er ætlað öðrum.',
    'You have access to this company already. The invitation is for somebody else.',
  ],
  factorRequired: [
    'Fyrirtækið krefst tveggja þrepa innskráningar. Settu hana fyrst upp í stillingum þínum og opnaðu hlekkinn aftur.',
    'The company requires two-step sign-in. Set it up in your settings first, then open the link again.',
  ],
  loginElsewhere: [
    'Innskráning þín er geymd hjá öðru fyrirtæki. Skiptu yfir á það til að breyta lykilorðinu.',
    'Your sign-in is kept at another company. Switch to it to change the password.',
  ],
  linkUsed: [
    'Þessi hlekkur hefur verið notaður eða afturkallaður, eða er of gamall. Biddu um nýjan.',
    'This link has been used or withdrawn, or is too old. Ask for a new one.',
  ],
  setupLinkUsed: [
    'Þessi hlekkur hefur verið notaður eða er of gamall. Nýr hlekkur birtist þegar þjónustan er ræst aftur.',
    'This link was used or is too old. Start the service again to get a new one.',
  ],
  taken: ['Þetta notandanafn er frátekið. Veldu annað.', 'This username is taken; choose another.'],
  ownerOnly: ['Aðeins eigandi má gera þetta.', 'Only an owner may do this.'],
  required: [(field: string) => `${field} vantar.`, (field: string) => `${field} is missing.`],
  invalid: [(field: string) => `${field}: þetta er ekki gilt.`, (field: string) => `${field} is not valid.`],
  wrongKennitala: [
    'Þetta er ekki gild kennitala: hún hefur tíu tölustafi, og einhver þeirra er rangur eða vantar.',
    'This is no valid kennitala: it has ten digits, and one of them is wrong or missing.',
  ],
  wrongUsername: [
    'Notandanafn má hvorki hafa bil né tvípunkt.',
    'A username cannot have a space or a colon.',
  ],
  short: [
    'Lykilorðið þarf að vera að minnsta kosti 8 stafir.',
    'The password must have at least 8 characters.',
  ],
  commonPassword: [
    'Þetta lykilorð er of algengt, eða gert úr nafni, netfangi eða kennitölu. Veldu annað, til dæmis nokkur orð í röð.',
    'This password is too common, or made of a name, an address or a kennitala. Choose another, for example a few words in a row.',
  ],
  username: ['Notandanafn', 'Username'],
  password: ['Lykilorð', 'Password'],
  signInButton: ['Skrá inn', 'Sign in'],
  wrong: ['Rangt notandanafn eða lykilorð.', 'Wrong username or password.'],
  wrongPassword: ['Lykilorðið er ekki rétt.', 'The password is wrong.'],
  closed: [
    'Þessum aðgangi hefur verið lokað. Hafðu samband við rekstraraðila Kvitt.',
    'This account is closed. Contact the operator of Kvitt.',
  ],
  tooMany: [
    (minutes: number) => `Of margar misheppnaðar tilraunir. Reyndu aftur eftir ${minutes} mín.`,
    (minutes: number) => `Too many failed attempts. Try again in ${minutes} min.`,
  ],
  busy: [
    'Þjónustan svarar ekki sem stendur. Reyndu aftur eftir augnablik.',
    'The service is not responding right now. Try again in a moment.',
  ],
  stale: ['Síðan var orðin of gömul. Reyndu aftur.', 'The page was out of date. Try again.'],
  notShown: ['Ekki tókst að birta síðuna', 'The page could not be shown'],
  notSaved: ['Breytingin var ekki vistuð', 'The change was not saved'],
  notDone: {
    '/sign-in': ['Innskráning tókst ekki', 'You could not be signed in'],
    '/sign-in/code': ['Innskráning tókst ekki', 'You could not be signed in'],
    '/sign-out': ['Útskráning tókst ekki', 'You could not be signed out'],
    '/forgotten': ['Hlekkurinn var ekki sendur', 'The link was not sent'],
    '/new-password': ['Lykilorðinu var ekki breytt', 'The password was not changed'],
    '/invitation': ['Ekki tókst að þiggja boðið', 'The invitation was not accepted'],
    '/invitation/join': ['Ekki tókst að þiggja boðið', 'The invitation was not accepted'],
    '/signup': ['Aðgangurinn var ekki stofnaður', 'The account was not opened'],
    '/setup': ['Aðgangurinn var ekki stofnaður', 'The account was not opened'],
  },
  security: ['Öryggi aðgangs', 'Account security'],
  signedIn: ['Notandi:', 'Signed in as'],
  signOut: ['Skrá út', 'Sign out'],
  newPassword: ['Nýtt lykilorð', 'New password'],
  newPasswordHint: ['Að minnsta kosti 8 stafir', 'At least 8 characters'],
  currentPassword: ['Núverandi lykilorð', 'Current password'],
  changePassword: ['Breyta lykilorði', 'Change password'],
  passwordChanged: [
    'Lykilorðinu var breytt og allar aðrar innskráningar felldar úr gildi.',
    'The password was changed, and all other sessions have ended.',
  ],
  apiKey: ['API-lykill', 'API key'],
  apiKeyLead: [
    'Aðeins fingrafar lykilsins er geymt, svo ekki er hægt að sýna hann aftur. Þú getur fengið nýjan; sá gamli hættir þá strax að virka.',
    'Only a digest of the key is kept, so it cannot be shown again. You can get a new one; the old one stops working at once.',
  ],
  newApiKey: ['Fá nýjan lykil', 'Get a new key'],
  apiKeyMade: [
    'Nýi lykillinn þinn. Afritaðu hann núna; hann sést aðeins einu sinni.',
    'Your new key. Copy it now: it is shown only once.',
  ],
  apps: ['Tengd forrit', 'Connected apps'],
  noApps: ['Engin forrit hafa aðgang.', 'No app has access to the account.'],
  since: ['Frá', 'Since'],
  revoke: ['Afturkalla', 'Revoke'],
  revoked: ['Aðgangur forritsins var afturkallaður.', 'The access of the app was revoked.'],
  open: ['Stofna aðgang', 'Open an account'],
  openLead: [
    'Fyrsti aðgangurinn í þessari uppsetningu. Hlekkurinn gildir aðeins einu sinni.',
    'The first account of this installation. The link works only once.',
  ],
  signUpLead: ['Nýr aðgangur fyrir fyrirtækið þitt.', 'A new account for your company.'],
  company: ['Nafn fyrirtækis', 'Name of the company'],
  kennitala: ['Kennitala', 'Kennitala'],
  email: ['Netfang', 'E-mail address'],
  emailHint: [
    'Má sleppa; þangað fer hlekkur ef lykilorðið gleymist',
    'Optional; where a link goes if the password is forgotten',
  ],
  emailUse: ['Þangað fer hlekkur ef lykilorðið gleymist', 'Where a link goes if the password is forgotten'],
  usernameHint: ['Án bila', 'Without spaces'],
  openButton: ['Stofna aðgang', 'Open the account'],
  onward: ['Áfram', 'Continue'],
});

export type AccountTexts = (typeof ACCOUNT_TEXTS)['is' | 'en'];
