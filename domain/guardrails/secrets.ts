/** Keys of well-known services, by the shapes that their makers document. */
const API_KEYS: readonly RegExp[] = [
  /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/, // Amazon Web Services
  /(?<!\w)gh[pousr]_[A-Za-z0-9]{36}/, // GitHub
  /(?<!\w)github_pat_\w{22}/,
  /(?<!\w)glpat-[\w-]{20}/, // GitLab
  /(?<![\w-])sk-(?:proj-|ant-|svcacct-)?(?=[A-Za-z_-]{0,40}\d)[\w-]{20}/, // OpenAI, Anthropic; the digit tells them from words with hyphens
  /(?<!\w)[rs]k_(?:live|test)_[A-Za-z0-9]{16}/, // Stripe
  /(?<!\w)whsec_[A-Za-z0-9+/]{24}/,
  /(?<!\w)xox[abeprs]-[A-Za-z0-9-]{10}/, // Slack
  /(?<!\w)AIza[\w-]{35}/, // Google
  /(?<!\w)SG\.[\w-]{16,64}\.[\w-]{16,64}/, // SendGrid
  /(?<!\w)npm_[A-Za-z0-9]{36}/,
];

/** A key of a well-known service. */
export function hasApiKey(text: string): boolean {
  return API_KEYS.some((shape) => shape.test(text));
}

/** A key of this service: of a partner or an administrator. */
export function hasPlatformKey(text: string): boolean {
  return /(?<!\w)(?:vp3|adm)_[A-Za-z0-9]{20}/.test(text);
}

/** The head of a PEM or OpenPGP private key. */
export function hasPrivateKey(text: string): boolean {
  return /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.test(text);
}

/** A signed JSON Web Token: two parts that start like a JSON object, and a signature. */
export function hasJsonWebToken(text: string): boolean {
  return /(?<![\w-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{16}/.test(text);
}
