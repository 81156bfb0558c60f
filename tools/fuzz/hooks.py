"""Hooks of schemathesis: who sends a request, which records it names, and which findings are none, each with its reason."""

import base64
import ipaddress
import itertools
import json
import os
import random
import re
import time
import urllib.parse
import urllib.request

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import EnsureResourceAvailability, RejectedPositiveData

with open(os.environ["FUZZ_TARGETS"], encoding="utf-8") as file:
    TARGETS = json.load(file)

# Where the paths of each kind of record begin, and which records of the caller go there.
RECORDS = [
    (r"^/content-workflow/executions/\{id\}", {"id": "executions"}),
    (r"^/content-workflow/kanban/\{contentId\}", {"contentId": "items"}),
    (r"^/content-workflow/content-items/\{id\}", {"id": "items"}),
    (r"^/content-workflow/agents/\{id\}", {"id": "agents"}),
    (r"^/content-workflow/capabilities/\{slug\}", {"slug": "slugs"}),
    (r"^/content-workflow/workflow-templates/\{slug\}", {"slug": "templates"}),
    (r"^/content-workflow/workflow-triggers/\{id\}", {"id": "triggers"}),
    (r"^/content-workflow/brand-voices/\{id\}", {"id": "voices"}),
    (r"^/content-workflow/knowledge-bases/\{id\}/documents/\{document\}", {"id": "filledBases", "document": "documents"}),
    (r"^/content-workflow/knowledge-bases/\{id\}", {"id": "bases"}),
    (r"^/gtm-schedule/events/\{id\}", {"id": "events"}),
    (r"^/aiwriter/generator/\{slug\}", {"slug": "writers"}),
    (r"^/agents/audit/", {"agent": "agents", "capability": "slugs", "job": "batches", "dry_run": "agentDryRuns"}),
    (r"^/dry-run/sessions/\{token\}", {"token": "sessions"}),
    (r"^/invoice-receipts/", {"invoiceNumber": "invoices", "id": "backfills"}),
    (r"^/partners/case-studies/\{id\}", {"id": "caseStudies"}),
    (r"^/partners/webhooks/\{id\}", {"id": "webhooks", "evt": "deliveries"}),
    (r"^/marketplace/seo-score/status/\{id\}", {"id": "analyses"}),
    (r"^/marketplace/listings/\{id\}", {"id": "listings"}),
    (r"^/marketplace/listings/\{listingId\}", {"listingId": "listings"}),
]
# The same of fields of bodies and queries, whatever the route.
FIELDS = {
    "agent_id": "agents",
    "campaign_id": "campaigns",
    "capability": "slugs",
    "company": "voices",
    "content_item_id": "items",
    "execution_id": "executions",
    "message_id": "messages",
    "product": "products",
    "webhook_id": "webhooks",
}
# One request of so many comes from a client with a role.
ROLES_EVERY = 5
TOKEN_SECONDS = 600
# Requests of a chain, as in schemathesis.toml.
LONGEST_CHAIN = 4
# Requests that a caller's minute has left when another one goes on.
REMAINING = 60

# The module's own generator belongs to Hypothesis, which repeats what it draws.
dice = random.Random()
turns = itertools.cycle(TARGETS["callers"])
turn = next(turns)
# Requests since then.
since_turn = 0
tokens = {}


def access_token(client, scope, resource=None):
    """A token of the client's own, of which each lasts 15 minutes."""
    known = tokens.get((client["id"], scope))
    if known and known[1] > time.monotonic():
        return known[0]
    form = {"grant_type": "client_credentials", "scope": scope, **({"resource": resource} if resource else {})}
    basic = base64.b64encode(f"{client['id']}:{client['secret']}".encode()).decode()
    request = urllib.request.Request(
        TARGETS["tokenEndpoint"],
        data=urllib.parse.urlencode(form).encode(),
        headers={"Authorization": f"Basic {basic}", "X-Forwarded-For": random_address()},
    )
    with urllib.request.urlopen(request) as answer:
        token = json.load(answer)["access_token"]
    tokens[client["id"], scope] = (token, time.monotonic() + TOKEN_SECONDS)
    return token


def random_address():
    return str(ipaddress.IPv6Address((0x20010DB8 << 96) | dice.getrandbits(96)))


@schemathesis.auth(cache_by_key=lambda case, context: dice.random())
class Credentials:
    """Administrators' routes have the administrator's key, the rest a caller's key or its client's token."""

    def get(self, case, context):
        path = case.operation.path
        if path.startswith("/3pi-partners"):
            return TARGETS["adminKey"]
        if path == "/gtm-schedule/feed.ics":
            return dice.choice(turn["ids"]["feeds"])
        if path == "/mcp":
            return access_token(turn["client"], "mcp:full", TARGETS["baseUrl"] + "/mcp")
        if dice.randrange(ROLES_EVERY) == 0:
            return access_token(turn["client"], "api")
        return turn["key"]

    def set(self, case, data, context):
        if case.operation.path == "/gtm-schedule/feed.ics":
            case.query = {**(case.query or {}), "token": data}
            return
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    # Requests without credentials are limited by their address.
    case.headers = {**(case.headers or {}), "X-Forwarded-For": random_address()}
    if case.path_parameters and may_name_records(case, ParameterLocation.PATH):
        case.path_parameters = {**case.path_parameters, **known_records(case)}
    for part, location in [("body", ParameterLocation.BODY), ("query", ParameterLocation.QUERY)]:
        fields = getattr(case, part)
        if isinstance(fields, dict) and may_name_records(case, location):
            setattr(case, part, {**fields, **known_fields(fields)})


def may_name_records(case, location):
    """Whether other ids are put into a part of the request: it is neither wrong on purpose nor what an earlier answer named."""
    component = case.meta and case.meta.components.get(location)
    is_valid = bool(component) and component.mode.is_positive and case.meta.phase.name != TestPhase.STATEFUL
    return is_valid and dice.randrange(4) != 0


def known_records(case):
    """Ids of records that are there, for three requests of four."""
    path = case.operation.path
    if path.startswith("/3pi-partners"):
        victim = dice.randrange(len(TARGETS["victims"]["partner_id"]))
        known = {name: ids[victim] for name, ids in TARGETS["victims"].items()}
    else:
        kinds = next((kinds for start, kinds in RECORDS if re.match(start, path)), {})
        known = {name: taken(kind, case.method) for name, kind in kinds.items() if turn["ids"].get(kind)}
    return {name: known[name] for name in case.path_parameters if name in known}


def taken(kind, method):
    """An id of the kind; what is deleted is named once, so that something is left."""
    ids = turn["ids"][kind]
    return ids.pop() if method == "DELETE" and len(ids) > 2 else dice.choice(ids)


def known_fields(fields):
    ids = turn["ids"]
    return {name: dice.choice(ids[FIELDS[name]]) for name in fields if name in FIELDS and ids.get(FIELDS[name])}


@schemathesis.hook
def after_call(context, case, response):
    """Before the caller's minute is used up another one goes on."""
    global turn, since_turn
    since_turn += 1
    remaining = response.headers.get("x-ratelimit-remaining", ["9999"])[0]
    if remaining.isdigit() and int(remaining) < REMAINING:
        turn = next(turns)
        since_turn = 0


# Numbers are taken beside their decimal strings, which alone the document has: most generators of clients cannot express either.
DECIMALS = "(amount|quantity|unit_price|tax_rate): Incorrect type"

# What is longer is read as none, so that what it asks of a GET is left out.
LONG_TAGS = "If-None-Match"

# How schemathesis describes a form that it means to be valid.
VALID_FORM = r"(?i:^Valid object$|^Object with (all required|only required|valid '|additional property:))"

# What JSON Schema has no words for: the operation, the field, the message, and why it is as it is.
INEXPRESSIBLE = [
    (".*", "cursor", "combined with|no cursor", "parameters that exclude each other, and what an earlier page gave"),
    (".*", ".*", "one line", "characters that a pattern of other languages has no classes for"),
    ("createUsageRecord", "occurred_at", "in the future", "the present is not in the document"),
    ("createCreditNote", r"lines\.\d+\.position", "no such line", "the lines of an invoice are records"),
    ("createPartnerKey", "expires_at", "in the future", "the present is not in the document"),
    ("publishEvent", r"data(\..+)?", "", "the form follows from `type`; `webhooks` of the document has it"),
    ("executeCapability", r"settings(\..+)?", "", "the form follows from the capability; its page in the API has the schema"),
    ("analyzeListing", "listing_url", "URL of a listing", "the marketplace's host is a setting"),
    ("createPartnerKey", "scoped_capabilities", "may not use", "what the partner itself may use is a record"),
    ("createPartnerKey", "allowed_ip_addresses", "CIDR", "an address or a range of either family, in all spellings"),
    (".*", "email", "e-mail", "the format of JSON Schema has quoted local parts, too, which nobody uses"),
    (".*", "partner_domain", "domain", "which suffixes are public is a list"),
    ("createOauthClient", r"redirect_uris(\.\d+)?", "https URI", "which schemes and hosts a program may have"),
    ("(create|update)Partner", "tax_rate", "at most", "`maximum` is for numbers, and not for their decimal strings"),
    (".*", "to|until|end_date|end_at|period_end", "before ", "the order of two fields"),
    ("(create|update)Gtm(Event|Series)", "scheduled_at|end_at", "within the years", "moments have no order"),
    ("createOauthClient", "grant_types|redirect_uris", "grant type", "which grants go together"),
    ("createOrder|createUsageRecord", "amount|quantity|unit_price", "after the point|less than|beyond what", "the digits and the limit of a currency"),
    (".*", ".*", "Must not be empty", "texts are trimmed before they are measured"),
    (".*", ".*", "unpaired surrogates", "texts that the database cannot hold, wherever they stand"),
    (".*", "from|to", "days (before|after)", "the distance of two fields"),
    (
        "executeWorkflowTemplate|(create|update)WorkflowTrigger|estimateCapabilityCost|testCapability|startAgentDryRun|previewCapability",
        r"(settings|input)(\..+)?",
        "",
        "the form follows from the capability or template; its page in the API has the schema",
    ),
    ("createWriterMessage|generateWriterText", ".*", "Is required", "which fields a template asks for; its page says it"),
    ("(create|update)WorkflowTrigger", "event|schedule", "required|left out", "which fields go together"),
    ("(create|update)WorkflowTrigger", r"event\.(conditions\.\d+\.values|mapping\..+)", "", "what is compared follows from the operator, and places in events have a grammar"),
    ("createWorkflowTrigger", "target", "a template or a capability", "one of two fields, and not both"),
    ("(create|update)WorkflowTrigger", r"schedule\.cron", "", "a language of its own"),
    ("(create|update)WorkflowTemplate", r"(steps|input|example)\..+", "", "fields that name others of the same template"),
    ("create(Workflow|Writer)Template", "slug", "be the slug", "the platform's names are a list, which grows"),
    (".*Template", ".*", "Is not a part of", "elsewhere fields that nobody knows are ignored, so that the document allows them"),
    ("(create|update)WriterTemplate", "task|brief", "only fields", "placeholders name fields of the same template"),
    ("(createWriterMessage|generateWriter.*)", "post_type", "slug of a template", "the templates of a partner are records"),
    ("(create|update)GtmSeries", "recurrence", "", "a language of its own"),
    ("updateGuardrailSettings", r"allowed_terms\.\d+", "at least", "measured without what is not compared, such as spaces"),
    ("createCheckout", "item", "Is required", "which fields go together"),
    ("updateBillingIdentity", r"tax_ids\.\d+\.value", "", "the form follows from the type"),
    ("(create|update)AgentEvaluation", r"prompts\.\d+", "a phrase", "one of several fields"),
    ("runAgentEvaluation", "agents", "twice", "entries that differ by their fields but not by their agent"),
    ("changeContentItems", "tags|status", "", "which fields go together"),
    ("createContentComment|rewriteContentPassage", r"anchor\..+", "", "a place in a text, which is a record"),
    ("(preview|import)Gtm.*", "content", "", "files of calendars and tables have grammars of their own"),
    (".*", r"(settings\.)?language|languages\.\d+", "BCP 47", "a pattern where a release had none would be a change"),
    (".*", r"(schedule\.)?timezone", "IANA", "the names are a list, which changes"),
    ("(add|replace)KnowledgeBaseDocument", "format|title|encoding", "required|base64", "what the name of the file tells"),
    ("(add|replace)KnowledgeBaseDocument|createContentImage", "content", "base64|5 MiB|bytes", "the form of a text follows from another field"),
    ("updateBrandVoice", r"products\.\d+\.id", "no product", "the products of a brand voice are records"),
    ("updateBrandVoice", "products", "twice", "entries that differ by their fields but not by their id"),
    (".*", r"(context\.brand_voice_)?product(_id)?", "no product of this brand voice", "the products of a brand voice are records"),
    ("rollBackAgent", "to_version", "no version", "the versions of an agent's definition"),
    ("(create|update)Agent", "config_version", "no version", "the versions of an agent's definition"),
    (".*", "model|(capability_)?models(\\..+)?", "service knows", "the models are a setting"),
    (".*", "capability|agent_id", "carry out", "what an agent may do is a record"),
    ("(create|update)Webhook", "url", "URL", "which addresses may be called is a setting, and is asked of DNS"),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a finding is one."""
    if isinstance(failure, AcceptedNegativeData):
        if LONG_TAGS in failure.message:
            return False
        # After hooks schemathesis looks at a form anew, which with the bytes of its file then fits no schema.
        description = case.meta.phase.data.description
        is_form = case.media_type == "multipart/form-data"
        expected = f"^Positive test case$|{DECIMALS}" + (f"|{VALID_FORM}" if is_form else "")
        return not re.search(expected, description or "")
    if isinstance(failure, EnsureResourceAvailability):
        # What one caller made is not there for the next.
        return since_turn >= LONGEST_CHAIN
    if response.status_code == 405 and names_no_record(case):
        return False
    if not isinstance(failure, RejectedPositiveData):
        return True
    error = json_of(response).get("error") or {}
    if error.get("code") == "IDEMPOTENCY_KEY_REUSED":
        # Schemathesis sends its few keys with every body.
        return False
    operation = case.operation.definition.raw.get("operationId", "")
    return not error.get("details") or not all(
        any(
            re.fullmatch(where, operation) and re.fullmatch(name, field, re.DOTALL) and re.search(text, " ".join(messages))
            for where, name, text, _reason in INEXPRESSIBLE
        )
        for field, messages in error["details"].items()
    )


def names_no_record(case):
    """Whether a chain took what is no number for one, such as the name of a schema, which is another path."""
    declared = {parameter["name"]: parameter["schema"] for parameter in case.operation.definition.raw.get("parameters", []) if parameter.get("in") == "path"}
    return any(
        declared.get(name, {}).get("type") == "integer" and not str(value).isdigit()
        for name, value in (case.path_parameters or {}).items()
    )


def json_of(response):
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
