"""Server-sent events and the parts of a streamed search."""

from __future__ import annotations

import codecs
import json
from typing import Any, Dict, Iterable, Iterator, List, Optional, cast

from . import types
from ._errors import InvalidResponseError, WayfareError, make_api_error
from ._response import ResponseInfo

EVENT_STREAM = "text/event-stream"
#: Bounds the memory that a server can use with an event that never ends.
MAX_EVENT_CHARACTERS = 32 * 1024 * 1024

PART_TYPES = frozenset(["search", "supply", "flights", "scoreOptions", "done"])


class EventParser:
    """Parses the data of server-sent events (HTML Living Standard, 9.2) from bytes in pieces of any size."""

    def __init__(self, max_characters: int = MAX_EVENT_CHARACTERS) -> None:
        self._max_characters = max_characters
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._data: List[str] = []
        self._characters = 0

    def push(self, piece: bytes) -> List[str]:
        """
        Returns the data of the events that the piece completes.

        Raises ValueError for invalid UTF-8 and for an event that is too long.
        """
        text = self._text + self._decoder.decode(piece)
        # A carriage return at the end may belong to a following line feed.
        held = "\r" if text.endswith("\r") else ""
        lines = text[: len(text) - len(held)].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._text = lines.pop() + held
        events = [event for event in map(self._end_line, lines) if event is not None]
        if self._characters + len(self._text) > self._max_characters:
            raise ValueError(f"The service sent an event of more than {self._max_characters} characters.")
        return events

    def _end_line(self, line: str) -> Optional[str]:
        if line != "":
            name, _, value = line.partition(":")
            if name == "data":
                self._data.append(value[1:] if value.startswith(" ") else value)
                self._characters += len(value)
            return None
        data, self._data, self._characters = self._data, [], 0
        return "\n".join(data) if data else None


class SearchParts:
    """Turns the events of a search stream into parts and ends with the last one."""

    def __init__(self, info: ResponseInfo) -> None:
        self._info = info
        self._parser = EventParser()
        #: True after the last part.
        self.done = False

    def push(self, piece: bytes) -> Iterator[types.SearchStreamPart]:
        """Returns the parts that the piece completes. Raises ApiError for an ``error`` part."""
        try:
            events = self._parser.push(piece)
        except ValueError as error:
            raise InvalidResponseError(str(error), self._info) from None
        for data in events:
            part = self._parse(data)
            if part.get("type") == "error":
                problem = part.get("problem")
                problem = problem if isinstance(problem, dict) else {}
                status = problem.get("status")
                raise make_api_error(problem, self._info._replace(status=status if isinstance(status, int) else 500))
            # A newer service may send parts that this client does not know.
            if part.get("type") in PART_TYPES:
                yield cast("types.SearchStreamPart", part)
            if part.get("type") == "done":
                self.done = True
                return

    def check_end(self) -> None:
        """Raises InvalidResponseError if the stream ended before its last part."""
        if not self.done:
            raise InvalidResponseError("The stream of the search ended before its last part.", self._info)

    def _parse(self, data: str) -> Dict[str, Any]:
        try:
            part = json.loads(data)
            if isinstance(part, dict):
                return part
        except ValueError:
            pass
        message = f"The stream of the search contains an event of {len(data)} characters that is not a JSON object."
        raise InvalidResponseError(message, self._info)


def assemble_search(parts: Iterable[types.SearchStreamPart]) -> types.AnyScoredSearchResponse:
    """
    Assembles the response of a search from all parts of its stream.

    Raises WayfareError if the parts are incomplete.
    """
    header: Optional[Dict[str, Any]] = None
    done: Optional[Dict[str, Any]] = None
    options: Dict[str, Any] = {}
    latest: Dict[str, Any] = {}
    for each in parts:
        part = cast("Dict[str, Any]", each)
        if part["type"] == "search":
            header = dict(part)
        elif part["type"] == "done":
            done = dict(part)
        elif part["type"] == "scoreOptions":
            options = {"scoreOptions": part["scoreOptions"]}
        elif part["type"] == "flights":
            latest.update((flight["id"], flight) for flight in part["flights"])
    if header is None or done is None:
        raise WayfareError("The parts of the search are incomplete: read the stream to its end.")
    del header["type"], done["type"]
    ids = done.pop("flightIds")
    missing = [flight_id for flight_id in ids if flight_id not in latest]
    if missing:
        raise WayfareError(f"The parts of the search do not contain flight {missing[0]}.")
    flights = [latest[flight_id] for flight_id in ids]
    return cast("types.AnyScoredSearchResponse", {**header, "flights": flights, **done, **options})
