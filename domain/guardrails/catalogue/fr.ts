import type { Vocabulary } from './types.ts';

/** French. */
export const FRENCH: Vocabulary = {
  language: 'fr',
  functionWords:
    'le la les des du un une et est sont nous notre nos vous votre vos avec pour dans sur par que qui ne pas plus au aux ce cette ces sans chez en il elle de se',
  denials: `
    l'un des, l'une des, un des, une des, ne, pas, n'est, n'existe, n'y, jamais, aucun (système|logiciel|outil|changement|fournisseur|serveur|placement|produit), personne, ni, rien, guère, rarement, mythe, illusion, prétend*, méfiez, légende, ne peut, impossible de, nul`,
  sources: `
    selon, d'après, études?, enquêtes?, rapports?, sondages?, mesuré*, source, insee, statistiques?, en moyenne, audité*, publié*, classement, baromètre, forrester, gartner, idc, statista, primé*`,

  best: `
    meilleur(e|s|es)?, le plus *, la plus *, les plus *, leader, top`,
  scope: `
    du monde, au monde, du marché, sur le marché, de la planète, de l'univers, du secteur, dans le secteur, de tous les temps, jamais (conçu|créé|vu|réalisé|inventé|construit|imaginé)(e|s|es)?, d'europe, de france, en europe, en france, de loin, mondial*, au niveau mondial,
    de l'industrie, de sa catégorie, qui (soit|existe), sur terre`,
  nobody: `
    aucun (autre )?(concurrent|fournisseur|logiciel|outil|produit|service|système|prestataire|éditeur), aucune (autre )?(solution|plateforme|entreprise|marque|offre|application), personne, nul autre, aucun autre, aucune autre`,
  compares: `
    (aussi|plus) (rapide|fiable|sûr|sûre|bon|bonne|performant|performante|puissant|puissante|simple|économique)(s)?, mieux, meilleur*, rivalise*, égale*, n'arrive à, n'approche, ne fait mieux, que nous, comme nous, que notre, n'offre autant`,
  unused: 'que personne ne (lit|veut|regarde|connaît|consulte|remarque)',
  unrivalled: `
    imbattables?, sans égal*, sans rival*, inégal(é|ée|és|ées|able|ables), incomparables?, hors pair, sans équivalent, sans concurrence, inégalé*, insurpass(é|ée|able|ables), hors concours, surpasse (tous|toutes|toute), à nul autre pareil*, unique au monde, nec plus ultra,
    laisse (tous|toute) * derrière, meilleur que (tous|toute), défie toute concurrence`,

  numberOne: `n° ?1, no. ?1, no ?1, numéro (1|un), n. ?1, ♯ ?1, nº ?1`,
  field: `
    nous sommes, mondial*, en europe, en france, au monde, du marché, sur le marché, du secteur, de la (sauvegarde|sécurité|gestion|vente|logistique|livraison|mode|formation|*), des (logiciels|solutions|robots|outils|agences|plateformes|*), du (cloud|logiciel|crm|conseil|marché|secteur|*), européen*, français*`,
  counted: `
    priorit*, objectif, erreurs?, étapes?, conseils?, raisons?, règles?, questions?, magazine, revue, épisode, chapitre, partie, point, problème, risque, ennemi, hors série, newsletter, leçon, mythe, podcast, journal, devenir`,
  leader: `
    leaders? (mondial|mondiaux|incontesté|incontestable|européen|français|absolu|du marché|du secteur|de son secteur|en europe|en france|sur le marché|national)*, leader incontesté*, chef de file, référence (mondiale|absolue|incontestée|du marché), premier (fournisseur|éditeur|fabricant) (mondial|européen|français), le leader (de|des|du),
    première marque, numéro un`,

  guarantees: `garanti, garantie, garantis, garanties, garantissons, garantit, garantir`,
  outcome: `
    résultats?, succès, réussite, ventes?, clients?, prospects?, revenus?, croissance, bénéfices?, gains?, roi, retour sur investissement, rentabilité, économies, classement, première (place|page|position), trafic, (doubl|tripl|quadrupl|multipli)*, augment*, hausse, chiffre d'affaires, plus de (ventes|clients|trafic|revenus|prospects),
    conversions?, placement, efficacité, perte de poids, abonnés`,
  terms: `
    remboursé*, remboursement*, disponibilité, pièces, main d'œuvre, constructeur, légale?, sla, contrat*, garantie de (deux|trois|cinq|#) ans, l'ordre, livr*, (deux|trois|cinq|#) ans, délai`,
  promises: `
    nous (vous )?promettons, je (vous )?promets, promet*, assurément, à coup sûr, vous (allez|êtes sûrs?) (forcément|certainement), sans aucun doute, assuré(e|s|es)?, certain(e)?s? de, nous vous assurons`,
  surely: `
    (succès|résultats?|réussite|efficacité|satisfaction) (garanti|assuré)(e|s|es)?, garanti(e|s|es)? à 100 ?%, 100 ?% garanti(e|s|es)?, ça marche à tous les coups, marche toujours, fonctionne à tous les coups, ne peut pas échouer, vous ne pouvez pas perdre, à tous les coups, échec impossible, gagnant à (tous|chaque) *`,

  absolutely: `100 ?%, cent pour cent, totalement, absolument, complètement, parfaitement, entièrement, à 100 ?%, tout à fait`,
  secure: `
    sûr, sûre, sûrs, sûres, sécuris(é|ée|és|ées), protég(é|ée|és|ées), fiables?, inviolables?, en sécurité, anonymes?, efficaces?, infaillibles?, sans faille, étanches?, confidentiel*`,
  unhackable: `
    inviolables?, infaillibles?, impiratables?, incassables?, impénétrables?, inattaquables?, à l'épreuve des (pirates|hackers|balles), (aucun|nul) (pirate|hacker) *, sans (aucune|la moindre|une seule) (faille|vulnérabilité), zéro (faille|panne), jamais (piraté|volé|compromis|être piraté)*,
    impossible à (pirater|craquer|voler), (sécurité|protection) (absolue|totale|parfaite), ne tombe jamais en panne, immunisé* contre`,

  heals: `
    guéri(t|ssent|r|ssez), soign(e|ent|er|ez), élimin(e|ent|er), supprim(e|ent|er), fait disparaître, font disparaître, prévien(t|nent), prévenir, stopp(e|ent|er), combat*, soulag(e|ent|er), vainc*, traite, traitent, met fin à, débarrass*, fini(s|es|e)?, adieu, disparai*, inverse, protège contre, empêche, libér*`,
  ailment: `
    cancers?, diabète, maux de (dos|tête|ventre), mal de (dos|tête), douleurs?, migraines?, arthrose, arthrite, rhumatismes?, dépression, anxiété, angoisses?, eczéma, asthme, allergies?, insomnies?, hypertension, tension, acné, grippe, covid*, infections?, maladies?, tumeurs?, démence, alzheimer, burn out, acouphènes?,
    inflammations?, rides, obésité, tdah, infarctus, avc, virus, rhumes?, stress, psoriasis, dermatite`,
  medicine: `patients?, hôpital, hôpitaux, cliniques?, médecins?, taux de guérison, jambons?, fromages?, détails`,
  miracle: `
    (remède|produit|pilule|cure|régime|solution|traitement) miracle, (cliniquement|médicalement|scientifiquement) (prouvé|testé|démontré|validé)(e|s|es)?, sans (aucun )?effets? secondaires?, sans effet indésirable, zéro effet secondaire, perdez # ?(kg|kilos), renforce (vos|les) défenses immunitaires, pouvoirs? de guérison, guérit tout*`,

  earn: `gagn*, touch*, encaiss*, génér*, empoch*, revenus? de`,
  money: `# ?(€|euros?|eur|francs|chf|$|dollars?), (€|eur) ?#, (quatre|cinq|six|sept) chiffres, des milliers`,
  per: `
    (par|chaque) (mois|jour|semaine|an|heure), mensuel*, quotidien*, depuis chez vous, à domicile, de chez vous, passifs?, en dormant, sans (effort|travailler|expérience|aucune expérience), sans rien faire, du jour au lendemain`,
  employment: `salaires?, salarié*, selon l'insee, gagne en moyenne, rémunération, (développeur|infirmier|ingénieur)(s)? (gagne|gagnent)`,
  wealth: `
    devene(z|ir) (riche|millionnaire|rentier)s?, devenir (riche|millionnaire), riches? (rapidement|en dormant|vite), liberté financière, indépendance financière, revenus? passifs?, quitte(z|r) votre (emploi|travail|job), (doubl|tripl|multipli)(ez|er|e) (votre|vos) (argent|épargne|revenus|économies|capital|mise|investissement),
    argent facile, argent (en dormant|sans effort), faire fortune, fortune assurée, ne plus jamais travailler, machine à cash`,

  percent: `# ?%, # ?pour cent, # fois, #x`,
  multiplies: `doubl*, tripl*, quadrupl*, décupl*, multipli*, explos*`,
  returns: `roi, retour sur investissement, retours sur investissement, rendements?, rentabilité`,
  formula: `exemple, formule, calcul*, divis*, si, suppos*`,

  riskFree: `
    sans (aucun |le moindre |un seul |prendre de |prendre le moindre )?risques?, zéro risque, risque zéro, aucun risque, 0 ?% de risque, rien à perdre, garanti(e)? sans risque, exempt(e)? de (tout )?risques?, libre de (tout )?risques?, pas le moindre risque`,
  finance: `taux sans risque, actif sans risque, risque de, gestion des risques, évaluation des risques, obligations?, n'est sans risque`,
};
