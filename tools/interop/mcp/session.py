"""What the official Python client does, once in a session and once without one.

MCP_URL names the endpoint, MCP_TOKEN is an access token for it.
"""

import asyncio
import os
from contextlib import AsyncExitStack

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def use(mode: str, version: str) -> None:
    heard: set[str] = set()
    progress: list[float] = []

    async def on_message(message: object) -> None:
        heard.add(type(message).__name__)

    async def on_progress(done: float, total: float | None, message: str | None) -> None:
        progress.append(done)

    headers = {"Authorization": f"Bearer {os.environ['MCP_TOKEN']}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        transport = streamable_http_client(os.environ["MCP_URL"], http_client=http)
        async with Client(transport, mode=mode, message_handler=on_message) as client, AsyncExitStack() as open_streams:
            assert client.protocol_version == version, client.protocol_version
            changes = None
            if version == "2026-07-28":
                changes = await open_streams.enter_async_context(client.listen(resources_list_changed=True))
                assert changes.honored.resources_list_changed, changes.honored

            names: list[str] = []
            cursor: str | None = None
            while True:
                page = await client.list_tools(cursor=cursor)
                names += [tool.name for tool in page.tools]
                cursor = page.next_cursor
                if cursor is None:
                    break
            assert len(names) >= 25, names

            result = await client.call_tool(
                "execute_capability",
                {"slug": "blog_post", "settings": {"topic": "Clients in Python"}},
                progress_callback=on_progress,
            )
            assert not result.is_error, result
            assert result.structured_content["status"] == "completed", result
            assert progress == sorted(set(progress)) and len(progress) >= 3, progress

            execution_id = result.structured_content["execution_id"]
            read = await client.call_tool("get_execution", {"execution_id": execution_id})
            assert read.structured_content["data"]["status"] == "completed", read
            resource = await client.read_resource(f"service://executions/{execution_id}")
            assert len(resource.contents) == 1, resource

            assert len((await client.list_prompts()).prompts) == 4
            prompt = await client.get_prompt("write_content", {"topic": "Zebras"})
            assert "Zebras" in prompt.messages[0].content.text, prompt

            refused = await client.call_tool("get_execution", {"execution_id": 9007199254740991})
            assert refused.is_error and "list_executions" in refused.content[0].text, refused

            if changes is None:
                for _ in range(100):
                    if "ResourceListChangedNotification" in heard:
                        break
                    await asyncio.sleep(0.1)
                assert "ResourceListChangedNotification" in heard, heard
            else:
                async with asyncio.timeout(10):
                    change = await anext(aiter(changes))
                assert type(change).__name__ == "ResourcesListChanged", change
    print(f"ok: {mode}, {version}")


async def main() -> None:
    await use("legacy", "2025-11-25")
    await use("auto", "2026-07-28")
    await use("2026-07-28", "2026-07-28")


asyncio.run(main())
