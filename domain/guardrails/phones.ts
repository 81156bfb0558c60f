import { createRequire } from 'node:module';
import type { CountryCode, parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';
import { Cues, sentenceAround } from './context.ts';
import { type Finding, masked, type Slice } from './finding.ts';
import type { Span } from './slices.ts';

const require = createRequire(import.meta.url);

/** Loaded on the first number found: its tables take some megabytes, and most texts have no number. */
const parsePhoneNumber: typeof parse = (text, country) => {
  const library: { parsePhoneNumberFromString: typeof parse } = require('libphonenumber-js/max');
  return library.parsePhoneNumberFromString(text, country);
};
type PhoneNumber = NonNullable<ReturnType<typeof parse>>;

/** Words before a national number, with the countries whose numbers it may be. */
const LABELS: readonly [words: string, countries: readonly CountryCode[]][] = [
  [
    'tel, telephone, phone, phone (number|no), telephone number, mobile, cell, cell phone, cellphone, fax, whatsapp, call, text',
    ['US'],
  ],
  [
    'telefon, telefonnummer, handy, handynummer, mobil, mobilnummer, festnetz, durchwahl, ruf, rufen, anrufen, unter, privat',
    ['DE', 'AT', 'CH'],
  ],
  ['téléphone, tél, portable, mobile, appelez, domicile, numéro', ['FR', 'BE', 'CH']],
  ['teléfono, tel, tfno, móvil, celular, llama, llame, llámame, llámenos, casa', ['ES', 'MX', 'AR']],
  ['telefone, telemóvel, telem, celular, ligue, liga', ['PT', 'BR']],
  ['telefono, cellulare, cell, chiama, chiamate, chiamami, casa, numero', ['IT']],
  ['電話, 電話番号, tel, 携帯, 携帯電話, 携帯番号, 自宅, ご自宅, 代表, 番号', ['JP']],
  ['电话, 手机, 手机号, 手机号码, 号码, 致电, 拨打, 座机, 热线, 总机, 微信', ['CN']],
];
const LABELLED = LABELS.map(([words, countries]) => ({ cues: new Cues(words), countries }));
/** Most characters between a label and its number. */
const LABEL_REACH = 16;

/** Numbers of a person, however they look. */
const PERSONAL = new Cues(
  'private, privately, personal, at home, home, his, her, my, me, cell, mobile, dm',
  'privat, privatnummer, daheim, zu hause, handy, handynummer, mobil, mobilnummer, mich',
  'domicile, personnel, privé, chez (lui|elle|moi), portable, mobile, mon, son, moi',
  'particular, casa, personal, móvil, celular, mi, llámame',
  'pessoal, casa, telemóvel, celular, meu, me',
  'privato, casa, personale, cellulare, mio, chiamami',
  '自宅, ご自宅, 個人, 携帯, 私の',
  '家里, 家中, 私人, 个人, 手机, 我的',
);
/** Numbers that an organisation publishes. */
const COMPANY = new Cues(
  `switchboard, main office, head office, headquarters, hotline, help ?line, help ?desk, (support|service|sales|press|customer|reception|booking)s?
   (team|desk|line|office|number|department|centre|center|hotline), support, reception, toll free, customer (service|care|support), office, desk, (call|reach|contact|phone|ring|text) us,
   (our|the) (team|sales|support|office|store|shop), ltd, inc, llc, plc, gmbh, corp, company, front desk, call (centre|center), free of charge, press, media, (book|schedule|order|reserve) *, demo, quote, business hours,
   opening hours, mon, monday, mondays, weekdays, questions, more information, concierge, tickets`,
  `zentrale, hotline, kundenhotline, servicehotline, kundenservice, kundendienst, kundenbetreuung, servicenummer, gmbh, ag, kg, büro, vertrieb, rezeption, empfang,
   pressestelle, presse, gebührenfrei, kostenlos, (rufen|erreichen) sie uns, uns, support, filiale, praxis, sekretariat, firma, bestellhotline, telefonzentrale, service, hauptsitz, fragen, termin*, öffnungszeiten,
   (mo|montag)s?, bestell*, reserv*, auskunft, infos`,
  `standard, service clients?, accueil, siège, bureau, numéro vert, appel gratuit, gratuit, assistance, appelez nous, contactez nous, sas, sarl, sa, agence, boutique, secrétariat,
   service (commercial|presse|après vente), support, presse, notre, nos, questions, renseignements, réserv*, du lundi, rendez vous, devis`,
  `centralita, atención al cliente, oficina, sede, recepción, llamada gratuita, gratuita, gratuito, soporte, llámenos, contáctenos, s. ?a., s. ?l., sl, tienda, servicio,
   asistencia, prensa, línea directa, nuestra, nuestro, departamento, reserv*, información, de lunes, cita, dudas`,
  `central, apoio ao cliente, atendimento, escritório, sede, recepção, receção, ligue grátis, grátis, gratuita, suporte, contacte nos, lda, ltda, s. ?a., loja, sac, assistência,
   imprensa, linha, nosso, nossa, departamento, reserv*, informações, de segunda, marcações, dúvidas`,
  `centralino, servizio clienti, assistenza, ufficio, sede, reception, numero verde, gratuito, supporto, chiamaci, contattaci, s. ?p. ?a, s. ?r. ?l, srl, spa, negozio, stampa,
   nostro, nostra, reparto, prenot*, informazioni, dal lunedì, appuntament*, domande`,
  '代表, 代表電話, 本社, 株式会社, 有限会社, 合同会社, 窓口, フリーダイヤル, サポート, コールセンター, 受付, 支店, 営業所, 広報, 店舗, カスタマー, お問い合わせ, 予約, 平日',
  '总机, 热线, 客服, 公司, 总部, 免费, 前台, 服务热线, 咨询, 办公室, 售后, 媒体, 门店, 销售部, 预约, 预订, 工作日, 垂询',
);
/** Kinds of number that only organisations have. */
const COMPANY_TYPES: ReadonlySet<string | undefined> = new Set([
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'VOICEMAIL',
]);

interface Candidate {
  start: number;
  words: string;
  number: PhoneNumber | undefined;
  /** Where the label begins. */
  labelStart: number;
}

const INTERNATIONAL = /(?<![\w+])\+[1-9](?:[ ().-]{0,2}\d){7,14}(?!\w)/g;
const AMERICAN = /(?<![\w.-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[.-])[2-9]\d{2}[ .-]\d{4}(?![\w-])/g;
const NATIONAL = /(?<![\w.,+-]|\d[ ()/-])\(?\d(?:[ ()./-]{0,2}\d){6,12}(?![\w-]|[.,]\d)/g;

/**
 * Possible phone numbers in the text: international with `+`, North American, or any number after a word such as
 * "phone". We find the candidates ourselves: the library's search accepts every run of ten digits, and needs 10 s for
 * 200 KB of digits.
 */
function* candidatesIn(text: string): Generator<Candidate> {
  /** The characters of numbers that are found: a part of a number is no further one. */
  const taken = new Uint8Array(text.length);
  const isTaken = ({ index, 0: { length } }: RegExpExecArray) => taken.subarray(index, index + length).includes(1);
  const parsed = new Map<string, PhoneNumber | undefined>();
  /** Texts repeat numbers, and reading one takes a while. */
  const parseOnce = (words: string, country: CountryCode) => {
    const key = `${country}${words}`;
    if (!parsed.has(key)) parsed.set(key, parsePhoneNumber(words, country));
    return parsed.get(key);
  };
  for (const expression of [INTERNATIONAL, AMERICAN]) {
    for (const match of text.matchAll(expression)) {
      if (isTaken(match)) continue;
      const { index, 0: words } = match;
      const number = parseOnce(words, 'US');
      // Without `+` the country is unknown. With it, the country must have numbers of this length.
      if (words.startsWith('+') && !number?.isPossible()) continue;
      taken.fill(1, index, index + words.length);
      yield { start: index, words, number, labelStart: index };
    }
  }
  const national = Array.from(text.matchAll(NATIONAL)).filter((match) => !isTaken(match));
  if (national.length === 0) return;
  const labels = labelsIn(text.toLowerCase());
  for (const { index, 0: words } of national) {
    const near = labels.filter(({ end }) => end <= index && index - end <= LABEL_REACH);
    const found = near.flatMap(({ start, countries }) =>
      countries.flatMap((country) => {
        const number = parseOnce(words, country);
        return number?.isValid() ? { number, labelStart: start } : [];
      }),
    )[0];
    // English labels stand before numbers of any country.
    const english = near.find(({ end, countries }) => countries.includes('US') && index - end <= 3);
    if (found) yield { start: index, words, ...found };
    else if (english) yield { start: index, words, number: undefined, labelStart: english.start };
  }
}

function labelsIn(lower: string): (Span & { countries: readonly CountryCode[] })[] {
  return LABELLED.flatMap(({ cues, countries }) => cues.in(lower).map((label) => ({ ...label, countries })));
}

/** All phone numbers in the text, each once, including those of organisations. */
export function phoneNumbers(text: string): string[] {
  return [...new Set(Array.from(candidatesIn(text), ({ words }) => words))];
}

/**
 * Phone numbers that are or may be a person's. Numbers that an organisation publishes (a switchboard, a hotline, an
 * office) may be published again.
 */
export function* findPhones(slice: Slice): Generator<Finding> {
  const published = new Map<string, boolean>();
  /** Whether an organisation's words stand in the sentence. */
  const isPublished = (sentence: string) => {
    if (!published.has(sentence)) published.set(sentence, COMPANY.areIn(sentence));
    return published.get(sentence) === true;
  };
  for (const { start, words, number, labelStart } of candidatesIn(slice.text)) {
    const type = number?.getType();
    if (COMPANY_TYPES.has(type)) continue;
    const isPersonal = PERSONAL.areIn(slice.lower.slice(Math.max(0, labelStart - 40), start));
    if (!isPersonal && isPublished(sentenceAround(slice, { start, end: start + words.length }))) continue;
    yield {
      rule: 'pii.phone',
      start,
      end: start + words.length,
      words,
      shown: masked(words, words.startsWith('+') ? 3 : 2, 2),
    };
  }
}
