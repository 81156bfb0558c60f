"""Takes webhooks: WEBHOOK_SECRETS=<secret>[,<former secret>] PORT=3000 python3 examples/receiver.py"""

import hashlib
import hmac
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = [secret for secret in os.environ.get("WEBHOOK_SECRETS", "").split(",") if secret]
PORT = int(os.environ.get("PORT", "3000"))
# Ids of events that were handled; a real receiver keeps them in its database, with what it did.
HANDLED = set()


def is_signed(body: bytes, header: str) -> bool:
    expected = ("sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest() for secret in SECRETS)
    return any(hmac.compare_digest(header.encode(), one.encode()) for one in expected)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if not is_signed(body, self.headers.get("X-Service-Signature", "")):
            return self.answer(401)
        event_id = self.headers.get("X-Service-Delivery")
        if event_id not in HANDLED:
            HANDLED.add(event_id)
            print(self.headers.get("X-Service-Event"), body.decode(), flush=True)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("", PORT), Receiver)
    print(f"listening on port {PORT}", flush=True)
    server.serve_forever()
