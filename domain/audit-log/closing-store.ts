import type { ClosingPart } from '../../infra/database/closing-statement.ts';

/** The part of the commit statement that inserts audit entries. */
export const auditedPart: ClosingPart = {
  parameters: 4,
  sql: (now, [kind, id, request, records]) => `audited AS (
       INSERT INTO audit_log (partner_id, actor_kind, actor_id, action, resource_type, resource_id, details, request_id, created_at)
       SELECT partner_id, ${kind}, ${id}, action, resource_type, resource_id, details, ${request}, ${now}
       FROM jsonb_to_recordset(${records}) AS a(partner_id bigint, action text, resource_type text, resource_id text, details jsonb)
     )`,
  values: ({ actor, requestId, operation }, { audits }) => [
    actor.kind,
    actor.keyId ?? actor.userId ?? actor.clientId ?? actor.adminKeyId ?? null,
    requestId,
    JSON.stringify(
      audits.map(({ type, id, partnerId, details }) => ({
        partner_id: partnerId === undefined ? (actor.partnerId ?? null) : partnerId,
        action: operation,
        resource_type: type,
        resource_id: String(id),
        details: details ?? null,
      })),
    ),
  ],
};
