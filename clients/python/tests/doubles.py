"""A server on loopback that answers with the given raw bytes, and misbehaves on demand."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

#: Bytes to send; ``close`` ends the connection, ``hang`` waits until the server closes.
Step = Union[bytes, str]


class Request:
    """A request that the server received."""

    def __init__(self, head: str, body: bytes) -> None:
        lines = head.split("\r\n")
        self.method, self.target, _ = lines[0].split(" ")
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
        self.body = body


class Server:
    """Answers the n-th request with the n-th script; the last script repeats."""

    def __init__(self, *scripts: Sequence[Step]) -> None:
        self._scripts = scripts
        self.requests: List[Request] = []
        self.connections = 0
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: List[threading.Thread] = []
        self._start(self._accept)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        # Wakes the thread that accepts.
        with socket.create_connection(self._listener.getsockname()):
            pass
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _start(self, run: Callable[..., None], *args: Any) -> None:
        thread = threading.Thread(target=run, args=args)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            if self._closing.is_set():
                connection.close()
                return
            self.connections += 1
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(0.05)
            while True:
                request = self._read(connection)
                if request is None:
                    return
                with self._lock:
                    script = self._scripts[min(len(self.requests), len(self._scripts) - 1)]
                    self.requests.append(request)
                for step in script:
                    if step == "close":
                        return
                    if step == "hang":
                        self._closing.wait()
                        return
                    assert isinstance(step, bytes)
                    connection.sendall(step)

    def _read(self, connection: socket.socket) -> Optional[Request]:
        data = b""
        while not self._closing.is_set():
            head, separator, body = data.partition(b"\r\n\r\n")
            if separator:
                request = Request(head.decode("latin-1"), body)
                if len(body) >= int(request.headers.get("content-length", "0")):
                    return request
            try:
                piece = connection.recv(65_536)
            except socket.timeout:
                continue
            except OSError:
                return None
            if piece == b"":
                return None
            data += piece
        return None


def answer(
    body: Union[bytes, Dict[str, Any]],
    *,
    status: int = 200,
    content_type: Optional[str] = None,
    headers: Optional[Dict[str, str]] = None,
) -> bytes:
    """Returns the bytes of a response."""
    data = json.dumps(body).encode() if isinstance(body, dict) else body
    kind = content_type or ("application/json" if status < 400 else "application/problem+json")
    lines = [f"HTTP/1.1 {status} Status", f"Content-Type: {kind}", f"Content-Length: {len(data)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


def problem(code: str, status: int, **members: Any) -> Dict[str, Any]:
    """Returns the body of an error."""
    return {"type": f"/errors/{code}", "title": "Title", "status": status, "code": code, "detail": "Detail.", "requestId": "req_1", **members}
