import type { Vocabulary } from './types.ts';

/** English. */
export const ENGLISH: Vocabulary = {
  language: 'en',
  functionWords:
    'the of and to in is are we our you your with for that it this be at on from by as an have has not all will can',
  denials: `
    one of the, among the, (do|does|did|is|are|was|can|could|would|should|will|won|has|have|ca)n't, cannot, not, never, nobody, no one, no such, nothing,
    none, neither, without a, no (system|software|tool|product|change|plan|server|provider|method|cloud|vendor|platform|investment),
    no (update|law|password|network|supplier|company|migration|cure), myth, hardly, rarely, who(ever)? (claims|says|promises),
    beware, illusion, is there, anyone who, if someone`,
  sources: `
    according to, surveys?, stud(y|ies), reports?, research, measured, benchmarks?, source, audited, statistics, published, analysts,
    rated by, ranked by, awarded, average, forrester, gartner, idc`,

  best: `
    best, finest, greatest, fastest, quickest, safest, cheapest, smartest, strongest, easiest, simplest, lowest, highest, coolest,
    cleverest, toughest, leanest, cleanest, purest, most *`,
  scope: `
    in the (world|industry|universe|business|market|country|galaxy|sector|field), on (the market|earth|the planet|the web), worldwide,
    of all time, in history, money can buy, ever, ever (made|built|seen|created), in (europe|america|asia|africa|germany|france),
    in (spain|italy|japan|china), anywhere, around the globe, (world|planet|industry|market|country|europe|nation|universe)'?s, out there`,
  nobody: `
    no (other )?(platform|product|tool|vendor|provider|service|solution|software|competitor|company|rival|app|crm|system|brand), nobody,
    no one, no other`,
  compares: `
    comes? close, faster, better, safer, cheaper, smarter, stronger, can (match|beat|rival|compete), (match|beat|rival)(s|es)?,
    as (fast|good|safe|secure|reliable|cheap|powerful|easy|smart), like (us|ours|we), compares, delivers more, offers more,
    than (us|ours|we)`,
  unused:
    '(that|which) (nobody|no one) (uses?|used|needs?|wants?|reads?|owns|opens|looks|asked|remembers|knows|noticed)',
  unrivalled: `
    unbeatable, unbeaten, unrivall?ed, unparall?ell?ed, unsurpassed, unequall?ed, incomparable, peerless, matchless,
    second to none, without (equal|rival|peer), like no other, one of a kind, best in class, bar none,
    beats? (all|every|any)( other)? competit*, leav(es?|ing) (every|all|the) competit*, outperforms (all|every|any),
    superior to (all|every|any), better than (all|every|any) (other|competit*|rivals?|alternatives?), in a league of its own,
    the ultimate (platform|solution|tool|software|app|service|crm), beyond compare`,

  numberOne: `♯ ?1, no. ?1, nr. ?1, number (one|1), no 1`,
  field: `
    (platform|solution|choice|provider|tool|service|product|software|company|vendor|partner|app|brand|maker|supplier)s?,
    (agency|crm|marketplace|system|leader|name|cure|cloud|store|shop|seller|supplement|address|expert|specialist)s?, we're, we are,
    in (europe|the world|the us|germany|asia|america|the market|its class|the industry), on the market, worldwide,
    for (cloud|teams|security|data|retail|businesses|small), rated, ranked`,
  counted: `
    priorit*, goal, mistakes?, steps?, tips?, reasons?, rules?, issues?, tickets?, questions?, figure, part, chapter, lesson, myth,
    option, cause, concern, task, item, version, risk, enemy, problem, challenge, episode, pr, become, how to, team leaders?, case`,
  leader: `
    (world|planet|europe|america|germany|france|spain|italy|japan|china|asia|uk|britain|nation|country|industry)'?s (leading|number one),
    (world|planet|europe|america|germany|france|nation|country|industry|market)'?s (no. ?1|favou?rite|top|premier|foremost|only),
    (undisputed|unchallenged|absolute|global|world|worldwide|market|industry|category|european) (market )?(leader|champion),
    leader in (europe|the world|the market|the industry|its (field|market|category|class)),
    the leading (provider|platform|maker|supplier|vendor|solution|tool|software|company|brand|cloud|marketplace|agency),
    top rated (platform|tool|software|solution), leads the market`,

  guarantees: `guarantee*`,
  outcome: `
    results?, success, sales, leads?, revenues?, growth, profits?, returns?, roi, savings, income, earnings, rankings?, conversions?,
    customers, clients, traffic, rank, page one, first page, top spot, first place, (double|triple|quadruple|increase|boost|multiply),
    (grow|cut|halve|save), more (sales|leads|customers|revenue|traffic|money), weight loss, promotion, turnover, followers, win*`,
  terms: `
    money back, refund*, warrant*, uptime, service levels?, sla, service agreement, availability, at least once, delivery, at most once,
    capacity, throughput, legal, to (try|listen|answer|reply), lose (sight|track|data)`,
  promises: `
    we promise, i promise, promises? you, you('ll| will) (definitely|certainly|surely|absolutely), certain to, bound to,
    you are sure to, for certain, assured`,
  surely: `
    100 ?% guarantee*, guaranteed 100 ?%, can't lose, cannot lose, never fails?, can't fail, cannot fail, sure thing, always works,
    works every time`,

  absolutely: `100 ?%, hundred percent, completely, totally, absolutely, perfectly, entirely, utterly`,
  secure: `
    secure, safe, private, unhackable, hack ?proof, accurate, reliable, effective, uptime, bug free, error free, protected, anonymous,
    tamper ?proof, foolproof, leak ?proof, watertight, impenetrable`,
  unhackable: `
    unhackable, hack ?proof, bullet ?proof, impenetrable, unbreakable, uncrackable, breach ?proof, zero breaches, zero vulnerabilities,
    unbreachable, hackers (stand|have) no chance, no hacker (can|could|will|ever), (never|not) (ever )?be (hacked|stolen|breached|cracked),
    impossible to (hack|crack|breach|steal), immune to (hackers|attacks|ransomware|breaches|malware), never goes down,
    (absolute|total) (security|safety|protection), foolproof`,

  heals: `
    cur(es?|ed|ing), heal(s|ed|ing)?, treats?, eliminat(es?|ing), revers(es?|ing), prevents?, get rid of, banish(es)?, reliev(es?|ing),
    beats?, fights? off, wipes? out, ends?, melts? away, clears? up, remov(es?|ing), soothes?, defeats?, stops?, kills?, vanish(es)?,
    frees? you from, goodbye to`,
  ailment: `
    cancer, diabetes, arthritis, anxiety, depression, migraines?, headaches?, (back|joint|knee|neck|chronic)( back)? pain, pain, eczema,
    insomnia, asthma, covid*, flu, obesity, alzheimer*, dementia, hypertension, blood pressure, acne, allerg*, infections?, tumou?rs?,
    illness*, diseases?, psoriasis, burnout, tinnitus, inflammation, wrinkles, autism, adhd, heart attacks?, strokes?, infertility,
    hair loss, colds, viruses, stress`,
  medicine: `
    patients, hospitals?, clinics?, pain points?, trial, admin*, functions?, api, compil*, code`,
  miracle: `
    miracle (cure|drug|pill|product|solution|diet), (clinically|scientifically|medically) (proven|tested|shown),
    (without|no|zero) side effects, doctors hate, healing powers?, detoxif(y|ies), lose # ?(kg|pounds|kilos|lbs),
    boosts? (your )?immun*`,

  earn: `earn, earning, mak(e|es|ing), pocket, generate, bring home, cash in, income of`,
  money: `(€|$|£|usd ?|eur ?)# ?(k|m|million)?, # ?k? ?(€|dollars|euros|pounds|bucks|usd|eur), (four|five|six|seven|eight) figures?`,
  per: `
    (a|per|each|every) (day|week|month|year|hour), / ?(day|week|month), daily, weekly, monthly, overnight, from (home|your), no effort,
    zero effort, on autopilot, experience, while you sleep, passive*`,
  employment: `salary, salaries, wages?, payroll, (engineers?|developers?|nurses?|employees?) (earn|make)`,
  wealth: `
    get rich, rich quick, become (rich|a millionaire), (us|affiliates|members|thousands|people) rich, financial freedom,
    quit your (day )?job, (doubl|tripl)(e|es|ing) your (money|income|savings|investment), money while you sleep, easy money,
    earn a fortune, six figure income, unlimited (income|earnings), money making machine, never work again`,

  percent: `# ?%, # ?x, # ?fold, (two|three|four|five|ten) ?fold, # times`,
  multiplies: `doubl(e|es|ing), tripl(e|es|ing), quadrupl(e|es|ing), multipl(y|ies|ying), skyrocket*, explod(e|es|ing)`,
  returns: `roi, returns? on (your |their |the )?(investments?|spend|ad spend), return of`,
  formula: `example, formula, divide*, policy, if, calculat*, suppose`,

  riskFree: `
    risk free, (zero|no) risks?, without (any |the slightest )?risks?, nothing to lose, free of (any |all )?risks?, 0 ?% risk, riskless,
    (completely|totally|absolutely|perfectly) risk( free)?`,
  finance: `
    risk free (rate|interest|yield|bond|asset|return|benchmark), risk of, risk assessment, at risk, risk management, bonds?`,

  more: [
    {
      kind: 'superlative',
      all: ['unmatched'],
      unless: `brackets?, parenthes*, quotes?, tags?, rows?, records?, items?, entries, transactions?, payments?, invoices?, orders?, lines, keys`,
    },
    {
      kind: 'health',
      all: ['cures?'],
      unless: `
        hams?, bacon, meats?, fish, salmon, cheeses?, sausages?, concrete, resins?, epoxy, paint, adhesive, glue, rubber, tobacco, uv,
        coating, ink, period, default, breach, salami, smokehouse, olives, cement, lacquer, leather`,
    },
    {
      kind: 'superlative',
      all: [
        'the only (platform|solution|provider|tool|product|software|service|company|app|crm|vendor) (that|you|in the|which|on the|worldwide)',
      ],
      unless: 'in (this|our|your|my) (list|test|case|comparison)',
    },
  ],
};
