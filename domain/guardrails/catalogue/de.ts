import type { Vocabulary } from './types.ts';

/** German. */
export const GERMAN: Vocabulary = {
  language: 'de',
  functionWords:
    'der die das den dem des und ist sind wir unser unsere unseren sie ihr ihre ihren mit für von zu im in auf bei nicht ein eine einen einem einer es als auch mehr wie nach uns dieser diese dieses',
  denials: `
    einer der, eine der, eines der, nicht, nie, niemals, niemand, kein, keine, keinen, keinem, keiner, nichts, weder, kaum, selten, märchen, mythos, illusion, trugschluss, wer behauptet,
    angeblich*, vorsicht, noch kein*`,
  sources: `
    laut, gemäß, zufolge, studien?, umfragen?, bericht, berichte, erhebung, untersuchung, messung, gemessen, ermittelt*, quelle, statistik, statistische*, auswertung,
    benchmark*, geprüft, durchschnitt*, im schnitt, ausgezeichnet, forrester, gartner, idc, statista`,

  best: `
    beste*, bestes, schnellste*, sicherste*, günstigste*, billigste*, größte*, stärkste*, leistungsstärkste*, leistungsfähigste*, zuverlässigste*, innovativste*, modernste*, fortschrittlichste*,
    effizienteste*, effektivste*, einfachste*, genaueste*, klügste*, intelligenteste*, umfassendste*, flexibelste*, mächtigste*, vollständigste*, höchste*, niedrigste*, hochwertigste*, erfolgreichste*,
    beliebteste*, preiswerteste*, robusteste*, sauberste*, gründlichste*, führend*`,
  scope: `
    der welt, weltweit*, auf der welt, in der branche, der branche, am markt, auf dem markt, des marktes, aller zeiten, in (europa|deutschland|österreich|der schweiz), europas, deutschlands, die es (je|gibt),
    das es (je|gibt), den es (je|gibt), je (gab|gebaut*|entwickelt*|geschaffen*), jemals, überhaupt, mit abstand, bei weitem, des universums, auf dem planeten, im internet, der schweiz, österreichs, im land, des landes`,
  nobody: `
    kein (anderer|anderes|wettbewerber|mitbewerber|konkurrent|anbieter|produkt|system|tool|werkzeug|dienst), keine (andere|lösung|software|plattform|konkurrenz|firma|marke), niemand, keiner`,
  compares: `
    so (schnell|gut|sicher|zuverlässig|günstig|stark|einfach|genau) *, schneller*, besser*, sicherer*, günstiger*, zuverlässiger*, stärker*, wie wir, als wir, mithalten, das wasser reichen, heran*, übertrifft, schlägt,
    bietet mehr, so viel`,
  unused: '(den|die|das) (niemand|keiner) (nutzt|braucht|benutzt|will|liest|kennt|verwendet|beachtet)',
  unrivalled: `
    unschlagbar*, konkurrenzlos*, unübertroffen*, unübertrefflich*, unerreicht*, einzigartig* in, beispiellos*, ohnegleichen, unvergleichlich*, seinesgleichen, ihresgleichen, allen (anderen|konkurrenten|wettbewerbern) überlegen,
    lässt (alle|jede|die gesamte) konkurrenz, stellt alle* in den schatten, das nonplusultra, der goldstandard, welt(klasse|spitze), besser als (alle|jede*|die konkurrenz), einzigartig am markt, der alleskönner schlechthin`,

  numberOne: `nr. ?1, nr 1, nummer (1|eins), no. ?1, ♯ ?1, platz 1, platz eins`,
  field: `
    (wir|sie) sind, sind wir, für (*), unter den, bei (*), in (europa|deutschland|der welt|der schweiz|österreich|der branche|sachen), am markt, auf dem markt, weltweit, europas, deutschlands, der (branche|welt|anbieter),
    im (bereich|markt|segment), (anbieter|lösung|plattform|software|partner|marke|hersteller|tool|wahl|adresse|experte|spezialist|dienstleister)(s|n|en)?`,
  counted: `
    priorität*, ziel*, fehler*, schritt*, tipp*, grund, gründe, regel*, frage*, folge, ausgabe, kapitel, teil, punkt, aufgabe, thema, feind, problem, ursache, risiko, heft, lektion, platz (1|eins) bei google, mythos`,
  leader: `
    (unangefochten*|unbestritten*|klar*|absolut*|weltweit*|global*|europäisch*|deutsch*|größt*) marktführer*, marktführer* (in|für|bei|im|am)( der| den)?, ist marktführer*, als marktführer*, weltmarktführer*, weltweit führend*,
    (europa|deutschland|branchen|welt)weit führend*, führend* (weltweit|europaweit|am markt|in europa|in deutschland), branchenführer*, branchenprimus, (der|die|das) führende* (anbieter|plattform|lösung|hersteller|software|unternehmen|marke|system|tool),
    europas führend*, deutschlands führend*, technologieführer*, spitzenreiter (der|am|in), nummer eins`,

  guarantees: `garantier*, garantie, garantie für, garantie auf, erfolgsgarantie, gewinngarantie`,
  outcome: `
    *erfolg, *erfolge, *erfolgs, *umsatz*, *umsätze, gewinn*, wachstum*, *ergebnis*, kunden*, *anfragen, leads?, *rendite*, roi, einnahmen, einkommen, ersparnis*, verkäufe, ranking*, top platzierung*, platz (1|eins), besucher*, traffic,
    verdoppel*, verdreifach*, steiger*, vervielfach*, mehr (kunden|umsatz|gewinn|geld|besucher|verkäufe|aufträge|anfragen|reichweite), conversion*, abschlüsse, aufträge, aufstieg, follower, abnehm*, gewicht*, spitzenplatz, seite (1|eins), schwachstelle*`,
  terms: `
    geld zurück, verfügbarkeit, sla, gewährleistung, herstellergarantie, garantiezeit, garantiefall, garantiebedingungen, erstatt*, reihenfolge, zustell*, zugestellt, mindestens einmal, durchsatz, vertraglich, jahren?, jahre garantie, gesetzlich*`,
  promises: `
    wir versprechen, verspreche*, ich verspreche, sie werden (garantiert|sicher|bestimmt), mit sicherheit, todsicher*, hundertprozentig, ganz sicher, auf jeden fall, zugesichert*, versichern (wir )?ihnen`,
  surely: `
    garantiert (100 ?%|zu 100 ?%), 100 ?% garantiert*, erfolg garantiert, ergebnisse garantiert, garantiert* (erfolg|ergebnisse|wirkung|gewinn), klappt immer, funktioniert (immer|garantiert), wirkt (immer|garantiert), scheitern unmöglich, sie können nur gewinnen, kann nicht schiefgehen,
    erfolgsgarantie, gelinggarantie, zufriedenheit garantiert, wirkung garantiert`,

  absolutely: `100 ?%, 100 ?%ig*, hundertprozentig*, hundert prozent, absolut*, völlig, vollkommen, total, komplett, restlos, garantiert, vollständig`,
  secure: `
    sicher, sichere, sicherer, sicheres, sicheren, sicherheit, geschützt*, unhackbar*, unknackbar*, zuverlässig*, fehlerfrei*, ausfallsicher*, wirksam*, anonym*, verlässlich*, schutz, genau, abhörsicher*, manipulationssicher*, diebstahlsicher*`,
  unhackable: `
    unhackbar*, unknackbar*, unangreifbar*, unüberwindbar*, undurchdringlich*, hackersicher*, bombensicher*, todsicher*, unzerstörbar*, ohne jede (schwachstelle|sicherheitslücke|lücke), keine chance für hacker, kein hacker *, hacker haben keine chance,
    hat kein hacker eine chance, (nie|niemals|nicht) (gehackt|geknackt|gestohlen|kompromittiert) werden, unmöglich zu (hacken|knacken), fällt (nie|niemals) aus, lückenlose sicherheit, garantierte sicherheit, absolute sicherheit, immun gegen (hacker|angriffe|ransomware|viren)`,

  heals: `
    heil(t|en|te|end), kurier(t|en), beseitig(t|en), besieg(t|en), verschwind(et|en), lindert?, lindern, stopp(t|en), verhinder(t|n), beug(t|en), vorbeugen, bekämpf(t|en), befrei(t|en), beend(et|en), vertreib(t|en), hilft gegen, helfen gegen, schützt vor,
    schluss mit, nie wieder, ade, weg mit, behandelt`,
  ailment: `
    krebs*, diabetes, *schmerz*, migräne*, arthrose, arthritis, rheuma, depression*, angst*, *angst, neurodermitis, ekzem*, asthma, allergi*, schlaflosigkeit, schlafstörung*, bluthochdruck, blutdruck, akne, grippe, corona*, covid*, infekt*, *krankheit*, tumor*, demenz,
    alzheimer, burnout, burn out, tinnitus, entzündung*, falten, übergewicht, adhs, haarausfall, herzinfarkt*, schlaganfall*, viren, erkältung*, stress, leiden`,
  medicine: `
    patient*, klinik*, krankenhaus*, kliniken, ärzt*, praxis, termine, buchhaltung, code, heilungsrate`,
  miracle: `
    wunder(heilung|mittel|pille|kur|diät|waffe), klinisch (erwiesen|bewiesen|bestätigt|geprüft|getestet), medizinisch (erwiesen|bewiesen|bestätigt), wissenschaftlich (erwiesen|bewiesen), ohne (jede )?nebenwirkung*, ganz ohne nebenwirkung*, keine nebenwirkungen,
    heilkraft, heilt (alles|jede*), selbstheilungskräfte, stärkt (das|ihr) immunsystem, abnehmen # ?(kg|kilo)`,

  earn: `verdien*, einnehmen, kassier*, erziel*, machen, einkommen von, einnahmen von, nebenverdienst*, nebeneinkommen`,
  money: `# ?(€|euro|eur|franken|chf|dollar|$), (€|eur) ?#, (vier|fünf|sechs|sieben)stellig*, tausende`,
  per: `
    (im|pro|jeden|am|je|die) (monat|tag|woche|jahr|stunde), monatlich*, täglich*, wöchentlich*, nebenbei, von zu hause, passiv*, im schlaf, ohne (arbeit|aufwand|vorkenntnisse|erfahrung), im handumdrehen, über nacht`,
  employment: `gehalt, gehälter, lohn, löhne, tarifvertrag, entwickler verdien*, pflegekräfte, laut, (verdienen|verdient) (entwickler|mitarbeiter|ingenieure|pflegekräfte)`,
  wealth: `
    reich werden, (schnell|über nacht) reich, werden sie (reich|millionär*), finanziell* (freiheit|unabhängig*), passiv* (einkommen|fünfstellig|sechsstellig), kündigen sie ihren job, job kündigen, (verdoppel|verdreifach|vervielfach)(n|en|t)* (sie )?(ihr|dein) (geld|vermögen|einkommen|kapital|erspartes),
    geld (im schlaf|verdienen im schlaf|ohne arbeit), leicht verdientes geld, nie wieder arbeiten, goldesel, gelddruckmaschine, das schnelle geld, millionär werden`,

  percent: `# ?%, # ?prozent, #fach*, #x, (zwei|drei|vier|fünf|zehn)fache*`,
  multiplies: `verdoppel*, verdreifach*, vervierfach*, verfünffach*, verzehnfach*, vervielfach*, explodier*`,
  returns: `roi, return on investment, rendite, renditen, kapitalrendite, gesamtrendite, ertrag, erträge, werbeertrag`,
  formula: `beispiel*, formel, berechn*, teilen sie, dividier*, wenn, angenommen, falls, rechnung`,

  riskFree: `
    risikofrei*, risikolos*, null risiko, ohne (jedes |jegliches |das geringste )?risiko, ohne risiken, kein risiko, keinerlei risiko, 0 ?% risiko, nichts zu verlieren, frei von risiken, frei von jedem risiko, garantiert ohne risiko`,
  finance: `risikofreie* (zins|zinssatz|rendite|anlage|staatsanleihe|zinsen)*, anleihe*, risiko (von|für|dass), risikobewertung, märchen, ist ohne risiko`,
};
