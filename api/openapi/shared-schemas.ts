import type { JsonSchema, NamedSchemas } from './schemas.ts';
import type { OpenApiDocument, Parameter } from './types.ts';

/**
 * Enumerations and objects that stand in several places, by the name that they have in the document, with one of the places: a named
 * schema and the fields from there. Without a name, generators make another type for each place, and `ExecutionStatus2` of them.
 */
const PLACES = {
  ActorKind: 'AuditLogEntryAttributes.actor_kind',
  Address: 'BillingIdentityAttributes.address',
  AgentSummary: 'Execution.relationships.agent',
  AiTask: 'AiCallAttributes.task',
  AuthorKind: 'ContentCommentAttributes.author.kind',
  BankAccount: 'InvoiceDetail.seller.bank',
  BillingType: 'Invoice.billing_type',
  BoardItem: 'MovedContentItemAnswer.data',
  BoardItemAttributes: 'MovedContentItemAnswer.data.attributes',
  Buyer: 'InvoiceDetail.buyer',
  CalendarInstructions: 'SubscribeToGtmScheduleAnswer.data.instructions',
  CapabilityCategory: 'CapabilityAttributes.category',
  CapabilitySlug: 'CreateAgentBody.capabilities',
  CaseStudyField: 'CaseStudySuggestionAttributes.field',
  CaseStudyGeneration: 'GetCaseStudyAnswer.meta.generation',
  CaseStudyLinks: 'CaseStudy.links',
  CaseStudyStatus: 'CaseStudyAttributes.status',
  ChallengeCategory: 'ChallengeAgentBody.categories',
  ConditionOperator: 'WorkflowTemplateAttributes.steps.when.operator',
  ContentType: 'ContentItemAttributes.content_type',
  Country: 'CreateCaseStudyBody.country',
  CreditFigures: 'UsageAttributes.credits',
  CreditKind: 'CreditEntry.kind',
  CreditNoteOrigin: 'CreditNote.origin',
  Currency: 'CreateOrderBody.currency',
  DeliveryStatus: 'WebhookDeliveryAttributes.status',
  DocumentEncoding: 'AddKnowledgeBaseDocumentBody.encoding',
  DocumentFormat: 'KnowledgeDocumentAttributes.format',
  DryRunStatus: 'DryRunSessionAttributes.status',
  EvaluationPrompt: 'AgentEvaluationAttributes.prompts',
  ExecutionLinks: 'Execution.links',
  ExecutionPriority: 'ExecutionAttributes.priority',
  ExecutionStatus: 'ExecutionAttributes.status',
  Expectation: 'EvaluationAttributes.questions.expected',
  FiringResult: 'TriggerFiringAttributes.result',
  GivenExpectation: 'CreateKnowledgeEvaluationBody.questions.expected',
  GivenNotificationChannels: 'UpdateNotificationSettingsBody.execution_finished',
  GivenPersona: 'StartDryRunSessionBody.persona',
  GivenPrompt: 'CreateAgentEvaluationBody.prompts',
  GivenQuestion: 'CreateKnowledgeEvaluationBody.questions',
  GivenWriterField: 'CreateWriterTemplateBody.fields',
  Grade: 'SeoScore.grade',
  GtmChannel: 'GtmEventAttributes.channel',
  GtmEventKind: 'GtmEventAttributes.event_type',
  GtmFilters: 'SubscribeToGtmScheduleAnswer.data.filters',
  GtmImportFormat: 'ImportGtmEventsBody.format',
  GtmImportProblem: 'ImportGtmEventsAnswer.data.problems',
  GtmSubscription: 'SubscribeToGtmScheduleAnswer.data',
  GuardrailAction: 'ContentItemAttributes.guardrails_triggered.action',
  GuardrailHit: 'ContentItemAttributes.guardrails_triggered',
  GuardrailRule: 'CreateAgentBody.settings.blocking_rules',
  ImageSize: 'ContentImageAttributes.sizes.name',
  IndustryVertical: 'CreateCaseStudyBody.industry_verticals',
  InvoiceSort: 'InvoicePage.filters_applied.sort',
  InvoiceStatus: 'Invoice.status',
  ItemCalendarEvent: 'ContentItemAttributes.calendar_event',
  KanbanColumn: 'GetKanbanBoardAnswer.data.columns.generated',
  KanbanStatus: 'ContentItemAttributes.kanban_status',
  KeyUse: 'AccountKey.use',
  ModelPurpose: 'ModelRecommendationAttributes.optimize_for',
  NamedRecord: 'MeAttributes.names.knowledge_bases',
  NeighbouringPassage: 'KnowledgePassageInContextAttributes.previous',
  NotificationChannels: 'NotificationSettingsAttributes.execution_finished',
  PartnerAgentType: 'CreateAgentBody.agent_type',
  PartnerPlan: 'Partner.plan',
  PartnerStatus: 'Partner.status',
  PasskeyProof: 'EnrolTotpBody.passkey',
  PasskeySignature: 'EnrolTotpBody.passkey.response',
  PaymentEventStatus: 'PaymentEvent.status',
  PaymentGateway: 'PaymentEvent.gateway',
  PeopleRequestFigures: 'UsageAttributes.requests.people',
  Permission: 'MeAttributes.permissions',
  RequestFigures: 'UsageAttributes.requests',
  RequestLimits: 'BillingCatalogueAttributes.plans.limits',
  RescoringInterval: 'ListingAttributes.rescore_every',
  RewriteAction: 'ContentSuggestionAttributes.action',
  Role: 'PersonAttributes.role',
  RunStatus: 'AgentDryRunAttributes.status',
  Seller: 'InvoiceDetail.seller',
  SeoBreakdown: 'SeoScore.breakdown',
  SortDirection: 'InvoicePage.filters_applied.dir',
  StepGuardrailHit: 'ExecutionDetailAttributes.guardrails_triggered',
  StepStatus: 'ExecutionExchangeAttributes.status',
  SuggestionMode: 'CaseStudySuggestionAttributes.mode',
  TaxCategory: 'InvoiceLine.tax_category',
  TaxId: 'BillingIdentityAttributes.tax_ids',
  TaxTotal: 'CreditNote.tax_totals',
  TemplateCategory: 'WorkflowTemplateAttributes.category',
  TemplateCondition: 'CreateWorkflowTemplateBody.steps.when',
  TemplateInput: 'CreateWorkflowTemplateBody.input',
  TemplateInputFormat: 'CreateWorkflowTemplateBody.input.format',
  TemplateInputType: 'CreateWorkflowTemplateBody.input.type',
  TemplateSetting: 'CreateWorkflowTemplateBody.steps.settings',
  TemplateStep: 'CreateWorkflowTemplateBody.steps',
  TriggerCondition: 'CreateWorkflowTriggerBody.event.conditions',
  TriggerTarget: 'CreateWorkflowTriggerBody.target',
  TriggerType: 'WorkflowTriggerAttributes.type',
  UsageDay: 'GroupedUsageAttributes.daily',
  UsageGroup: 'GroupedUsageAttributes.group',
  UseCase: 'CreateCaseStudyBody.use_cases',
  UserStatus: 'UserAttributes.status',
  WebhookEventName: 'CreateWebhookBody.events',
  WebhookSecret: 'CreateWebhookAnswer.meta',
  WriterCategory: 'WriterTemplateAttributes.category',
  WriterField: 'WriterTemplateAttributes.fields',
  WriterFieldType: 'WriterTemplateAttributes.fields.type',
  WriterLanguage: 'CreateWriterMessageBody.language',
  WriterOutputForm: 'CreateWriterTemplateBody.output',
  WriterPostType: 'CreateWriterMessageBody.post_type',
  WriterTone: 'CreateWriterMessageBody.tone_of_voice',
} as const;

/** What a place says beside the schema, and a reference, too. */
const OWN_TO_A_PLACE = ['description', 'default'];
/** Schemas that are written between two pauses. */
const SCHEMAS_A_STEP = 20;

/** Puts references in the place of the schemas that have a name in the table. Changes `named` and `paths`. */
export function* shareSchemas(named: NamedSchemas, paths: OpenApiDocument['paths']): Generator<undefined, void> {
  const places = Object.entries(PLACES).flatMap(([name, place]) => {
    const schema = schemaAt(named, place);
    return schema ? { name, schema } : [];
  });
  const names = new Map(places.map(({ name, schema }) => [contentOf(schema), name]));
  const share = (schema: JsonSchema) => sharedIn(schema, names);
  for (const [index, [name, schema]] of Object.entries(named).entries()) {
    named[name] = partsOf(schema, share);
    if (index % SCHEMAS_A_STEP === 0) yield;
  }
  for (const { name, schema } of places) {
    if (named[name]) throw new Error(`Two schemas are named ${name}.`);
    const { description: _description, default: _default, ...rest } = schema;
    named[name] = partsOf(rest, share);
  }
  for (const methods of Object.values(paths)) {
    for (const operation of Object.values(methods)) operation.parameters = operation.parameters.map(sharedParameter);
  }

  function sharedParameter(parameter: Parameter): Parameter {
    return parameter.schema ? { ...parameter, schema: share(parameter.schema) } : parameter;
  }
}

/** A schema with references for it or its parts. */
function sharedIn(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  const name = isShared(schema) ? names.get(contentOf(schema)) : undefined;
  if (name === undefined) return partsOf(schema, (part) => sharedIn(part, names));
  const own = OWN_TO_A_PLACE.filter((keyword) => schema[keyword] !== undefined);
  return {
    $ref: `#/components/schemas/${name}`,
    ...Object.fromEntries(own.map((keyword) => [keyword, schema[keyword]])),
  };
}

function partsOf(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([keyword, part]) => [keyword, changed(part)]));

  function changed(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(changed);
    return typeof part === 'object' && part !== null ? change(part as JsonSchema) : part;
  }
}

/** Whether a schema is one of those that may have a name here; a field may be named `enum`. */
function isShared(schema: JsonSchema): boolean {
  return Array.isArray(schema['enum']) || (schema.type === 'object' && typeof schema.properties === 'object');
}

/** A schema without what its place says beside it. */
function contentOf(schema: JsonSchema): string {
  return JSON.stringify(schema, (keyword, value) => (keyword === '' ? without(value) : value));
}

function without(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !OWN_TO_A_PLACE.includes(keyword)));
}

/**
 * The enumeration or object at a place, be it nullable or the items of a list there; undefined where the routes of the document have
 * no such schema. Throws where the schema has no such field.
 */
function schemaAt(named: NamedSchemas, place: string): JsonSchema | undefined {
  const [name = '', ...fields] = place.split('.');
  let found = named[name];
  if (!found) return undefined;
  for (const field of fields) found = within(found?.properties?.[field]);
  if (!found || !isShared(found)) throw new Error(`There is no enumeration or object at ${place}.`);
  return found;
}

function within(schema: JsonSchema | undefined): JsonSchema | undefined {
  const { anyOf, items, properties, additionalProperties } = schema ?? {};
  const part = (anyOf as JsonSchema[] | undefined)?.[0] ?? items ?? (properties ? undefined : additionalProperties);
  return typeof part === 'object' && part !== null ? within(part as JsonSchema) : schema;
}
