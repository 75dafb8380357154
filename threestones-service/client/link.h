// link.h - the client's connection: packets out, packets in, never waiting. link.c alone knows the
// socket; whoever waits polls link_fd for link_events and calls link_pump.
#pragma once

#include <stdbool.h>

#include "service/address.h"

#include "packet.h"

enum { LINK_ERROR_MAX = 128 };

enum link_state {
    LINK_DOWN,       // never opened, closed, refused or lost: link_error says why
    LINK_CONNECTING, // one address of the host after the other is being tried
    LINK_UP,
};

struct link;

// link_new returns a link that is down, or NULL when there is no memory.
struct link *link_new(void);
void link_free(struct link *link); // NULL is fine

// link_open begins to connect; it may wait for a name server. What was open is closed.
void link_open(struct link *link, const struct address *address);
void link_close(struct link *link);

enum link_state link_state(const struct link *link);
const char *link_error(const struct link *link); // a sentence fragment; "" when there was none
int link_fd(const struct link *link);            // -1 while it is down
short link_events(const struct link *link);      // for poll(2)

// link_pump does what can be done now: connect, send, receive.
void link_pump(struct link *link);

// link_send queues one packet, while the link is not down. A client waits for each answer, so
// there is never more than one in the queue.
void link_send(struct link *link, const struct packet *packet);

// link_receive takes the next whole packet that has arrived; false when there is none. Packets that
// came before the link went down can still be taken.
bool link_receive(struct link *link, struct packet *ret);
