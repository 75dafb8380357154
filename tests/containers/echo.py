"""A stand-in for a replica, run in a container behind the real balancer configuration.

Answers every request with a JSON list of what it has seen of it, and remembers all requests, so that a
test can tell what got through. /seen gives the memory. Paths that contain "die" close the connection
without an answer the first time that a key is seen, as a replica does that is killed with a request in hand.
"""

import collections
import http.server
import json
import sys
import threading

seen = []
times = collections.Counter()
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        if self.path in ("/readyz", "/seen"):
            self.send(seen)
            return

        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.requestline.split()[1]  # as it came: self.path has lost a second slash
        request = {"method": self.command, "path": path, "headers": self.headers.items()}
        key = self.headers.get("Idempotency-Key")
        with lock:
            seen.append(request)
            times[key] += 1
            first = times[key] == 1
        if "die" in self.path and (first or self.command == "POST"):
            self.close_connection = True
            return
        self.send(request)

    def send(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_OPTIONS = answer

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    for port in (8081, 50000):  # health and game port of 3 Stones: enough to be called up
        server = http.server.ThreadingHTTPServer(("", port), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    http.server.ThreadingHTTPServer(("", int(sys.argv[1])), Handler).serve_forever()
