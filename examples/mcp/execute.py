"""Executes a capability over MCP: BASE_URL=… ISSUER=… CLIENT_ID=… CLIENT_SECRET=… python3 examples/mcp/execute.py

Needs pip install -r examples/mcp/requirements.txt
"""

import asyncio
import os

import httpx2
from mcp import Client
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken

URL = os.environ["BASE_URL"] + "/mcp"


class Memory:
    """Keeps the token as long as the program runs; the provider asks for another when it has ended."""

    tokens: OAuthToken | None = None
    client_info: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client_info

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client_info = client_info


async def on_progress(done: float, total: float | None, message: str | None) -> None:
    print(f"progress {done:g}")


async def main() -> None:
    auth = ClientCredentialsOAuthProvider(
        server_url=URL,
        storage=Memory(),
        client_id=os.environ["CLIENT_ID"],
        client_secret=os.environ["CLIENT_SECRET"],
        scope="mcp:full",
        issuer=os.environ["ISSUER"],
    )
    async with httpx2.AsyncClient(auth=auth, timeout=600) as http:
        async with Client(streamable_http_client(URL, http_client=http), mode="auto") as client:
            count, cursor = 0, None
            while True:
                page = await client.list_tools(cursor=cursor)
                count += len(page.tools)
                cursor = page.next_cursor
                if cursor is None:
                    break
            print(f"{count} tools")

            result = await client.call_tool(
                "execute_capability",
                {"slug": "blog_post", "settings": {"topic": "MCP in Python"}},
                progress_callback=on_progress,
            )
            # What a tool refuses is told in the result, for the model.
            if result.is_error:
                raise RuntimeError(result.content)
            executed = result.structured_content
            print(f"execution {executed['execution_id']} is {executed['status']}")


asyncio.run(main())
