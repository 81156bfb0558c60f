import type { Vocabulary } from './types.ts';

/** Italian. */
export const ITALIAN: Vocabulary = {
  language: 'it',
  functionWords:
    'il lo la i gli le di del dello della dei degli delle un una e è sono con per in che nel nella nei sul al allo alla ai da dal dai si non più come noi nostro nostra nostri vostro vostra vostri tuo tua tuoi ti vi da senza',
  denials: `
    uno dei, uno degli, una delle, non, mai, nessuno è, nessun (sistema|software|programma|cambiamento|fornitore di|server|piano|prodotto è|investimento), nessuna (migrazione|modifica), né, niente, nulla, neppure, raramente, mito, illusione, attenti, chi (dice|promette), impossibile`,
  sources: `
    secondo (il|lo|la|l|uno|una|i|gli|le)*, in base a, studio, studi, indagin*, ricerch*, rapporto di, sondagg*, misurat(o|a|i|e), fonte, istat, statistic*, in media, certificat(o|a) da, pubblicat(o|a), classifica, barometro, forrester, gartner, idc, statista, premiat(o|a)`,

  best: `miglior(e|i)?, (la|il) * più *, più *, leader`,
  scope: `
    del mondo, al mondo, mondial*, del mercato, sul mercato, del settore, nel settore, del pianeta, dell'universo, di tutti i tempi, di sempre, mai (creat|vist|fatt|costruit|progettat|realizzat|inventat)(o|a|i|e), d'europa, d'italia, in europa, in italia, dell'industria, di gran lunga, in assoluto, che esista, esistente, della sua categoria, sulla terra, del web, del paese`,
  nobody: `
    nessun (altro )?(concorrente|fornitore|programma|software|prodotto|servizio|sistema|produttore|rivale), nessun'altra (soluzione|piattaforma|azienda), nessuna (altra )?(soluzione|piattaforma|azienda|marca|applicazione), nessuno, nessun altro, nessun'altra`,
  compares: `
    (così|più) (veloc|sicur|buon|affidabil|potent|economic|semplic|efficac|efficient)*, (veloce|sicuro|affidabile|potente|efficace|economico|semplice|bravo|rapido) (come|quanto), meglio, migliore, come noi, quanto noi, di noi, si avvicina, eguaglia, ci supera, supera, compete, regge il confronto, offre tanto, offre di più`,
  unused: 'che nessuno (usa|legge|vuole|conosce|guarda)',
  unrivalled: `
    imbattibil(e|i), insuperabil(e|i), ineguagliabil(e|i), senza (rivali|eguali|pari|concorrenza|confronti|paragoni), incomparabil(e|i), invincibil(e|i), unic(o|a) al mondo, unic(o|a) (nel|sul) (settore|mercato), superiore a (tutti|tutte|qualsiasi), migliore di (tutti|tutte|qualsiasi), meglio della concorrenza, supera (tutti|tutte|ogni|qualsiasi), fuoriclasse, inarrivabil(e|i),
    non teme (rivali|confronti|concorrenza)`,

  numberOne: `n. ?1, n ?1, n° ?1, nº ?1, no. ?1, numero (1|uno), ♯ ?1`,
  field: `
    siamo, mondial*, del mondo, al mondo, in europa, in italia, d'europa, d'italia, del mercato, del settore, sul mercato, (nella|nel|nei|nelle|per) (sicurezza|backup|vendite|cloud|marketing|software|logistica|*), (dei|delle|del|della) (backup|sicurezza|*), europeo, italiano, tra (i|le|gli)`,
  counted: `
    priorità, obiettivo, error(e|i), pass(o|i), consigl(io|i), motiv(o|i), ragion(e|i), regol(a|e), domand(a|e), rivista, puntata, episodio, capitolo, parte, punto, problema, rischio, nemico, causa, lezione, mito, podcast, diventare, edizione, fascicolo`,
  leader: `
    leader (mondial|indiscuss|incontrastat|assolut|europe|italian|global|del mercato|del settore|di mercato|in europa|in italia|sul mercato|nazional|di settore|nel settore|nel mercato)*, il punto di riferimento (mondiale|assoluto|del settore), il principale (fornitore|produttore) (mondiale|europeo|di), siamo leader, numero uno`,

  guarantees: `garantit(o|a|i|e), garantiamo, garantisce, garantiscono, garantisco, garantire, garanzia di`,
  outcome: `
    risultat(o|i), success(o|i), vendite, client(e|i), ricav(o|i), crescita, profitt(o|i), guadagn(o|i), roi, ritorno*, redditività, risparmi(o)?, posizionamento, prim(o|a) (posto|pagina|posizione), traffico, (raddoppi|triplic|moltiplic|aument|increment)*, contatti, più (vendite|clienti|ricavi|traffico|follower), conversioni, fatturato, perdita di peso, dimagr*, il doppio, efficacia`,
  terms: `
    rimbors*, soddisfatti o rimborsati, disponibilità, parti, manodopera, produttore, legale, sla, contratto, l'ordine, consegn*, anni di garanzia, garanzia di (due|tre|cinque|#) anni, (due|tre|cinque|#) anni, termine`,
  promises: `
    (vi |ti )?promettiamo, (vi |ti )?prometto, promette*, con assoluta certezza, sicuramente, senza dubbio, di sicuro, assicurat(o|a|i|e), (vi |ti )?assicuriamo`,
  surely: `
    (successo|risultati?|efficacia|soddisfazione) (garantit|assicurat)(o|a|i|e), 100 ?% garantit(o|a|i|e), garantit(o|a|i|e) al 100 ?%, non fallisce mai, funziona sempre, non può fallire, non puoi perdere, impossibile perdere, successo sicuro, guadagno sicuro, infallibil(e|i), garantito`,

  absolutely: `100 ?%, cento per cento, al cento per cento, totalmente, assolutamente, completamente, perfettamente, del tutto, interamente, al 100 ?%`,
  secure: `
    sicur(o|a|i|e), protett(o|a|i|e), affidabil(e|i), inviolabil(e|i), al sicuro, anonim(o|a|i|e), efficac(e|i), infallibil(e|i), privat(o|a|i|e), blindat(o|a|i|e), riservat(o|a|i|e)`,
  unhackable: `
    inviolabil(e|i), infallibil(e|i), inattaccabil(e|i), impenetrabil(e|i), indistruttibil(e|i), a prova di (hacker|pirati|proiettile|errore|furto|attacchi), nessun (hacker|pirata|criminale) *, senza (nessuna|alcuna|una sola|la minima) (vulnerabilità|falla), zero (falle|violazioni|interruzioni|vulnerabilità), impossibile da (hackerare|violare|rubare),
    (sicurezza|protezione) (assoluta|totale|perfetta), non (sarà|saranno) mai (violat|rubat|hackerat)*, immune (a|agli|dagli|da) (hacker|attacchi|virus|ransomware), invulnerabil(e|i)`,

  heals: `
    guarisc(e|ono), guarire, cur(a|ano|are), sana, sanano, elimin(a|ano|are), previen(e|ono), prevengono, prevenire, combatt(e|ono), allevi(a|ano), tratta, sconfigg(e|ono), pone fine a, toglie, addio, fa (sparire|scomparire), scompar*, spari*, inverte, vince, libera da*, protegge da*, ferma`,
  ailment: `
    cancro, tumor*, diabete, mal di (schiena|testa|stomaco), dolor(e|i), emicrani(a|e), artrite, artrosi, reumatismi, depressione, ansia, eczem(a|i), dermatite, psoriasi, asma, allergi(a|e), insonnia, ipertensione, pressione (alta|sanguigna), acne, influenza, covid*, infezion*, malatti(a|e), demenza, alzheimer, acufene*, infiammazion*, rughe, obesità, adhd, infart(o|i), ictus,
    virus, raffreddor(e|i), stress`,
  medicine: `pazient(e|i), ospedal(e|i), clinic(a|he), medic(o|i), cure mediche, prosciutt(o|i), formaggi(o)?, salum(e|i), tasso di`,
  miracle: `
    (rimedio|prodotto|pillola|cura|dieta|trattamento|crema) miracolos(o|a), (clinica|scientifica|medica|dermatologica)mente (provat|testat|dimostrat)(o|a|i|e), senza effetti collaterali, zero effetti collaterali, dimagrisci # ?(kg|chili), perdi # ?(kg|chili), rafforza le difese, poter(e|i) curativ(o|i), guarisce tutto`,

  earn: `guadagn(a|i|o|are|ano|erai|iamo|ando), gener(a|i|are), incass*, ott(ieni|enere|iene), intasc*, entrate di, ricavi di`,
  money: `# ?(€|euro|eur|franchi|dollari|$), (€|eur|$) ?#, (quattro|cinque|sei|sette) (cifre|zeri), migliaia di euro`,
  per: `
    (al|per|ogni) (mese|giorno|settimana|anno|ora), l'anno, mensil(e|i|mente), giornalier(o|i), settimanal(e|i), da casa, passiv(o|i|a|e), mentre dormi, senza (fatica|lavorare|esperienza|sforzo), da un giorno all'altro`,
  employment: `stipendi*, salari*, busta paga, guadagna in media, secondo l'istat, (programmator|infermier|ingegner)* (guadagna|guadagnano)`,
  wealth: `
    divent(a|are|erai) (ricco|ricca|milionario|milionaria), ricc(o|a|hi) (in fretta|velocemente|mentre|subito), libertà finanziaria, indipendenza (finanziaria|economica), rendit(a|e) passiv(a|e), reddit(o|i) passiv(o|i), lascia(re)? il (tuo )?lavoro, (raddoppi|triplic|triplich|moltiplic|moltiplich)(a|i|are|ate) (il|i|la|le) (tuo|tuoi|tua|tue|vostro|vostri|vostra) (denaro|soldi|risparmi|reddito|capitale|investimento|patrimonio),
    soldi (facili|mentre dormi|senza fatica), fare fortuna, macchina da soldi, non lavorare (mai )?più, vivere di rendita`,

  percent: `# ?%, # per cento, # volte, #x`,
  multiplies: `raddoppi*, triplic*, quadruplic*, moltiplic*, decuplic*, esplod*`,
  returns: `roi, ritorno (sull'|dell'|sugli )investiment(o|i), ritorno sull'investimento, ritorno, redditività, rendiment(o|i)`,
  formula: `esempio, formula, calcol*, divid*, se, suppon*, ipotizz*`,

  riskFree: `
    senza (alcun |nessun |il minimo |correre )?risch(io|i)( alcuno)?, rischio zero, priv(o|a|i|e) di risch(io|i), esent(e|i) da risch(io|i), zero risch(io|i), nessun rischio, 0 ?% di rischio, niente da perdere, nulla da perdere`,
  finance: `(tasso|titolo|rendimento|attività) (privo|privi|senza|esente)( di| da)? rischi(o)?, rischio di, gestione del rischio, obbligazioni, valutazione dei rischi`,
};
