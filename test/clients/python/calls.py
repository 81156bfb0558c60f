"""Calls through the generated package `marketwright`: BASE_URL and API_KEY say where and as whom."""

import os
import time
from datetime import date

from marketwright import AuthenticatedClient
from marketwright.api.capabilities import list_capabilities
from marketwright.api.content import export_content_item
from marketwright.api.credits_ import get_usage
from marketwright.api.executions import execute_capability, get_execution, list_execution_assets
from marketwright.api.gtm_schedule import export_gtm_events
from marketwright.models import Error, ExecuteCapabilityBody, ExecuteCapabilityBodySettings

ENDED = ("completed", "failed", "cancelled")

# An answer of another status than the document has is an exception.
client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"], raise_on_unexpected_status=True
)

capabilities = list_capabilities.sync(client=client, category="generation")
assert capabilities is not None and not isinstance(capabilities, Error), capabilities
[slug] = [each.attributes.slug for each in capabilities.data if each.attributes.slug == "blog_post"]

settings = ExecuteCapabilityBodySettings.from_dict({"topic": "Generated clients"})
body = ExecuteCapabilityBody(settings=settings, priority="high")
started = execute_capability.sync(slug, client=client, body=body)
assert started is not None and not isinstance(started, Error), started

for _ in range(300):
    execution = get_execution.sync(started.data.id, client=client)
    assert execution is not None and not isinstance(execution, Error), execution
    if execution.data.attributes.status in ENDED:
        break
    time.sleep(0.2)
assert execution.data.attributes.status == "completed", execution

assets = list_execution_assets.sync(started.data.id, client=client)
assert assets is not None and not isinstance(assets, Error), assets
[item, *_] = assets.data.content_items
assert item.attributes.title, assets

exported = export_content_item.sync(item.id, client=client, format_="pdf")
assert exported is not None and not isinstance(exported, Error), exported
assert exported.payload.read().startswith(b"%PDF")

usage = get_usage.sync(client=client)
assert usage is not None and not isinstance(usage, Error), usage
assert usage.data.attributes.credits_.used_today >= 1, usage

missing = get_execution.sync(2**31 - 1, client=client)
assert isinstance(missing, Error) and missing.error.code == "NOT_FOUND", missing

file = export_gtm_events.sync_detailed(
    client=client, start_date=date(2026, 1, 1), end_date=date(2026, 12, 31), format_="csv"
)
assert file.status_code == 200 and b"scheduled_at" in file.content, file
