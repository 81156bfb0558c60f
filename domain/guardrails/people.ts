import { Cues } from './context.ts';
import type { Finding, Slice } from './finding.ts';
import type { Span } from './slices.ts';

/** Say that a place is somebody's home. */
const HOME_BEFORE = new Cues(
  'home address, private address, personal address, residential address, (lives|living|live|lived|resides|resided|residing|reside) at, residence at, resident at',
  'privatadresse, privatanschrift, wohnadresse, wohnanschrift, wohnhaft, wohnt (in|am|an|im|auf|bei)( der| dem)?, wohne (in|am), zu hause in, meldeadresse',
  'habit(e|ant) (au|à|dans)?, demeur(e|ant) (au|à), domicilié(e)? (au|à)?, réside (au|à), adresse (personnelle|privée), domicile de, domicile',
  'vive en, reside en, residente en, domiciliad(o|a) en, domicilio (particular|personal|privado), dirección (particular|personal), su domicilio',
  'mora (na|no|em), reside (na|no|em), residente (na|no|em), domiciliad(o|a) (na|no|em), morada (pessoal|particular), endereço (residencial|pessoal|particular), vive (na|no)',
  'abita in, abita a, risiede in, residente in, domiciliat(o|a) in, indirizzo (privato|di casa|personale), vive in (via|viale|piazza)',
  '自宅, ご自宅, 自宅住所, 現住所, 住まいは, お住まいは, 在住の',
  '家住, 住在, 家庭住址, 家庭地址, 住址, 现住, 居住在, 家在',
);
const HOME_AFTER = new Cues('にお住まい, に住んで, に住む, に在住, が自宅, is (his|her|their) home address');
/** A number of a house, but not of a year or of millions. */
const HOUSE = /(?<![\d.,-])\d{1,4}(?:[-/]\d{1,3}){0,2} ?[a-z]?(?![\d.%€$]|,\d)/g;
/** A street or the like, since people also live in places and on numbers. */
const STREET = new Cues(
  'street, st., road, rd., lane, avenue, ave., drive, boulevard, court, way, close, square, terrace, place, crescent, gardens, row, apartment, apt., flat, suite, hill, park, grove, mews',
  '*straße, *strasse, *str., *weg, *gasse, *allee, *platz, *ring, *ufer, *damm, *steig, *hof, *bach, *berg, *markt, am *, an der *, im *, auf dem *, zum *, zur *',
  'rue, avenue, boulevard, place, chemin, impasse, quai, allée, route, cours, square, passage, faubourg',
  'calle, avenida, avda., plaza, paseo, camino, carretera, ronda, travesía, c/, vía, glorieta',
  'rua, avenida, av., praça, travessa, largo, alameda, estrada, rodovia, beco, calçada',
  'via, viale, piazza, corso, vicolo, largo, piazzale, strada, contrada',
  '丁目, 番地, 番, 号, 区, 市, 町, 村',
  '路, 街, 巷, 弄, 号, 栋, 楼, 室, 小区, 村, 单元',
);
const ADDRESS_REACH = 90;

/** Where somebody lives. Addresses of organisations say nothing about a home. */
export function* findHomeAddresses({ text, lower, sentences }: Slice): Generator<Finding> {
  for (const sentence of sentences) {
    const own = lower.slice(sentence.start, sentence.end);
    if (!/\d/.test(own)) continue;
    const place = addressIn(own);
    if (!place) continue;
    const [start, end] = [sentence.start + place.start, sentence.start + place.end];
    const words = text.slice(start, end);
    yield { rule: 'pii.address', start, end, words, shown: `${words.slice(0, 10).trimEnd()}…` };
  }
}

function addressIn(sentence: string): Span | undefined {
  for (const home of HOME_BEFORE.in(sentence)) {
    const end = streetEnd(sentence.slice(home.end, home.end + ADDRESS_REACH));
    if (end !== undefined) return { start: home.start, end: home.end + end };
  }
  for (const home of HOME_AFTER.in(sentence)) {
    const from = Math.max(0, home.start - ADDRESS_REACH);
    if (streetEnd(sentence.slice(from, home.start)) !== undefined) return { start: from, end: home.end };
  }
  return undefined;
}

/** Where street and number end; undefined when one of them is missing. */
function streetEnd(text: string): number | undefined {
  const [house] = text.matchAll(HOUSE);
  const [street] = STREET.in(text);
  return house && street ? Math.max(street.end, house.index + house[0].length) : undefined;
}

/** Say that a date is somebody's date of birth, wherever they stand. */
const BIRTH_LABELS = new Cues(
  'date of birth, birth date, birthdate, dob, d. ?o. ?b., birthday',
  'geburtsdatum, geburtstag, geb.',
  'date de naissance',
  'fecha de nacimiento',
  'data de nascimento',
  'data di nascita',
  '生年月日, 誕生日',
  '出生日期, 出生年月, 生日',
);
/** Say it of persons and of other things. */
const BORN = new Cues(
  'born, was born',
  'geboren, geborene, geborener, *geboren, kam * zur welt',
  'né, née, naquit',
  'nacid(o|a), nació',
  'nascid(o|a), nasceu',
  'nat(o|a), nacque',
  '生まれ, 生まれの, 生まれました, 誕生',
  '出生, 出生于, 生于',
);
const THINGS = new Cues(
  'idea, company, firm, startup, brand, project, product, service, version, platform, tradition, movement, podcast, magazine, app, concept, tool, business, initiative',
  'idee, firma, unternehmen, marke, projekt, produkt, dienst, plattform, tradition, bewegung, konzept, initiative, verein, werkzeug, startup',
  'idée, entreprise, société, marque, projet, produit, service, plateforme, concept, initiative, association, revue, outil',
  'idea, empresa, compañía, marca, proyecto, producto, servicio, plataforma, concepto, iniciativa, asociación, revista, herramienta',
  'ideia, empresa, companhia, marca, projeto, produto, serviço, plataforma, conceito, iniciativa, associação, revista, ferramenta',
  'azienda, impresa, società, marchio, progetto, prodotto, servizio, piattaforma, iniziativa, associazione, rivista, strumento',
  '会社, 企業, アイデア, 製品, サービス, ブランド, プロジェクト, 構想, 企画',
  '公司, 企业, 想法, 创意, 产品, 服务, 品牌, 项目, 平台, 理念, 计划',
);
const MONTHS = `jan(?:uary|uar|vier)?|gennaio|enero|janeiro|feb(?:ruary|ruar|rero|braio)?|février|fevereiro|mar(?:ch|s|zo|ço)?|märz|apr(?:il|ile)?|avril|abril|ma[iyj]|mayo|maio|maggio|june?|juni|juin|junio|junho|giugno|july?|juli|juillet|julio|julho|luglio|aug(?:ust)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|setembro|settembre|o[ck]t(?:ober|obre|ubre)?|outubro|ottobre|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember)?|décembre|diciembre|dezembro|dicembre`;
/** Dates in the forms of the eight languages. */
const DATE_FORMS = [
  String.raw`(?<!\d)\d{1,2}[./-] ?\d{1,2}[./-] ?(?:19|20)\d{2}(?!\d)`,
  String.raw`(?<!\d)(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}(?!\d)`,
  String.raw`(?<!\d)(?:19|20)\d{2} ?年 ?\d{1,2} ?月 ?\d{1,2} ?日`,
  String.raw`(?<!\d)\d{1,2}(?:\.|º|°|er|st|nd|rd|th)?(?: de| of)? (?:${MONTHS})\.?,?(?: de| del)? (?:19|20)\d{2}(?!\d)`,
  String.raw`(?<![a-z])(?:${MONTHS})\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d{2}(?!\d)`,
].join('|');
const DATE = new RegExp(DATE_FORMS, 'g');
const BIRTH_REACH = 40;

/** Dates of birth. Companies and ideas are born, too, and are no persons. */
export function* findBirthDates({ text, lower, sentences }: Slice): Generator<Finding> {
  for (const sentence of sentences) {
    const own = lower.slice(sentence.start, sentence.end);
    if (!/(?:19|20)\d\d/.test(own)) continue;
    const dates = Array.from(own.matchAll(DATE), ({ index, 0: date }) => ({ start: index, end: index + date.length }));
    if (dates.length === 0) continue;
    const cues = [...BIRTH_LABELS.in(own), ...(THINGS.areIn(own) ? [] : BORN.in(own))];
    const pair = dates.flatMap((date) => cues.filter((cue) => isClose(cue, date)).map((cue) => ({ cue, date })))[0];
    if (!pair) continue;
    const start = sentence.start + Math.min(pair.cue.start, pair.date.start);
    const end = sentence.start + Math.max(pair.cue.end, pair.date.end);
    yield {
      rule: 'pii.birth_date',
      start,
      end,
      words: text.slice(start, end),
      shown: `${text.slice(sentence.start + pair.cue.start, sentence.start + pair.cue.end)} …`,
    };
  }
}

function isClose(cue: Span, date: Span): boolean {
  return Math.max(cue.start, date.start) - Math.min(cue.end, date.end) <= BIRTH_REACH;
}
