/**
 * The server that most people would build: a Socket.IO room and better-sqlite3.
 * It commits and answers each vote, then sends the new state to the room.
 *
 * Usage: node ioServer.ts BYTES DIR
 */
import { createServer } from "node:http";
import { Server } from "socket.io";
import { reportPort } from "../floor/reportPort.ts";
import { openVotes } from "../floor/voteTable.ts";

const [bytesText, dir = "."] = process.argv.slice(2);
const votes = openVotes(dir);
const server = createServer();
const io = new Server(server, {
  transports: ["websocket"],
  perMessageDeflate: false,
});

/** Pads the state so that a message is as long as the product's. */
const state = () => {
  const bare = { count: votes.readCount(), last: votes.lastVotes() };
  const envelope = '42["state",]'.length + '"padding":"",'.length;
  const room = Number(bytesText) - envelope - JSON.stringify(bare).length;
  return { ...bare, padding: "x".repeat(Math.max(0, room)) };
};

io.on("connection", (socket) => {
  socket.on("watch", () => {
    void socket.join("viewers");
    socket.emit("state", state());
  });
  socket.on(
    "vote",
    ({ user }: { user: string }, answer: (count: number) => void) => {
      const [count = 0] = votes.commit([user]);
      answer(count);
      io.to("viewers").emit("state", state());
    },
  );
});
reportPort(server);
