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
from schemathesis.openapi.checks import RejectedPositiveData

with open(os.environ["FUZZ_TARGETS"], encoding="utf-8") as file:
    TARGETS = json.load(file)

# Where the paths of each kind of record begin, and which records of the caller go there.
RECORDS = [
    (r"^/content-workflow/executions/\{id\}", {"id": "executions"}),
    (r"^/content-workflow/kanban/\{contentId\}", {"contentId": "items"}),
    (r"^/content-workflow/content-items/\{id\}", {"id": "items"}),
    (r"^/content-workflow/agents/\{id\}", {"id": "agents"}),
    (r"^/content-workflow/capabilities/\{slug\}", {"slug": "slugs"}),
    (r"^/partners/webhooks/\{id\}", {"id": "webhooks", "evt": "deliveries"}),
    (r"^/marketplace/seo-score/status/\{id\}", {"id": "analyses"}),
    (r"^/marketplace/listings/\{id\}", {"id": "listings"}),
    (r"^/marketplace/listings/\{listingId\}", {"listingId": "listings"}),
]
# One request of so many comes from a client with a role.
ROLES_EVERY = 5
TOKEN_SECONDS = 600
# Requests that a caller's minute has left when another one goes on.
REMAINING = 60

# The module's own generator belongs to Hypothesis, which repeats what it draws.
dice = random.Random()
turns = itertools.cycle(TARGETS["callers"])
turn = next(turns)
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
        if path == "/mcp":
            return access_token(turn["client"], "mcp:full", TARGETS["baseUrl"] + "/mcp")
        if dice.randrange(ROLES_EVERY) == 0:
            return access_token(turn["client"], "api")
        return turn["key"]

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    # Requests without credentials are limited by their address.
    case.headers = {**(case.headers or {}), "X-Forwarded-For": random_address()}
    if case.path_parameters and names_records(case) and dice.randrange(4) != 0:
        case.path_parameters = {**case.path_parameters, **known_records(case.operation.path, case.path_parameters)}


def names_records(case):
    """Whether other ids may be put into the path: it is neither wrong on purpose nor what an earlier answer named."""
    component = case.meta and case.meta.components.get(ParameterLocation.PATH)
    return bool(component) and component.mode.is_positive and case.meta.phase.name != TestPhase.STATEFUL


def known_records(path, parameters):
    """Ids of records that are there, for three requests of four."""
    if path.startswith("/3pi-partners"):
        victim = dice.randrange(len(TARGETS["victims"]["partner_id"]))
        known = {name: ids[victim] for name, ids in TARGETS["victims"].items()}
    else:
        kinds = next((kinds for start, kinds in RECORDS if re.match(start, path)), {})
        ids = turn["ids"]
        known = {name: dice.choice(ids[kind]) for name, kind in kinds.items() if ids[kind]}
    return {name: known[name] for name in parameters if name in known}


@schemathesis.hook
def after_call(context, case, response):
    """Before the caller's minute is used up another one goes on."""
    global turn
    remaining = response.headers.get("x-ratelimit-remaining", ["9999"])[0]
    if remaining.isdigit() and int(remaining) < REMAINING:
        turn = next(turns)


# What JSON Schema has no words for: the operation, the field, the message, and why it is as it is.
INEXPRESSIBLE = [
    ("createPartnerKey", "expires_at", "in the future", "the present is not in the document"),
    ("publishEvent", r"data(\..+)?", "", "the form follows from `type`; `webhooks` of the document has it"),
    ("executeCapability", r"settings(\..+)?", "", "the form follows from the capability; its page in the API has the schema"),
    ("analyzeListing", "listing_url", "URL of a listing", "the marketplace's host is a setting"),
    ("createPartnerKey", "scoped_capabilities", "may not use", "what the partner itself may use is a record"),
    ("createPartnerKey", "allowed_ip_addresses", "CIDR", "an address or a range of either family, in all spellings"),
    ("createUser", "email", "e-mail", "the format of JSON Schema has quoted local parts, too, which nobody uses"),
    ("analyzeListing", "partner_domain", "domain", "which suffixes are public is a list"),
    ("createOauthClient", r"redirect_uris(\.\d+)?", "https URI", "which schemes and hosts a program may have"),
    (".*", "to", "before `from`", "the order of two fields"),
    (".*", "until", "before `since`", "the order of two fields"),
    ("createOauthClient", "grant_types|redirect_uris", "grant type", "which grants go together"),
    ("createOrder|createUsageRecord", "amount|quantity|unit_price", "after the point", "`multipleOf` fails for binary fractions"),
    (".*", ".*", "unpaired surrogates", "texts that the database cannot hold, wherever they stand"),
    ("(create|update)Webhook", "url", "URL", "which addresses may be called is a setting, and is asked of DNS"),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a finding is one."""
    if not isinstance(failure, RejectedPositiveData):
        return True
    error = json_of(response).get("error") or {}
    if error.get("code") == "IDEMPOTENCY_KEY_REUSED":
        # Schemathesis sends its few keys with every body.
        return False
    operation = case.operation.definition.raw.get("operationId", "")
    return not error.get("details") or not all(
        any(
            re.fullmatch(where, operation) and re.fullmatch(name, field) and re.search(text, " ".join(messages))
            for where, name, text, _reason in INEXPRESSIBLE
        )
        for field, messages in error["details"].items()
    )


def json_of(response):
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
