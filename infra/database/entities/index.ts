import { ContentItemEntity, ContentItemVersionEntity } from './content-items.ts';
import { CreditAccountEntity, CreditEntryEntity, CreditKeyDayEntity } from './credits.ts';
import {
  AgentEntity,
  ExecutionEntity,
  ExecutionEventEntity,
  ExecutionStepEntity,
  GuardrailHitEntity,
} from './executions.ts';
import { McpCallEntity, McpCatalogueEntity, McpChangeEntity, McpFeedEntity, McpSessionEntity } from './mcp.ts';
import { OauthClientEntity, OauthRecordEntity, UserEntity } from './oauth.ts';
import { AdminKeyEntity, OrderEntity, PartnerEntity, PartnerKeyEntity, UsageRecordEntity } from './partners.ts';
import { ListingSnapshotEntity, ListingWatchEntity, SeoJobEntity } from './seo.ts';
import { WebhookAttemptEntity, WebhookDeliveryEntity, WebhookEndpointEntity } from './webhooks.ts';
import { AuditLogEntity, IdempotencyKeyEntity, OutboxEntity, PlatformEventEntity } from './work.ts';

/** All tables that TypeORM knows; a test holds them against the migrated database. */
export const ENTITIES = [
  PartnerEntity,
  AdminKeyEntity,
  PartnerKeyEntity,
  OrderEntity,
  UsageRecordEntity,
  CreditAccountEntity,
  CreditEntryEntity,
  CreditKeyDayEntity,
  OutboxEntity,
  PlatformEventEntity,
  AuditLogEntity,
  IdempotencyKeyEntity,
  AgentEntity,
  ExecutionEntity,
  ExecutionStepEntity,
  ExecutionEventEntity,
  GuardrailHitEntity,
  ContentItemEntity,
  ContentItemVersionEntity,
  WebhookEndpointEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  ListingSnapshotEntity,
  ListingWatchEntity,
  SeoJobEntity,
  McpSessionEntity,
  McpCallEntity,
  McpFeedEntity,
  McpChangeEntity,
  McpCatalogueEntity,
  UserEntity,
  OauthClientEntity,
  OauthRecordEntity,
];
