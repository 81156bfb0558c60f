/** Functions of an organisation as its mailboxes are named, in the languages of the rules. */
const FUNCTIONS = new Set(
  `
  info information infos infomail contact contacts contactus hello hi hey mail email office admin administrator webmaster postmaster hostmaster root team
  press newsroom news media pr mediarelations publicrelations communication communications marketing events event webinar newsletter community social
  sales presales order orders shop store partner partners partnership partnerships channel alliances reseller resellers affiliates business quotes quote
  support help helpdesk service services customer customers care customercare customerservice success desk ticket tickets feedback
  billing invoice invoices accounts accounting payments payment finance procurement purchasing legal compliance privacy dpo gdpr dataprotection
  security abuse cert csirt soc psirt vulnerability vulnerabilities noreply no-reply donotreply reply bounce bounces mailer git github api dev devs developers devops ops it status alerts
  jobs job careers career hr recruiting recruitment people talent apply reception frontdesk booking bookings reservations reservation logistics warehouse shipping returns refunds
  investors investor ir board management ceo export import academy training education research labs lab studio editor editors editorial redaction
  kontakt hallo vertrieb verkauf presse pressestelle presseabteilung kommunikation kundenservice kundendienst kundenbetreuung kunden hilfe bestellung bestellungen bestellen
  buchhaltung rechnung rechnungen rechnungswesen einkauf personal bewerbung bewerbungen karriere datenschutz recht sicherheit technik redaktion anfrage anfragen angebot angebote termin termine
  empfang zentrale sekretariat geschaeftsleitung geschaeftsfuehrung versand lager retoure retouren schulung veranstaltung veranstaltungen buero verwaltung
  bonjour accueil contactez commercial ventes vente presse serviceclient clients client aide assistance comptabilite facturation factures facture achats recrutement emploi rh juridique
  securite confidentialite rgpd redaction direction secretariat commandes commande livraison devis reservation partenaires partenariat formation
  hola contacto informacion ventas comercial prensa comunicacion atencion atencionalcliente clientes soporte ayuda servicio contabilidad facturacion facturas administracion compras empleo
  rrhh seguridad privacidad legal redaccion pedidos pedido envios reservas socios formacion oficina direccion
  ola contato contacto informacoes vendas comercial imprensa comunicacao atendimento suporte apoio ajuda cliente clientes sac contabilidade faturamento faturacao faturas financeiro compras
  rh vagas seguranca privacidade juridico redacao encomendas pedidos envios reservas parceiros formacao escritorio secretaria geral
  ciao contatti contatto informazioni vendite commerciale stampa ufficiostampa comunicazione assistenza assistenzaclienti supporto aiuto servizioclienti clienti contabilita fatture fatturazione amministrazione acquisti
  lavoro risorseumane sicurezza privacy legale redazione ordini spedizioni prenotazioni formazione ufficio segreteria direzione
  eigyo hanbai koho kouhou soumu somu keiri jinji saiyo saiyou toiawase otoiawase madoguchi sodan shien kaihatsu joho
  kefu xiaoshou meiti shichang caiwu renshi zhaopin lianxi fuwu jishu anquan shangwu hezuo dingdan
  `
    .trim()
    .split(/\s+/),
);
/** Shortest function that may be part of a longer word, such as `pressestelle-nord` or `ventesfrance`. */
const MIN_PART = 6;
const LONG_FUNCTIONS = [...FUNCTIONS].filter((name) => name.length >= MIN_PART);

/** Whether a mailbox belongs to a function of an organisation or to the organisation itself rather than to a person. */
export function isRoleMailbox(address: string): boolean {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  if (FUNCTIONS.has(local)) return true;
  const parts = local.split(/[^a-z]+/).filter((part) => part !== '');
  const [organisation = ''] = domain.split('.');
  if (parts.length > 0 && parts.join('') === organisation.replace(/[^a-z]/g, '')) return true;
  return parts.some(
    (part) => FUNCTIONS.has(part) || LONG_FUNCTIONS.some((name) => part.startsWith(name) || part.endsWith(name)),
  );
}
