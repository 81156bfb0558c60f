"""Mail servers of aiosmtpd, one for each way to be reached. What they take goes to standard output, a JSON object a line."""

import asyncio
import email
import email.policy
import json
import logging
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

CERTIFICATE, KEY, USER, PASSWORD = sys.argv[1:]


# What clients break off is what is tried here.
logging.getLogger("mail.log").setLevel(logging.CRITICAL + 1)


def tell(**said):
    print(json.dumps(said), flush=True)


def authenticate(_server, _session, _envelope, mechanism, data):
    right = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=right, handled=False, auth_data=mechanism if right else None)


class Handler:
    """One for each connection; who was sent away is remembered over all of them."""

    asked = set()

    def __init__(self, name):
        self.name = name

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        if address.startswith("nobody@"):
            return "550 5.1.1 No such user here"
        if address.startswith("grey@") and address not in self.asked:
            self.asked.add(address)
            return "451 4.7.1 Greylisted, come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        tell(
            server=self.name,
            sender=envelope.mail_from,
            to=envelope.rcpt_tos,
            tls=server.transport.get_extra_info("ssl_object") is not None,
            mechanism=session.auth_data,
            subject=mail["Subject"],
            message_id=mail["Message-ID"],
            text=mail.get_body(("plain",)).get_content(),
            html=mail.get_body(("html",)).get_content(),
            defects=[str(defect) for part in mail.walk() for defect in part.defects],
            longest_line=max(len(line) for line in envelope.content.split(b"\r\n")),
        )
        return "250 2.0.0 Taken"


def context():
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(CERTIFICATE, KEY)
    return made


SECURE = {"tls_context": context(), "require_starttls": True, "auth_required": True, "auth_require_tls": True}
SERVERS = {
    "plain": {**SECURE, "auth_exclude_mechanism": ["LOGIN"]},
    "login": {**SECURE, "auth_exclude_mechanism": ["PLAIN"]},
    # Encrypted from the first byte, which the library does not see: it knows STARTTLS alone.
    "implicit": {"auth_required": True, "auth_require_tls": False},
    "unencrypted": {},
}


async def listen(name, options):
    def smtp():
        return SMTP(Handler(name), hostname="localhost", authenticator=authenticate, **options)

    tls = context() if name == "implicit" else None
    server = await asyncio.get_running_loop().create_server(smtp, "127.0.0.1", 0, ssl=tls)
    return server.sockets[0].getsockname()[1]


async def main():
    tell(ports={name: await listen(name, options) for name, options in SERVERS.items()})
    # Until it is stopped.
    await asyncio.Event().wait()


asyncio.run(main())
