import type { FastifyInstance } from 'fastify';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { failureOf, ruleStatus, withStatus } from '../http/answers/failures.ts';
import { html } from '../http/pages/html.ts';
import { sendPage } from '../http/pages/page.ts';
import { visitorLanguage } from '../http/request/language.ts';
import { pathOf } from '../http/request/paths.ts';
import { consentRoutes } from './bank/consent-routes.ts';
import { CHECK_LINK } from './link-not-found.ts';
import type { LinkDeps } from './linked-pages.ts';
import { payRoutes } from './pay/pay-routes.ts';
import { viewRoutes } from './pay/view-routes.ts';
import { publicPage } from './public-layout.ts';
import { questionRoutes } from './question/question-routes.ts';
import { quoteRoutes } from './quote/quote-routes.ts';

const TEXTS = inLanguages({
  notShown: ['Ekki tókst að birta síðuna', 'The page could not be shown'],
  notDone: ['Þetta tókst ekki', 'That did not work'],
  busy: [
    'Þjónustan svarar ekki sem stendur. Reyndu aftur eftir augnablik.',
    'The service is not responding right now. Try again in a moment.',
  ],
});

/** The pages that people reach by the link of an invoice, a quote or a consent at their bank. Errors are HTML pages too. */
export async function documentPages(app: FastifyInstance, deps: LinkDeps): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request);
    const lang = visitorLanguage(request);
    const title = TEXTS[lang][request.method === 'POST' ? 'notDone' : 'notShown'];
    const text = failure.kind === 'busy' ? TEXTS[lang].busy : CHECK_LINK[lang];
    const body = html`<h1>${title}</h1><p class="note error" role="alert">${text}</p>`;
    const page = publicPage({ lang, title, path: pathOf(request), body });
    return sendPage(withStatus(reply, failure, ruleStatus), page);
  });
  payRoutes(app, deps);
  viewRoutes(app, deps);
  quoteRoutes(app, deps);
  questionRoutes(app, deps);
  consentRoutes(app, deps);
}
