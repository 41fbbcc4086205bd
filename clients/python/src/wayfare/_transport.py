"""HTTP over the standard library: connections are kept open, every attempt has a deadline."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
import zlib
from typing import Iterator, List, Optional, Union
from urllib.parse import urlsplit

from ._errors import ConnectionError, TimeoutError
from ._request import PreparedRequest
from ._response import ResponseInfo

_CHUNK_BYTES = 65_536
_MAX_IDLE_CONNECTIONS = 8

_Connection = Union[http.client.HTTPConnection, http.client.HTTPSConnection]


class OpenResponse:
    """The head of a response, whose body is read in pieces."""

    def __init__(
        self, transport: Transport, connection: _Connection, response: http.client.HTTPResponse, deadline: Deadline
    ) -> None:
        self._transport = transport
        self._connection = connection
        self._response = response
        self._deadline = deadline
        self._released = False
        headers = {name.lower(): value for name, value in response.getheaders()}
        self._decoder = zlib.decompressobj(31) if headers.get("content-encoding") == "gzip" else None
        self.info = ResponseInfo(response.status, headers)

    def pieces(self, renew: Optional[float] = None) -> Iterator[bytes]:
        """
        Iterates over the decoded body.

        ``renew``: seconds for each piece; by default, the deadline of the attempt limits the whole body.
        """
        response, decoder = self._response, self._decoder
        received = 0
        while True:
            if renew is not None:
                self._deadline.restart(renew)
            with self._deadline.guard(self._connection):
                piece = response.read1(_CHUNK_BYTES)
            if piece == b"":
                break
            received += len(piece)
            try:
                yield piece if decoder is None else decoder.decompress(piece)
            except zlib.error as error:
                raise ConnectionError(f"{self._deadline.label} failed: {error}") from error
        if response.length:
            # read1 does not report a body that ended early.
            raise ConnectionError(f"{self._deadline.label} failed: the response ended after {received} bytes")
        if decoder is not None:
            yield decoder.flush()
        response.close()
        self._released = True
        self._transport.release(self._connection, response)

    def read(self) -> bytes:
        """Reads the whole body."""
        return b"".join(self.pieces())

    def close(self) -> None:
        """Closes the connection unless the body was read to its end."""
        if not self._released:
            self._response.close()
            self._connection.close()


class Deadline:
    """Deadline of an attempt. The socket's own timeout limits one read, not all of them."""

    def __init__(self, label: str, timeout: float) -> None:
        #: Method and URL, for messages.
        self.label = label
        self.restart(timeout)

    def restart(self, timeout: float) -> None:
        """Starts a new period of ``timeout`` seconds."""
        self._timeout = timeout
        self._end = time.monotonic() + timeout

    def guard(self, connection: _Connection) -> _Guard:
        """Applies the deadline to the next network call and converts its errors."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.expired()
        connection.timeout = left
        if connection.sock is not None:
            connection.sock.settimeout(left)
        return _Guard(self)

    def expired(self) -> TimeoutError:
        """Creates the error of an attempt that took too long."""
        return TimeoutError(f"{self.label} timed out after {self._timeout:g} s")


class _Guard:
    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def __enter__(self) -> None:
        pass

    def __exit__(self, _type: object, error: Optional[BaseException], _traceback: object) -> None:
        if isinstance(error, socket.timeout):
            raise self._deadline.expired() from error
        if isinstance(error, (OSError, http.client.HTTPException)):
            reason = str(error) or type(error).__name__
            raise ConnectionError(f"{self._deadline.label} failed: {reason}") from error


class Transport:
    """Sends requests to one server. Safe for use by several threads."""

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        parts = urlsplit(base_url)
        self._host = parts.hostname or ""
        self._port = parts.port
        self._context = (ssl_context or ssl.create_default_context()) if parts.scheme == "https" else None
        self._idle: List[_Connection] = []
        self._lock = threading.Lock()

    def open(self, request: PreparedRequest, timeout: float) -> OpenResponse:
        """
        Sends a request and returns when the head of the response has arrived. Redirects are not followed: the API sends none, and the API key
        must not reach another server.

        Raises ConnectionError or TimeoutError.
        """
        deadline = Deadline(request.label, timeout)
        # The server may have closed an idle connection, so a request that must not be repeated gets a new one.
        connection = self._take() if request.operation.idempotent else self._connect()
        parts = urlsplit(request.url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            with deadline.guard(connection):
                connection.request(
                    request.operation.method,
                    target,
                    body=request.body,
                    headers={**request.headers, "Accept-Encoding": "gzip"},
                )
            with deadline.guard(connection):
                return OpenResponse(self, connection, connection.getresponse(), deadline)
        except BaseException:
            connection.close()
            raise

    def release(self, connection: _Connection, response: http.client.HTTPResponse) -> None:
        """Keeps a connection for the next request if the server does."""
        with self._lock:
            if connection.sock is not None and not response.will_close and len(self._idle) < _MAX_IDLE_CONNECTIONS:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Closes all idle connections."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> _Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _connect(self) -> _Connection:
        if self._context is None:
            return http.client.HTTPConnection(self._host, self._port)
        return http.client.HTTPSConnection(self._host, self._port, context=self._context)
