#define _GNU_SOURCE
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "figures.h"

static int connection;
static char input[1 << 18];

void connectHttp(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connection = socket(AF_INET, SOCK_STREAM, 0);
  int one = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0)
    fail("No connection: %s", strerror(errno));
}

static void sendBytes(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(connection, bytes, length, MSG_NOSIGNAL);
    if (sent < 0) fail("Cannot send to the server: %s", strerror(errno));
    bytes += sent;
    length -= sent;
  }
}

static size_t receiveSome(char *bytes, size_t size) {
  ssize_t came = recv(connection, bytes, size, 0);
  if (came <= 0) fail("The server has closed the connection.");
  return came;
}

/* Returns the Content-Length. Chunked bodies are not supported. */
static size_t bodyLength(const char *head) {
  const char *line = strcasestr(head, "\r\nContent-Length:");
  if (line == NULL) fail("The response has no Content-Length: %s", head);
  return strtoul(line + strlen("\r\nContent-Length:"), NULL, 10);
}

/*
 * Reads one response and returns the length of its body. Fails unless the
 * status is 20x.
 */
static size_t receiveAnswer(void) {
  size_t length = 0;
  char *end = NULL;
  while (end == NULL) {
    if (length == sizeof input - 1) fail("The response head is too long.");
    length += receiveSome(input + length, sizeof input - 1 - length);
    input[length] = 0;
    end = strstr(input, "\r\n\r\n");
  }
  if (memcmp(input, "HTTP/1.1 20", 11) != 0) fail("Refused: %s", input);
  size_t came = input + length - (end + 4);
  end[2] = 0;
  size_t body = bodyLength(input);
  while (came < body) came += receiveSome(input, sizeof input);
  return body;
}

void postBytes(const char *path, const char *bytes, size_t length) {
  char head[4096];
  int headLength = snprintf(head, sizeof head,
                            "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                            "Content-Type: audio/mpeg\r\nContent-Length: %zu\r\n\r\n",
                            path, length);
  sendBytes(head, headLength);
  sendBytes(bytes, length);
  receiveAnswer();
}

void getRange(const char *path, size_t first, size_t last) {
  char head[4096];
  int length = snprintf(head, sizeof head,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=%zu-%zu\r\n\r\n", path,
                        first, last);
  sendBytes(head, length);
  if (receiveAnswer() != last - first + 1) fail("The server sent a different range.");
}
