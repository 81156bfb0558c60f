import type { Vocabulary } from './types.ts';

/** Spanish. */
export const SPANISH: Vocabulary = {
  language: 'es',
  functionWords:
    'el la los las de del un una y es son con para por en que su sus nuestro nuestra nuestros nuestras tu tus al se no más lo le como este esta desde sin más ya cada usted',
  denials: `
    uno de los, una de las, no, nunca, jamás, nadie, ningún (sistema|software|programa|cambio|proveedor|servidor|plan|producto), ninguna (inversión|migración|herramienta), ni, nada, tampoco, apenas, mito, ilusión, cuidado, dice ser, quien (diga|promete), imposible`,
  sources: `
    según, de acuerdo con, estudios?, encuestas?, informes?, sondeos?, medid(o|a|os|as), midió, fuente, ine, estadísticas?, de media, en promedio, auditad(o|a), publicad(o|a), ránking de, clasificación de, barómetro, forrester, gartner, idc, statista, premiad(o|a)`,

  best: `
    mejor(es)?, la * más *, el * más *, (más|menos) *, líder, número uno`,
  scope: `
    del mundo, en el mundo, mundial, del mercado, en el mercado, del sector, en el sector, del planeta, del universo, de todos los tiempos, de la historia del, jamás (cread|vist|diseñad|hech|construid|inventad)(o|a|os|as), nunca (vist|cread)(o|a|os|as), de europa, de españa, de méxico, en europa, en españa, de la industria, con diferencia,
    con mucho, que existe, de su clase, sobre la tierra, de internet, de latinoamérica`,
  nobody: `
    ningún (otro )?(competidor|proveedor|programa|software|producto|servicio|sistema|fabricante|rival), ninguna (otra )?(solución|plataforma|empresa|marca|herramienta|aplicación|compañía), nadie, ningún otro, ninguna otra`,
  compares: `
    (tan|más) (rápid|segur|buen|fiabl|potent|barat|sencill|eficaz|eficient)*, mejor, como nosotros, que nosotros, se (nos )?acerca, iguala, nos supera, supera, compite, ofrece tanto, ofrece más, hace sombra`,
  unused: 'que nadie (usa|lee|quiere|necesita|mira|conoce)',
  unrivalled: `
    imbatibles?, insuperables?, inigualables?, sin (rival|igual|parangón|competencia|comparación), incomparables?, invencibles?, únic(o|a) en (el mundo|su clase|el mercado), superior a (todos|todas|cualquier), mejor que (todos|todas|cualquier|la competencia), deja atrás a (todos|toda|cualquier), supera a (todos|todas|toda|cualquier), fuera de serie, inmejorables?`,

  numberOne: `n. ?º ?1, n. ?o ?1, nº ?1, no. ?1, número (1|uno), ♯ ?1, n. ?1`,
  field: `
    somos, mundial, del mundo, en europa, en españa, de europa, de españa, del mercado, del sector, en el mercado, en (seguridad|copias|ventas|marketing|software|logística|formación|la nube|*), de (copias|seguridad|*), europeo, español, entre (los|las)`,
  counted: `
    prioridad*, objetivo, error*, pasos?, consejos?, motivos?, razón, razones, reglas?, pregunta*, revista, episodio, capítulo, parte, punto, problema, riesgo, enemigo, causa, lección, mito, pódcast, podcast, convertirse, boletín`,
  leader: `
    líder(es)? (mundial|indiscutible|indiscutid|absolut|europe|español|global|del mercado|del sector|en europa|en españa|en el mercado|nacional|de su sector|en ventas)*, la referencia (mundial|absoluta|del sector), el principal (proveedor|fabricante) (mundial|europeo|de), número uno, somos líderes, es líder`,

  guarantees: `garantizad(o|a|os|as), garantizamos, garantiza, garantizan, garantizo, garantizar, garantía de, garantía del`,
  outcome: `
    resultados?, éxitos?, ventas, clientes, ingresos, crecimiento, beneficios, ganancias, roi, retorno*, rentabilidad, ahorros?, posicionamiento, primer(a)? (puesto|página|posición|lugar), tráfico, (duplic|triplic|multiplic|aument|increment)*, contactos, más (ventas|clientes|ingresos|tráfico|seguidores), conversiones, facturación, pérdida de peso, adelgaz*, el doble, eficacia`,
  terms: `
    devolución, reembols*, disponibilidad, piezas, mano de obra, fabricante, legal, sla, contrato, el orden, entreg*, años de garantía, garantía de (dos|tres|cinco|#) años, (dos|tres|cinco|#) años, plazo`,
  promises: `
    le prometemos, te prometemos, prometemos, prometo, promete*, con toda seguridad, sin duda, seguro que, asegurad(o|a|os|as), le aseguramos, te aseguramos, aseguramos`,
  surely: `
    (éxito|resultados?|eficacia|satisfacción) (garantizad|asegurad)(o|a|os|as), 100 ?% garantizad(o|a|os|as), garantizad(o|a|os|as) al 100 ?%, nunca falla, siempre funciona, no puede fallar, no puedes perder, imposible perder, éxito seguro, ganancia segura, infalibles?, garantizado`,

  absolutely: `100 ?%, cien por cien, ciento por ciento, totalmente, absolutamente, completamente, perfectamente, del todo, enteramente, al 100 ?%`,
  secure: `
    segur(o|a|os|as), protegid(o|a|os|as), fiables?, inviolables?, a salvo, anónim(o|a|os|as), eficaz, eficaces, infalibles?, efectiv(o|a|os|as), privad(o|a|os|as), blindad(o|a|os|as), confidencial*`,
  unhackable: `
    inviolables?, infalibles?, inhackeables?, impenetrables?, indestructibles?, inexpugnables?, a prueba de (hackers|piratas|balas|fallos|robos|ataques), ningún (pirata|hacker|ciberdelincuente) *, sin (ninguna|una sola|la menor) (vulnerabilidad|brecha), cero (fallos|brechas|caídas|vulnerabilidades), imposible de (hackear|piratear|robar),
    (seguridad|protección) (absoluta|total|perfecta), nunca (será|serán) (hackead|robad|pirat)*, nunca se cae, inmune a (los )?(hackers|ataques|virus|ransomware), invulnerables?`,

  heals: `
    cura, curan, curar, sana, sanan, elimina, eliminan, previene, previenen, combate, combaten, alivia, alivian, trata, acaba con, acaban con, termina con, quita, adiós a, hace desaparecer, desaparece*, detiene, revierte, vence, libera de, protege (contra|de|frente), cura*`,
  ailment: `
    cáncer*, diabetes, dolor(es)?( de)?, migrañas?, artritis, artrosis, reuma, depresión, ansiedad, eczemas?, dermatitis, psoriasis, asma, alergias?, insomnio, hipertensión, tensión, acné, gripe, covid*, infecci*, enfermedad*, tumor*, demencia, alzhéimer, alzheimer, tinnitus, inflamación, arrugas, obesidad, tdah, infartos?, ictus, virus, resfriado*, estrés`,
  medicine: `pacientes?, hospital*, clínicas?, médic(o|a|os|as), jam(ón|ones), quesos?, embutidos?, bodega, secadero, tasa de`,
  miracle: `
    (remedio|producto|píldora|cura|dieta|tratamiento|crema) milagro(s|sa)*, milagros(o|a), (clínica|científica|médica)mente (probad|comprobad|demostrad|testad)(o|a|os|as), sin efectos secundarios, cero efectos secundarios, adelgaza # ?(kg|kilos), pierde # ?(kg|kilos), refuerza (tus|las) defensas, poder(es)? curativos?, lo cura todo`,

  earn: `gan(a|e|o|ar|an|arás|ará|amos|ando), genera*, ingres(a|e|ar), cobra*, obten*, embolsa*, ingresos de`,
  money: `# ?(€|euros?|eur|$|dólares|pesos|mxn|usd), (€|$|eur|usd) ?#, (cuatro|cinco|seis|siete) cifras, miles de (euros|dólares)`,
  per: `
    (al|por|cada) (mes|día|semana|año|hora), mensual*, diari(o|os|as), semanal*, desde casa, pasiv(o|os), mientras duermes, sin (esfuerzo|trabajar|experiencia), de la noche a la mañana`,
  employment: `sueldos?, salarios?, nóminas?, gana de media, según el ine, (programador|enfermer|ingenier)* (gana|ganan)`,
  wealth: `
    hazte (ric|millonari)(o|a), hágase (ric|millonari)(o|a), volverte ric(o|a), ric(o|a) (rápido|rápidamente|mientras), libertad financiera, independencia financiera, ingresos pasivos, deja(r)? tu trabajo, deje su trabajo, (duplica|triplica|multiplica|duplique|triplique|multiplique) (tu|tus|su|sus) (dinero|ahorros|ingresos|capital|inversión|patrimonio),
    dinero (fácil|rápido|mientras duermes|sin esfuerzo), hacer fortuna, máquina de (hacer )?dinero, no volver a trabajar, vivir sin trabajar`,

  percent: `# ?%, # por ciento, # veces, #x`,
  multiplies: `duplic*, triplic*, triplicará, cuadruplic*, multiplic*, dispar*`,
  returns: `roi, retorno de (la |su |tu )?inversión, retorno, rentabilidad*, rendimientos?`,
  formula: `ejemplo, fórmula, calcul*, divid*, si, supong*, cálculo`,

  riskFree: `
    libres? de (todo )?riesgos?, exent(o|a|os|as) de (todo )?riesgos?, sin (ningún |el menor |correr )?riesgos?, sin riesgo alguno, riesgo cero, cero riesgos?, ningún riesgo, 0 ?% de riesgo, nada que perder, no hay riesgo`,
  finance: `(tipo|tasa|activo|rentabilidad) (libre de|sin) riesgo, riesgo de, gestión de riesgos, bonos?, evaluación de riesgos`,
};
