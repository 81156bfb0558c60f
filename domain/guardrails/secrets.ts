import { compile } from './compile.ts';
import { type Finding, masked, type Slice } from './finding.ts';

/**
 * Keys of well-known services, by the formats that their vendors document and that secretlint's recommended rules
 * (13.0.7) use. A valid prefix is enough, since texts cut keys short. Each pattern runs in linear time.
 */
const API_KEYS: readonly RegExp[] = [
  /(?<![A-Z0-9])(?:AKIA|ASIA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Z0-9])/g, // Amazon Web Services
  /(?<!\w)gh[pousr]_[A-Za-z0-9]{36}/g, // GitHub
  /(?<!\w)ghs_\d{1,20}_[\w-]{16}/g,
  /(?<!\w)github_pat_\w{22}/g,
  /(?<!\w)glpat-[\w-]{20}/g, // GitLab
  /(?<![\w-])sk-(?:proj-|ant-|svcacct-|admin-)?(?=[A-Za-z_-]{0,40}\d)[\w-]{20}/g, // OpenAI, Anthropic; the digit distinguishes them from hyphenated words
  /(?<!\w)gsk_[A-Za-z0-9]{40}/g, // Groq
  /(?<!\w)hf_[A-Za-z]{34}(?![A-Za-z])/g, // Hugging Face
  /(?<!\w)[rs]k_(?:live|test)_[A-Za-z0-9]{16}/g, // Stripe
  /(?<!\w)whsec_[A-Za-z0-9+/]{24}/g,
  /(?<!\w)xox[abeoprs]-[A-Za-z0-9-]{10}/g, // Slack
  /(?<!\w)xapp-\d-[A-Za-z0-9-]{10}/g,
  /hooks\.slack\.com\/services\/T[A-Za-z0-9]{1,40}\/B[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{8}/gi,
  /(?<!\w)AIza[\w-]{35}/g, // Google
  /(?<!\w)SG\.[\w-]{16,64}\.[\w-]{16,64}/g, // SendGrid
  /(?<!\w)npm_[A-Za-z0-9]{36}/g,
  /(?<!\w)shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32}/g, // Shopify
  /(?<!\w)lin_api_[A-Za-z0-9]{32}/g, // Linear
  /(?<!\w)ntn_\d{11}[A-Za-z0-9]{35}/g, // Notion
  /(?<!\w)glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/g, // Grafana
  /(?<!\w)dapi[a-f0-9]{32}/g, // Databricks
  /(?<!\w)dckr_pat_[\w-]{27}/g, // Docker
  /(?<!\w)figd_[\w-]{40}/g, // Figma
  /(?<!\w)hv[sbr]\.[\w-]{90}/g, // HashiCorp Vault
];

/** What stands before a key, in small letters. */
const KEY_LABEL = compile(
  `api (key|token|secret), apikey, api_key, client_secret, client secret, (secret|access|auth|bearer|private|refresh)( |_)?(key|token), x api key, authorization, bearer,
   (*_)?(secret|token|api_?key|access_?key), api schlüssel, zugriffsschlüssel, zugangsschlüssel, geheimschlüssel, clé api, clé d'api, clé d'accès, clé secrète, jeton d'accès,
   clave (de )?api, clave de acceso, clave secreta, token de acceso, chave (de |da )?api, chave de acesso, chave secreta, token de acesso, chiave api, chiave di accesso, chiave segreta,
   token di accesso, apiキー, アクセスキー, シークレットキー, シークレット, アクセストークン, api密钥, 访问密钥, 密钥, 令牌, 访问令牌`,
);
/** A value that may be a key: long, and neither a word nor a placeholder. */
const KEY_VALUE = /(?<![\w$/<{+.-])[A-Za-z0-9_+/.-]{20,512}={0,2}(?![\w>}])/g;
const KEY_REACH = 24;

/** Keys of well-known services, and long random values that are called a key. */
export function* findApiKeys({ text, lower }: Slice): Generator<Finding> {
  for (const shape of API_KEYS) yield* findShape('secret.api_key', shape, text, 4);
  for (const { index, 0: words } of text.matchAll(KEY_VALUE)) {
    if (!isRandom(words)) continue;
    const before = lower.slice(Math.max(0, index - KEY_REACH - 20), index);
    const label = Array.from(before.matchAll(KEY_LABEL)).at(-1);
    const between = label && before.slice(label.index + label[0].length);
    // The lines of a private key have a rule of their own.
    if (between === undefined || between.length > KEY_REACH || between.includes('-----')) continue;
    yield { rule: 'secret.api_key', start: index, end: index + words.length, words, shown: masked(words, 2, 0) };
  }
}

/** Whether letters and digits alternate as in no word, number or path. */
function isRandom(value: string): boolean {
  const changes = Array.from(value.matchAll(/(?<=[A-Za-z])\d|(?<=\d)[A-Za-z]/g)).length;
  return changes >= 3 && new Set(value).size >= 10 && !/[/.-][a-z]{4,}[/.-]/.test(value);
}

/** Keys of this service, of a partner or an administrator. */
export function findPlatformKeys({ text }: Slice): Generator<Finding> {
  return findShape('secret.platform_key', /(?<!\w)(?:vp3|adm)_[A-Za-z0-9]{20}/g, text, 4);
}

/** Headers of PEM and OpenPGP private keys. */
export function* findPrivateKeys({ text }: Slice): Generator<Finding> {
  for (const { index, 0: words } of text.matchAll(/-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g))
    yield { rule: 'secret.private_key', start: index, end: index + words.length, words, shown: words };
}

/** Signed JSON Web Tokens: two parts that start like a JSON object, and a signature. */
export function findJsonWebTokens({ text }: Slice): Generator<Finding> {
  return findShape('secret.token', /(?<![\w-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{16}/g, text, 3);
}

function* findShape(rule: string, shape: RegExp, text: string, shownCharacters: number): Generator<Finding> {
  for (const { index, 0: words } of text.matchAll(shape))
    yield { rule, start: index, end: index + words.length, words, shown: masked(words, shownCharacters, 0) };
}

/** Words before a password, in small letters; a copula, a colon or an equals sign stands between them. */
const PASSWORD_LABEL = compile(
  `password, passwort, passwd, pwd, passphrase, passcode, pass phrase, kennwort, zugangscode, losungswort, mot de passe, mdp, phrase secrète, contraseña, clave, clave de acceso, senha,
   palavra passe, palavra chave, parola d'ordine, parola chiave, chiave d'accesso, パスワード, 暗証番号, パスコード, 密码, 口令, 登录密码, 通行码`,
);
const BETWEEN = /^["'`]?(?: ?[:=]>? ?| [–—-] | (?:is|lautet|ist|est|es|é|è|war|was):? | ?は ?「?|是 ?|\t| )["'`]?/;
const VALUE = /^[!-~]{4,64}/;

/** Passwords beside a word that calls them so. Rules for passwords, placeholders and variables are none. */
export function* findPasswords({ text, lower }: Slice): Generator<Finding> {
  for (const { index, 0: label } of lower.matchAll(PASSWORD_LABEL)) {
    const rest = text.slice(index + label.length, index + label.length + 80);
    const between = BETWEEN.exec(rest)?.[0];
    if (between === undefined) continue;
    const words = withoutEndMarks(VALUE.exec(rest.slice(between.length))?.[0] ?? '');
    const isCalledSo = between.trim() !== '';
    if (!(isCalledSo ? isPassword(words) || isPin(label, words) : isMixed(words))) continue;
    const start = index + label.length + between.length;
    yield { rule: 'secret.password', start, end: start + words.length, words, shown: `${label}: …` };
  }
}

function isPassword(value: string): boolean {
  return (
    value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[<$%{[]|^[A-Z_]+$|^https?:|\*{3}/.test(value)
  );
}

/** Whether a value can be no word: a digit, a letter, and another sign or letters of both sizes within. */
function isMixed(value: string): boolean {
  return isPassword(value) && (/[^\w.,:;()/-]/.test(value.slice(0, -1)) || /[a-z][A-Z]|[a-z]\d[A-Za-z]/.test(value));
}

function isPin(label: string, value: string): boolean {
  return (label === '暗証番号' || label === 'passcode' || label === 'パスコード') && /^\d{4,8}$/.test(value);
}

function withoutEndMarks(value: string): string {
  let end = value.length;
  while (end > 0 && '"\'`.,;:)'.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
}
