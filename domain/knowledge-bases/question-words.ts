/**
 * Words with which people ask, and which the answer therefore rarely has: they weigh little whether a passage has them or
 * not. Languages' stop words are the database's; these are the others, without marks.
 */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  [
    // English
    'allowed allow available cost costs costing does exist exists explain find get gets give gives happen happens high kind know large long look looking may',
    'maximum mean means meaning much many must need needs often old one ones please possible price prices required require say show soon still',
    'support supports take takes tell use used want way when where which work works year years day days',
    // German
    'anfangen bedeutet bedeuten bekomme bekommen bekommt bitte brauche braucht darf durfen eigentlich erfahren erlaubt erlaubnis fur gebe geben gibt',
    'gelten gilt haben hoch kosten kostet lang lange man muss mussen moglich oft preis preise sage sagen schon soll sollen tun viel viele wann warum weit',
    'welche welcher welches wem wen wer wessen wohin woher wird wurde wurden zahle zahlen',
    // Spanish
    'cada como cual cuales cuando cuanta cuantas cuanto cuantos cuesta cuestan debe deben debo decir dia dias existe funciona hacer hago hay',
    'haber necesito permite permitido poder posible precio precios pueda puede pueden puedo quien quiero saber significa tarda tengo tiempo tiene tienen vale venden',
  ]
    .join(' ')
    .split(' '),
);
