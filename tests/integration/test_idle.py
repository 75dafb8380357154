"""Ten thousand idle keep-alive connections: small, and all of them answered afterwards."""

import resource

import helper
from helper import Client, Service, TestCase, request_bytes

CONNECTIONS = 10_000
RESIDENT_MAX = 60e6  # bytes


class Idle(TestCase):
    def test_ten_thousand_connections(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard < CONNECTIONS + 200:
            self.skipTest(f"only {hard} descriptors may be open here")
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

        # Opening and asking ten thousand takes a few seconds, more than the default allows an idle
        # connection on a busy machine.
        with Service("--timeout", "120", "--no-access-log", "--threads", "2") as service:
            clients = [Client(service.port).connect() for _ in range(CONNECTIONS)]
            self.ask(clients)
            resident = service.metric("process_resident_memory_bytes")
            self.assertGreaterEqual(service.metric("omok_connections"), CONNECTIONS)
            print(f"\n{CONNECTIONS} idle connections: {resident / 1e6:.1f} MB resident")
            self.assertLess(resident, RESIDENT_MAX)
            self.ask(clients)
            for client in clients:
                client.close()

    def ask(self, clients):
        for client in clients:
            client.send(request_bytes("GET", "/info"))
        for client in clients:
            self.assertEqual(client.read().status, 200)


if __name__ == "__main__":
    helper.main()
