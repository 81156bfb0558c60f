import { readFileSync } from 'node:fs';
import type Koa from 'koa';

/** Path of the style sheet, below the prefix. */
export const STYLE_PATH = '/pages.css';
/** Path of the script that signs in with a passkey. */
export const PASSKEY_SCRIPT_PATH = '/passkey.js';
/** Path of the script by which a form is sent once. */
export const ONCE_SCRIPT_PATH = '/once.js';
/** Path of the script that submits a form automatically. */
export const SUBMIT_SCRIPT_PATH = '/submit.js';
/** Path of the script of the page of links. */
export const LINK_SCRIPT_PATH = '/link.js';

/** Submits the form of a page automatically. */
const SUBMIT_SCRIPT = "document.forms[0].requestSubmit(document.querySelector('button[name=logout]'));\n";

/**
 * Moves the secret from the fragment, which browsers send to nobody, into the form, and takes it out of the address and the
 * history, also of a link that is opened where the page is open already.
 */
const LINK_SCRIPT = `function takeSecret() {
  const secret = location.hash.slice(1);
  if (!secret) return;
  history.replaceState(null, '', location.pathname);
  document.getElementById('secret').value = secret;
  document.forms[0].requestSubmit();
}
addEventListener('hashchange', takeSecret);
takeSecret();
`;

const read = new Map<string, string>();

/** A file of the assets, read once. */
function asset(name: string): string {
  const text = read.get(name) ?? readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  read.set(name, text);
  return text;
}

/** The pages' style sheet. */
export function styleSheet(): string {
  return asset('pages.css');
}

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Media type and content of what the pages load, by path. */
const ASSETS: ReadonlyMap<string, [type: string, content: () => string]> = new Map([
  [STYLE_PATH, [CSS, styleSheet]],
  [PASSKEY_SCRIPT_PATH, [SCRIPT, () => asset('passkey.js')]],
  [ONCE_SCRIPT_PATH, [SCRIPT, () => asset('once.js')]],
  [SUBMIT_SCRIPT_PATH, [SCRIPT, () => SUBMIT_SCRIPT]],
  [LINK_SCRIPT_PATH, [SCRIPT, () => LINK_SCRIPT]],
]);

/** Paths of what the pages load. */
export const ASSET_PATHS: readonly string[] = [...ASSETS.keys()];

/** Serves what the pages load: files, since their policy forbids what is inline. */
export const pageAssets: Koa.Middleware = (ctx, next) => {
  const found = ASSETS.get(ctx.path);
  if (!found) return next();
  const [type, content] = found;
  ctx.set('Content-Type', type);
  ctx.set('Cache-Control', 'public, max-age=300');
  ctx.body = content();
};
