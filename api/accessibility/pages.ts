import type { Page } from '../health/pages.ts';
import { languageOfPage } from '../language/pages.ts';
import { styleSheet } from '../oauth/page-assets.ts';
import { accessibilityPage, sendPage } from '../oauth/pages.ts';
import { staticPage } from '../static-page.ts';

/** The style sheet is that of the pages for sign-in, which are off with an issuer elsewhere. */
const STYLE_PATH = '/accessibility.css';

/**
 * The accessibility statement, in the reader's language. `contact` is an e-mail address or a URL for what does not work for somebody;
 * without one the page leads to those who run the service.
 */
export function accessibilityPages(contact: string | undefined): Record<string, Page> {
  return {
    '/accessibility': (ctx) => {
      const view = { contact: contact === undefined ? undefined : { text: contact, href: hrefOf(contact) } };
      sendPage(ctx, 200, accessibilityPage({ ...view, style: STYLE_PATH }, languageOfPage(ctx.req)));
    },
    [STYLE_PATH]: staticPage({
      contentType: 'text/css; charset=utf-8',
      cacheControl: 'public, max-age=300',
      make: styleSheet,
    }),
  };
}

function hrefOf(contact: string): string {
  return /^https?:/.test(contact) ? contact : `mailto:${contact}`;
}
