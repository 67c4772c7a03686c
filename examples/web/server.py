"""server.py - serves a folder on this machine alone, for pages that want a server.

    server.py FOLDER [PORT]    by default a port that is free; prints the address
"""

import gzip
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

PACKED = (".html", ".mjs", ".js", ".css", ".json", ".svg", ".wasm", ".txt", ".tmx", ".tmj", ".ldtk")


class Handler(SimpleHTTPRequestHandler):
    """Packs what can be packed, as servers of pages do, and knows what modules are."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }
    packed = {}  # by path and content: bytes
    server_version, sys_version = "pawl", ""

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        """Nothing: whoever serves a page to himself sees it."""

    def send_head(self):
        path = self.translate_path(self.path)
        if path.endswith("/"):
            path += "index.html"
        if not path.endswith(PACKED) or "gzip" not in self.headers.get("Accept-Encoding", ""):
            return super().send_head()
        try:
            with open(path, "rb") as file:
                body = file.read()
        except OSError:
            return super().send_head()
        key = (path, hash(body))
        if key not in self.packed:
            self.packed[key] = gzip.compress(body, 9)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        if path.endswith((".html", "worker.mjs")):  # clocks are finer in pages, and workers, that are alone
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(self.packed[key])))
        self.end_headers()
        return BytesIO(self.packed[key])

    def copyfile(self, source, outputfile):
        try:
            super().copyfile(source, outputfile)
        except ConnectionError:
            pass  # whoever asked has left


def main():
    folder, port = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=folder)) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


main()
