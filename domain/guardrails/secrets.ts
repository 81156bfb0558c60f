/**
 * Keys of well-known services, by the formats that their vendors document and that secretlint's recommended rules
 * (13.0.7) use. A valid prefix is enough, since texts cut keys short. Each pattern runs in linear time.
 */
const API_KEYS: readonly RegExp[] = [
  /(?<![A-Z0-9])(?:AKIA|ASIA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Z0-9])/, // Amazon Web Services
  /(?<!\w)gh[pousr]_[A-Za-z0-9]{36}/, // GitHub
  /(?<!\w)ghs_\d{1,20}_[\w-]{16}/,
  /(?<!\w)github_pat_\w{22}/,
  /(?<!\w)glpat-[\w-]{20}/, // GitLab
  /(?<![\w-])sk-(?:proj-|ant-|svcacct-|admin-)?(?=[A-Za-z_-]{0,40}\d)[\w-]{20}/, // OpenAI, Anthropic; the digit distinguishes them from hyphenated words
  /(?<!\w)gsk_[A-Za-z0-9]{40}/, // Groq
  /(?<!\w)hf_[A-Za-z]{34}(?![A-Za-z])/, // Hugging Face
  /(?<!\w)[rs]k_(?:live|test)_[A-Za-z0-9]{16}/, // Stripe
  /(?<!\w)whsec_[A-Za-z0-9+/]{24}/,
  /(?<!\w)xox[abeoprs]-[A-Za-z0-9-]{10}/, // Slack
  /(?<!\w)xapp-\d-[A-Za-z0-9-]{10}/,
  /hooks\.slack\.com\/services\/T[A-Za-z0-9]{1,40}\/B[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{8}/i,
  /(?<!\w)AIza[\w-]{35}/, // Google
  /(?<!\w)SG\.[\w-]{16,64}\.[\w-]{16,64}/, // SendGrid
  /(?<!\w)npm_[A-Za-z0-9]{36}/,
  /(?<!\w)shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32}/, // Shopify
  /(?<!\w)lin_api_[A-Za-z0-9]{32}/, // Linear
  /(?<!\w)ntn_\d{11}[A-Za-z0-9]{35}/, // Notion
  /(?<!\w)glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/, // Grafana
  /(?<!\w)dapi[a-f0-9]{32}/, // Databricks
  /(?<!\w)dckr_pat_[\w-]{27}/, // Docker
  /(?<!\w)figd_[\w-]{40}/, // Figma
  /(?<!\w)hv[sbr]\.[\w-]{90}/, // HashiCorp Vault
];

/** Whether the text has a key of a well-known service. */
export function hasApiKey(text: string): boolean {
  return API_KEYS.some((shape) => shape.test(text));
}

/** Whether the text has a key of this service, of a partner or an administrator. */
export function hasPlatformKey(text: string): boolean {
  return /(?<!\w)(?:vp3|adm)_[A-Za-z0-9]{20}/.test(text);
}

/** Whether the text has the header of a PEM or OpenPGP private key. */
export function hasPrivateKey(text: string): boolean {
  return /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.test(text);
}

/** Whether the text has a signed JSON Web Token: two parts that start like a JSON object, and a signature. */
export function hasJsonWebToken(text: string): boolean {
  return /(?<![\w-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{16}/.test(text);
}
