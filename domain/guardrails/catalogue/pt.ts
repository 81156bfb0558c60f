import type { Vocabulary } from './types.ts';

/** Portuguese, of Portugal and of Brazil. */
export const PORTUGUESE: Vocabulary = {
  language: 'pt',
  functionWords:
    'o a os as do da dos das um uma e é são com para por em que no na nos nas seu sua seus suas nosso nossa nossos nossas ao à se não mais como este esta desde sem já cada você nós connosco',
  denials: `
    um dos, uma das, não, nunca, jamais, ninguém, nenhum (sistema|software|programa|fornecedor|servidor|plano|produto|investimento), nenhuma (mudança|migração|ferramenta|alteração), nem, nada, tampouco, mito, ilusão, cuidado, quem (diz|promete), impossível`,
  sources: `
    segundo, de acordo com, conforme, estudos?, inquéritos?, pesquisas?, relatórios?, sondagens?, medid(o|a|os|as), mediu, fonte, ine, ibge, estatísticas?, em média, auditad(o|a), publicad(o|a), ranking d(o|a), barómetro, forrester, gartner, idc, statista, premiad(o|a)`,

  best: `melhor(es)?, (a|o) * mais *, mais *, menor, maior, líder`,
  scope: `
    do mundo, no mundo, mundial, do mercado, no mercado, do setor, no setor, do sector, do planeta, do universo, de todos os tempos, já (cri|vist|feit|constru|desenvolvid|inventad)(ad)?(o|a|os|as), jamais (cri|vist|feit|constru)(ad)?(o|a|os|as), (alguma vez|nunca) (vist|criad|feit)(o|a|os|as), da europa, de portugal, do brasil, na europa, em portugal, no brasil,
    da indústria, de longe, que existe, da sua classe, da internet, da américa latina, do país, de sempre`,
  nobody: `
    nenhum (outro )?(concorrente|fornecedor|programa|software|produto|serviço|sistema|fabricante|rival), nenhuma (outra )?(solução|plataforma|empresa|marca|ferramenta|aplicação), ninguém, nenhum outro, nenhuma outra`,
  compares: `
    (tão|mais) (rápid|segur|bo|fiáve|confiáve|potente|barat|simples|efica|eficient)*, melhor, como nós, que nós, do que nós, se aproxima, chega perto, iguala, nos supera, supera, compete, oferece tanto, oferece mais, faz sombra`,
  unused: 'que ninguém (usa|lê|quer|conhece|abre)',
  unrivalled: `
    imbatíve(l|is), insuperáve(l|is), inigualáve(l|is), sem (rival|rivais|igual|paralelo|concorrência|comparação), incomparáve(l|is), invencíve(l|is), únic(o|a) no (mundo|mercado|setor), superior a (todos|todas|qualquer), melhor (do )?que (todos|todas|qualquer|a concorrência), deixa para trás (todos|toda|qualquer),
    supera (todos|todas|toda|qualquer), fora de série, sem par`,

  numberOne: `n. ?º ?1, n. ?o ?1, nº ?1, no. ?1, número (1|um), ♯ ?1, n. ?1`,
  field: `
    somos, mundial, do mundo, na europa, em portugal, no brasil, da europa, do brasil, do mercado, do setor, no mercado, em (segurança|cópias|vendas|marketing|software|logística|formação|backup|*), de (cópias|segurança|*), europeu, brasileiro, português, entre (os|as)`,
  counted: `
    prioridade*, objetivo, erro*, passos?, dicas?, conselhos?, motivos?, razão, razões, regras?, pergunta*, revista, episódio, capítulo, parte, ponto, problema, risco, inimigo, causa, lição, mito, podcast, tornar, edição, boletim`,
  leader: `
    líder(es)? (mundial|indiscutíve|incontestad|absolut|europe|brasileir|portugues|global|do mercado|do setor|na europa|no brasil|em portugal|no mercado|nacional|de mercado|do seu setor|isolad)*, a referência (mundial|absoluta|do setor), o principal (fornecedor|fabricante) (mundial|europeu|de), somos líderes`,

  guarantees: `garantid(o|a|os|as), garantimos*, garante, garantem, garanto, garantir, garantia de`,
  outcome: `
    resultados?, sucessos?, vendas, clientes, receitas?, crescimento, lucros?, ganhos?, roi, retorno*, rentabilidade, poupanças?, economia, posicionamento, primeir(o|a) (lugar|página|posição), tráfego, (duplic|triplic|multiplic|aument|dobr)*, contactos, contatos, mais (vendas|clientes|receita|tráfego|seguidores), conversões, faturamento, faturação, perda de peso, emagrec*, o dobro, eficácia`,
  terms: `
    devolução, reembols*, disponibilidade, peças, mão de obra, fabricante, legal, sla, contrato, a ordem, entreg*, anos de garantia, garantia de (dois|três|cinco|#) anos, (dois|três|cinco|#) anos, prazo`,
  promises: `
    prometemos, prometo, promete*, com toda a certeza, com certeza, sem dúvida, de certeza, assegurad(o|a|os|as), asseguramos*`,
  surely: `
    (sucesso|resultados?|eficácia|satisfação) (garantid|assegurad)(o|a|os|as), 100 ?% garantid(o|a|os|as), garantid(o|a|os|as) a 100 ?%, nunca falha, funciona sempre, sempre funciona, não pode falhar, não tem como perder, impossível perder, sucesso certo, lucro certo, infalíve(l|is), garantido`,

  absolutely: `100 ?%, cem por cento, totalmente, absolutamente, completamente, perfeitamente, inteiramente, a 100 ?%`,
  secure: `
    segur(o|a|os|as), protegid(o|a|os|as), fiáve(l|is), confiáve(l|is), inviolá?ve(l|is), a salvo, anónim(o|a|os|as), anônim(o|a|os|as), efica(z|zes), infalíve(l|is), efetiv(o|a|os|as), privad(o|a|os|as), blindad(o|a|os|as), confidencia*`,
  unhackable: `
    invioláve(l|is), infalíve(l|is), inhackeáve(l|is), impenetráve(l|is), indestrutíve(l|is), inquebráve(l|is), à prova de (hackers?|piratas|balas|falhas|roubos?|ataques), nenhum (hacker|pirata|criminoso) *, sem (nenhuma|uma única|qualquer) (vulnerabilidade|falha|brecha), zero (falhas|brechas|quedas|vulnerabilidades), impossível de (hackear|piratear|roubar|invadir),
    (segurança|proteção) (absoluta|total|perfeita), nunca (será|serão) (hackead|roubad|invadid)*, nunca cai, imune a (hackers|ataques|vírus|ransomware), invulneráve(l|is)`,

  heals: `
    cura, curam, curar, sara, saram, elimina, eliminam, previne, previnem, combate, combatem, alivia, aliviam, trata, acaba com, acabam com, termina com, tira, adeus, faz desaparecer, desaparec*, reverte, vence, liberta de, protege (contra|do|da), cura*`,
  ailment: `
    cancro*, câncer*, diabetes, dor(es)?( nas| de| no)?, enxaquecas?, artrite, artrose, reumatismo, depressão, ansiedade, eczemas?, dermatite, psoríase, asma, alergias?, insónia*, insônia*, hipertensão, tensão, acne, gripe, covid*, infeç*, infecç*, doença*, tumor*, demência, alzheimer, zumbido, inflamaç*, rugas, obesidade, tdah, enfartes?, infartos?, avc,
    vírus, constipaç*, resfriados?, estresse, stress`,
  medicine: `pacientes?, hospita(l|is), clínicas?, médic(o|a|os|as), presuntos?, queij(o|os|aria|arias), enchidos?, taxa de`,
  miracle: `
    (remédio|produto|pílula|cura|dieta|tratamento|creme) milagros(o|a), (clínica|clinica|científica|cientifica|medica)mente (comprovad|provad|testad|demonstrad)(o|a|os|as), sem efeitos (secundários|colaterais), zero efeitos (secundários|colaterais), emagreça # ?(kg|quilos), perca # ?(kg|quilos), reforça (as suas )?defesas, poder(es)? curativ(o|os), cura tudo`,

  earn: `ganh(a|e|o|ar|am|arás|ará|amos|ando), gera*, fatur(a|e|ar|ando), receb(a|e|er), obten*, embols*, receitas? de`,
  money: `# ?(€|euros?|eur|reais|r$|dólares|usd), (€|r$|$|eur|usd) ?#, (quatro|cinco|seis|sete) (dígitos|algarismos), milhares de (euros|reais)`,
  per: `
    (por|ao|cada|a cada) (mês|dia|semana|ano|hora), mensa(l|is)*, diári(o|os|as), semana(l|is), (em|de|a partir de) casa, passiv(o|os|a), enquanto dorme, sem (esforço|trabalhar|experiência), da noite para o dia`,
  employment: `salários?, ordenados?, ganha em média, segundo o (ine|ibge), (programador|enfermeir|engenheir)* (ganha|ganham)`,
  wealth: `
    (fique|ficar) (rico|rica|milionário|milionária), torn(e|ar) se (rico|milionário), ric(o|a) (rápido|rapidamente|enquanto), liberdade financeira, independência financeira, rendas? passivas?, rendimentos? passivos?, deixe o seu (emprego|trabalho), largue o (seu )?emprego, (dupli|tripli|multipli)(que|car|ca) (o |a )?(seu|sua|teu|tua) (dinheiro|poupança|renda|capital|investimento|património),
    dobre (o )?seu dinheiro, dinheiro (fácil|rápido|enquanto dorme|sem esforço), fazer fortuna, máquina de (fazer )?dinheiro, nunca mais trabalhar, viver sem trabalhar`,

  percent: `# ?%, # por cento, # vezes, #x`,
  multiplies: `duplic*, triplic*, dobr*, quadruplic*, multiplic*, dispar*`,
  returns: `roi, retorno (do|sobre o|de) (seu |teu )?investimento, retorno, rentabilidade*, rendimentos?`,
  formula: `exemplo, fórmula, calcul*, cálculo*, divid*, se, suponh*`,

  riskFree: `
    livres? de (qualquer |todo )?riscos?, isent(o|a|os|as) de (qualquer |todo )?riscos?, sem (qualquer |nenhum |o menor |correr )?riscos?, sem riscos? (algum|nenhum), risco zero, zero riscos?, nenhum risco, 0 ?% de risco, nada a perder, não há risco`,
  finance: `(taxa|ativo|rentabilidade) (livre de|sem) risco, risco de, gestão de riscos, obrigações, títulos, avaliação de riscos`,
};
