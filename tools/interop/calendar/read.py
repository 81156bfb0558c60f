"""Reads a calendar from standard input and writes what is in it as JSON."""

import json
import sys

from icalendar import Calendar


def text(moment):
    if moment is None:
        return None
    value = moment.dt
    return value.isoformat().replace("+00:00", "Z")


def read(event):
    return {
        "uid": str(event["UID"]),
        "summary": str(event["SUMMARY"]),
        "description": str(event["DESCRIPTION"]) if "DESCRIPTION" in event else None,
        "start": text(event["DTSTART"]),
        "end": text(event.get("DTEND")),
        "status": str(event["STATUS"]),
        "sequence": int(event["SEQUENCE"]),
    }


calendar = Calendar.from_ical(sys.stdin.buffer.read())
errors = [str(error) for component in calendar.walk() for error in component.errors]
if errors:
    sys.exit(f"icalendar objects to {errors}")
json.dump(
    {"name": str(calendar["X-WR-CALNAME"]), "events": [read(event) for event in calendar.walk("VEVENT")]},
    sys.stdout,
    ensure_ascii=False,
    indent=1,
)
