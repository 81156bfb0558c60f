/** What an answer has of which a question asks, such as a price for what something costs. Texts in lower case and without accents. */
export interface Wanted {
  asks: RegExp;
  has: RegExp;
  /** What is left of an answer that has none. */
  without: number;
}

const NUMBER_WORDS =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|funfzehn|achtzehn|zwanzig|dreissig|vierzig|funfzig|sechzig|neunzig|hundert|tausend|halbe[nrsm]?|anderthalb|dreieinhalb|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|dieciocho|veinte|treinta|cuarenta|cincuenta|sesenta|noventa|cien|mil|medi[oa]|mitad';
/** An article that is a number before a unit of time. */
const ONE = 'an?|one|eine?[nrm]?|una?';
const ONCE = 'once|twice|einmal|zweimal|dreimal';
const EVERY =
  'daily|weekly|monthly|yearly|annual\\w*|quarterly|taglich|wochentlich|monatlich|jahrlich|vierteljahrlich|diari\\w*|semanal\\w*|mensual\\w*|anual\\w*|trimestral\\w*';
const TIME_UNITS =
  'seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|sekunden?|minuten?|stunden?|tage?n?|nachte?n?|wochen?|monate?n?s?|quartale?s?|jahre?n?s?|segundos?|minutos?|horas?|dias?|noches?|semanas?|mes(?:es)?|trimestres?|anos?';
/** Names of days and months. */
export const DAYS_AND_MONTHS =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|january|february|march|april|(?:in|until|till|by|since|every|of|from|to|\\d) may|may \\d|june|july|august|september|october|november|december|januar|februar|marz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';

/** An amount of money or a share of one. */
const AMOUNT =
  /[€$£¥%]|\b(?:eur|usd|gbp|chf|euros?|dollars?|cents?|pounds?|franken|free|no charge|per ?cent|kostenlos|kostenfrei|gratis|umsonst|prozent|gratuit[oa]s?|por ciento)\b|\b(?:price|preis|precio|cost|kosten|fee|gebuhr)\w*[^.!?]*\d/;

/** A number, in figures or as a word. */
export const NUMBER = new RegExp(`\\d|\\b(?:${NUMBER_WORDS}|${ONCE}|${EVERY})\\b`);

const MEASURED = new RegExp(
  `(?:\\d[\\d.,]*|\\b(?:${NUMBER_WORDS}|${ONE})) ?(?:(?:${TIME_UNITS}|eur|euros?|dollars?|per ?cent|prozent|por ciento|uhr|[ap]m|kg|km)\\b|[%€])`,
  'g',
);
const IS_TIME = new RegExp(`^(?:${TIME_UNITS})$`);

/** Whether a text has a number of something that is counted, beside those of hours, euros and the like. */
export function hasCount(plain: string, counted: string): boolean {
  return NUMBER.test(IS_TIME.test(counted) ? plain : plain.replace(MEASURED, ''));
}

/** Kinds of answers, of which the first is wanted whose question it is. */
export const WANTED: readonly Wanted[] = [
  {
    asks: /\b(?:how heavy|how much (?:do|does) .{1,60} weigh|wie schwer|wie viel wieg\w*|cuanto pesan?)\b/,
    has: /\d\s*(?:kg|g|t|lbs?|kilo\w*|grams?|gramm?|gramos|tons?|tonn?e[ns]?|toneladas|pounds?|pfund|libras?)\b/,
    without: 0,
  },
  {
    asks: /\b(?:how (?:deep|tall|wide|thick)|wie (?:tief|breit|dick)|(?:que|cual es la) (?:profundidad|anchura|altura|grosor))\b/,
    has: /\d\s*(?:[mcd]?m|met(?:er|re)\w*|centim\w*|zentimeter\w*|feet|foot|ft|inch\w*|metros?|fuss|zoll)\b/,
    without: 0,
  },
  {
    asks: /\b(?:(?:phone|telephone|mobile|fax) number|(?:which|what) number|(?:telefon|handy|ruf|fax)nummer|(?:numero de )?(?:telefono|fax|movil)|e-?mail(?:-?adresse| address)?(?! \p{L}{4})|correo electronico)\b(?=.*\?)/u,
    has: /\d[\d /()-]{4,}\d|@/,
    without: 0.3,
  },
  {
    asks: /\b(?:(?:which|what) (?:day|date)|welche[mnr]? (?:tag|datum)|(?:que|cual) (?:es el )?(?:dia|fecha))\b/,
    has: new RegExp(`\\d|\\b(?:${DAYS_AND_MONTHS}|first|last|ersten?|letzten?|primero?|ultimo)\\b`),
    without: 0.4,
  },
  {
    asks: /\b(?:costs?|how expensive|how much (?:is|are|for|do you charge)|what (?:do|would) (?:you|they) (?:charge|(?:take|want) for)|prices?|kostet|kosten|wie teuer|preise?|cuestan?|precios?|cuanto vale|que vale|a cuanto(?! tiempo)|cuanto sale|por cuanto(?! tiempo)|cuanto (?:cobran|piden|pago|pagamos|hay que pagar|tengo que pagar|tenemos que pagar)|what (?:would|do|must|will) (?:i|we) (?:have to )?pay|how much (?:would|do|must|will) (?:i|we) (?:have to )?pay|was (?:nehmen sie|verlangen sie|berechnen sie|nehmt ihr|(?:verlangt|berechnet) (?:ihr|man|(?:das|der|die) \w{1,40})),? (?:fur|dafur|wenn|um)|was zahle ich|was muss ich .{0,60}(?:be)?zahlen)\b/,
    has: AMOUNT,
    without: 0,
  },
  {
    asks: /\b(?:(?:what|which) (?:amount|sum)|welche[mnrs]? (?:betrag|summe)|(?:que|cual es el) (?:importe|monto)|que (?:cantidad|suma))\b/,
    has: AMOUNT,
    without: 0.4,
  },
  {
    asks: /\b(?:how high|wie hoch)\b/,
    has: new RegExp(
      `${AMOUNT.source}|\\b(?:${NUMBER_WORDS}|\\d+) (?:\\w+ )?(?:fees?|rents?|salar(?:y|ies)|mieten?|gehalter|mete?rs?|metres?|meter|cm)\\b`,
    ),
    without: 0.6,
  },
  {
    asks: /\b(?:how often|how many times|wie oft|wie haufig|cada cuanto|con que frecuencia|cuantas veces)\b/,
    has: new RegExp(
      `\\b(?:${ONCE}|${EVERY}|every|each|times|alle[nr]?|jede[nrsm]?|\\w+mal|veces|vez|cada|tod[oa]s|always|never|immer|nie|siempre|nunca)\\b`,
    ),
    without: 0.4,
  },
  {
    asks: /\b(?:how long|how soon|how early|how quickly|how much (?:time|notice)|how (?:far|long) (?:ahead|in advance)|wie lange|wie fruh|wie viel zeit|con cuanta antelacion|cuanto (?:tiempo|dura\w*|tarda\w*|demora\w*|plazo)|cuanta antelacion)\b/,
    has: new RegExp(
      `(?:\\d|\\b(?:${NUMBER_WORDS}|${ONE}))\\W+(?:\\w+\\W+){0,2}(?:${TIME_UNITS}|characters|metres|meters)\\b|\\b(?:${EVERY}|until|permanently|immediately|bis|unbefristet|sofort|hasta|inmediat\\w*|${DAYS_AND_MONTHS})\\b`,
    ),
    without: 0.5,
  },
  {
    asks: /\b(?:what time|wann|wie viel uhr|(?:a|hasta|desde) que hora)\b|(?:^|[.,;:!?¿] *|\b(?:by|since|from|until|and|y|hasta|desde) )(?:when|cuando)\b/,
    has: new RegExp(
      `${NUMBER.source}|\\b(?:${DAYS_AND_MONTHS}|${TIME_UNITS}|before|after|until|immediately|as soon|vor|nach|bis|sofort|sobald|antes|despues|hasta|inmediat\\w*)\\b`,
    ),
    without: 0.78,
  },
  {
    asks: /\b(?:how (?:many|much|fast|high|far|old|big|large)|wie (?:viele?|lang|hoch|schnell|weit|gross|alt)|cuant[oa]s?)\b/,
    has: NUMBER,
    without: 0.6,
  },
];

/** Units of time for which a count may be asked for, and how a text says it. */
export const RATES: readonly { asks: RegExp; says: RegExp }[] = [
  {
    asks: /\b(?:per|an|each|every|pro|je|in der|por|a la|cada) (?:hour|stunde|hora)\b/,
    says: /\b(?:hour|hourly|stunde|stundlich|hora)\b/,
  },
  {
    asks: /\b(?:per|a|each|every|pro|je|am|al|por|cada) (?:day|tag|dia)\b/,
    says: /\b(?:day|daily|tag|taglich|dia|diari\w*)\b/,
  },
  {
    asks: /\b(?:per|a|each|every|pro|je|in der|por|a la|cada) (?:week|woche|semana)\b/,
    says: /\b(?:week|weekly|woche|wochentlich\w*|semana|semanal\w*)\b/,
  },
  {
    asks: /\b(?:per|a|each|every|pro|je|im|al|por|cada) (?:month|monat|mes)\b/,
    says: /\b(?:month|monthly|monat|monatlich\w*|mes|mensual\w*)\b/,
  },
];
