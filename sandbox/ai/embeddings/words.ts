/** Words that say little in any text, without accents. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or of to in on at by for with from is are was were be been do does did can could will would shall should may might have has had
   it its this that these those i we you he she they my our your their me us them what which how as if not no than then so there about into per
   per pro je any all each every some such only also am cannot s t re ve ll d don doesn didn isn aren whom whose own him her hers ours yours theirs while because
   just too both either become becomes became being having
   but out off up down onto upon whether though although however seem seems let lets going gone goes m im got
   der die das den dem des ein eine einen einem einer eines und oder von zu zum zur im in am an auf aus bei mit nach fur ist sind war waren wird
   werden kann konnen hat haben habe es sie er wir ich ihr mein unser sein ihre man sich nicht kein keine als auch wenn was welche welcher welches
   wie dass uber durch bis um vor unter so noch nur aber mich mir dir uns vom beim ins ans dieser diese dieses diesem diesen jede jeder jedes jedem jeden
   alle allen aller alles etwas jemand ob weil damit dabei dazu daran davon dafur dann denn doch schon ja hier dort ihn ihm ihnen euch eure euer deren
   dessen seine seinen seiner seinem seines meine meinen meiner meinem meines unsere unseren unserer unserem ihren ihrer ihrem bin bist seid wurde
   wurden worden werde gewesen hatte hatten gehabt macht machen mache gemacht tun tut getan lassen lasst lass geht an hin her drauf dran drin rein raus mal eben etwa sowie sonst trotzdem seit wollen will soll sollen sollte welchem welchen selbst derselbe dieselbe dasselbe dieselben denselben
   el la los las un una unos unas y o de del al a en con por para es son era fue ser esta estan hay ha han he se su sus mi mis tu lo le les nos
   que cual cuales como si no mas muy sobre entre sin desde hasta este esta estos estas ese esa eso yo ellos cada todo toda todos todas tambien
   estar estoy estamos ser sera seran siendo sido soy somos eran fueron haber habia algo alguien algun alguna algunos algunas otro otra otros otras mismo
   misma ya aun pero porque ella ellas usted ustedes nosotros nuestra nuestro nuestros nuestras esos esas aquel aquella ti cuyo cuya va van voy hace hacen hacer hecho dan dar da dado deja dejan dejaron dijo dijeron tras segun mediante durante partir puesto pone poner`.split(
    /\s+/,
  ),
);

/** The words of a text in lower case and without accents. */
export function wordsOf(text: string): string[] {
  return withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A text in lower case and without accents. */
export function withoutAccents(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}

/** A word without its suffix. */
export function stemOf(word: string): string {
  if (/\d/.test(word) || word.length <= 4) return word;
  return word.replace(/(?:ungen|ciones|cion|ing|ung|es|en|er|ed|os|as|s|n|e)$/, '');
}
