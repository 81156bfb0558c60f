import { BASE_PATH } from './settings.ts';

/** The part of `window.trustedTypes` that the console uses; browsers without it do not enforce the types. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>): void;
}

/**
 * Under `require-trusted-types-for 'script'` browsers ask this policy about every text that is assigned as HTML and
 * every address of a worker; null refuses it. It is the default policy, since Mantine assigns its style sheets through
 * `innerHTML`. Text without `<` cannot become an element, and workers are files of the console.
 */
declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && pathname.startsWith(`${BASE_PATH}/`) ? address : null;
  },
});
