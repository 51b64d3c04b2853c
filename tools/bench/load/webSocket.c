#define _GNU_SOURCE
#include "webSocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "figures.h"

enum { MAX_EVENTS = 4096, SEND_LIMIT_MS = 10000, PATIENCE_MS = 60000 };
enum { TEXT = 1, CLOSE = 8, PING = 9 };

int gatheringUs = 0;

static int serverPort, epoll;
static const char serverPath[] = "/api/1.48.0/sync";
/* Receive buffer. No message may be longer than half of it. */
static char input[4 << 20];

void prepareSockets(int port) {
  serverPort = port;
  epoll = epoll_create1(0);
  prctl(PR_SET_TIMERSLACK, 1UL);
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

void requireSockets(int count) {
  enum { OTHER_FILES = 400 };
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max < (rlim_t)count + OTHER_FILES)
    fail("%d clients need that many open files, but \"ulimit -Hn\" allows %llu.", count,
         (unsigned long long)limit.rlim_max);
}

static void sendAll(Client *client, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(client->fd, bytes, length, MSG_NOSIGNAL);
    if (sent < 0) {
      struct pollfd writable = {.fd = client->fd, .events = POLLOUT};
      if (errno != EAGAIN || poll(&writable, 1, SEND_LIMIT_MS) != 1)
        fail("Client %d cannot send: %s", client->number, strerror(errno));
      continue;
    }
    bytes += sent;
    length -= sent;
  }
}

/* Masks with zeros, which is valid and leaves the payload unchanged. */
static void sendFrame(Client *client, int opcode, const char *payload, size_t length) {
  static char frame[1 << 17];
  size_t head = length < 126 ? 6 : 8;
  if (length > 0xffff) fail("A message of %zu bytes is too long.", length);
  frame[0] = (char)(0x80 | opcode);
  frame[1] = (char)(0x80 | (length < 126 ? length : 126));
  if (length >= 126) {
    frame[2] = (char)(length >> 8);
    frame[3] = (char)length;
  }
  memset(frame + head - 4, 0, 4);
  memcpy(frame + head, payload, length);
  sendAll(client, frame, head + length);
}

void sendText(Client *client, const char *text, size_t length) {
  sendFrame(client, TEXT, text, length);
}

static void upgrade(Client *client) {
  char request[1024];
  int length = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\n"
                        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                        serverPath, serverPort);
  sendAll(client, request, length);
}

void openClient(Client *client) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(serverPort)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  client->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (client->fd < 0)
    fail("No socket for client %d: %s", client->number, strerror(errno));
  int one = 1;
  setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(client->fd, (struct sockaddr *)&address, sizeof address) != 0)
    fail("Client %d cannot connect: %s", client->number, strerror(errno));
  fcntl(client->fd, F_SETFL, O_NONBLOCK);
  /*
   * Edge-triggered is safe: when a read leaves data behind, more data raises a
   * new event.
   */
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = client};
  epoll_ctl(epoll, EPOLL_CTL_ADD, client->fd, &event);
  upgrade(client);
}

/* Returns the length of the response head, or 0 if it is incomplete. */
static size_t readUpgrade(Client *client, const char *bytes, size_t length) {
  const char *end = memmem(bytes, length, "\r\n\r\n", 4);
  if (end == NULL) return 0;
  if (memcmp(bytes, "HTTP/1.1 101", 12) != 0)
    fail("Client %d was refused: %.*s", client->number, (int)(end - bytes), bytes);
  client->isUpgraded = true;
  client->onOpen(client);
  return end - bytes + 4;
}

/*
 * Returns the length of the frame, or 0 if it is incomplete. Server frames are
 * not masked.
 */
static size_t readFrame(Client *client, const char *bytes, size_t length) {
  const unsigned char *head = (const unsigned char *)bytes;
  if (length < 2) return 0;
  size_t headLength = head[1] < 126 ? 2 : head[1] == 126 ? 4 : 10;
  if (length < headLength) return 0;
  uint64_t size = head[1] < 126 ? head[1] : 0;
  for (size_t i = 2; i < headLength; i++) size = size << 8 | head[i];
  if (size > sizeof input / 2) fail("A message of %zu bytes is too long.", (size_t)size);
  if (length < headLength + size) return 0;
  int opcode = head[0] & 0xf;
  if (opcode == TEXT && head[0] & 0x80)
    client->onText(client, bytes + headLength, size);
  else if (opcode == PING)
    sendFrame(client, 10, bytes + headLength, size);
  else if (opcode == CLOSE)
    fail("The server has closed client %d: %.*s", client->number, size > 2 ? (int)size - 2 : 0,
         bytes + headLength + 2);
  else if (opcode < CLOSE)
    fail("The server sent a fragmented message, which this load cannot read.");
  return headLength + size;
}

/*
 * The kernel's default is to acknowledge after each read, which costs as much
 * as the read itself. Delayed acknowledgements cover several messages at once.
 * The kernel turns the delay off again when the server pauses, so this turns it
 * on repeatedly.
 */
static void delayAcknowledgements(Client *client) {
  if (client->reads++ % 8 != 0) return;
  int off = 0;
  setsockopt(client->fd, IPPROTO_TCP, TCP_QUICKACK, &off, sizeof off);
}

static void receive(Client *client) {
  size_t length = client->restLength;
  if (length > 0) memcpy(input, client->rest, length);
  ssize_t came = recv(client->fd, input + length, sizeof input - length, 0);
  if (came < 0 && errno == EAGAIN) return;
  if (came <= 0) fail("Client %d has lost its connection.", client->number);
  if (gatheringUs > 0) delayAcknowledgements(client);
  length += came;
  size_t at = 0, taken;
  do {
    taken = client->isUpgraded ? readFrame(client, input + at, length - at)
                               : readUpgrade(client, input + at, length - at);
    at += taken;
  } while (taken > 0);
  client->restLength = length - at;
  if (client->restLength == 0) return;
  client->rest = realloc(client->rest, client->restLength);
  memcpy(client->rest, input + at, client->restLength);
}

void turn(int timeoutMs) {
  static struct epoll_event events[MAX_EVENTS];
  if (gatheringUs > 0) {
    struct timespec pause = {.tv_nsec = gatheringUs * 1000L};
    nanosleep(&pause, NULL);
  }
  int count = epoll_wait(epoll, events, MAX_EVENTS, timeoutMs);
  for (int i = 0; i < count; i++) receive(events[i].data.ptr);
}

void turnUntil(double atMs) {
  for (double left = atMs - nowMs(); left > 0; left = atMs - nowMs()) turn((int)left + 1);
}

void turnInHope(double sinceMs, const char *what) {
  turn(1000);
  if (nowMs() - sinceMs > PATIENCE_MS) fail("Timed out waiting for %s.", what);
}
