import { conceptsOf } from '../embeddings/concepts.ts';
import { STOP_WORDS, withoutAccents } from '../embeddings/words.ts';

/** Somebody by what they are: those who speak, roles, groups and offices. Texts in lower case and without accents. */
const SOMEBODY = new RegExp(
  `\\b(?:${[
    'we|us|our|you|your|everyone|everybody|anyone|anybody|nobody|whoever|wir|uns|unsere?[nmrs]?|jede[rmn]?|alle|niemand|wer|selbst|nosotros|nos|nuestr[oa]s?|quien(?:es)?|todos|nadie',
    '(?:\\w{3,}(?:er|or|ist|ian|ant|ee|man|men|woman|women)|head|chief|boss|staff|team|board|department|desk|office|service|company|firm|client|guest|parent|guardian|nurse|doctor|tenant|student|colleague|person|people|party|bank|union)s?',
    '\\w*(?:leiter(?:in)?|leitung|fuhrer(?:in)?|fuhrung|beauftragte[nr]?|verantwortliche[nr]?|zustandige[nr]?|chefs?|chefin|vorstand|team|abteilung|buro|stelle|amt|zentrale|firma|betrieb|dienst|gast|gaste|kunden?|kundin|mieter|mitglied(?:er)?|person(?:en)?|arzt|arztin|meister(?:in)?|\\w{4,}er(?:in|innen)?|vertretung|rat|verein|bank|gesellschaft|kolleg(?:e|en|in))',
    'accounting|accounts|purchasing|sales|reception|treasury|security|buchhaltung|einkauf|vertrieb|verwaltung|empfang|personal|contabilidad|administracion|compras|ventas|recepcion|seguridad',
    '(?:\\w{3,}(?:dor|dora|dores|doras|ista|istas|ente|entes|ario|aria|arios)|jef[ea]s?|encargad[oa]s?|responsables?|equipo|departamento|oficina|empresa|servicio|soci[oa]s?|cliente|clientes|medic[oa]s?|personas?|padres?|tutor(?:es)?|banco|consejo|comite|direccion|central|recepcion)',
  ].join('|')})\\b`,
);
/** Two words that are written as names. */
const TWO_NAMES = /(\p{Lu}[\p{L}'’-]+)\.?\s+(?:(?:de|del|la|van|von|der)\s+)?(?=(\p{Lu}[\p{L}'’-]+))/gu;

/** Whether a sentence has somebody: a person, a role, a group or an organisation. */
export function hasPerson(sentence: string): boolean {
  return hasName(sentence) || SOMEBODY.test(withoutAccents(sentence));
}

/** Whether a sentence has the name of a person: two words with a capital, of which one is no word of the table. */
export function hasName(sentence: string): boolean {
  return [...sentence.matchAll(TWO_NAMES)].some(([, first = '', second = '']) => {
    const words = [first, second].map(withoutAccents);
    return words.every((word) => !STOP_WORDS.has(word)) && words.some((word) => conceptsOf(word).size === 0);
  });
}
