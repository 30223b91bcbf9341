import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { readAssets } from "./assets";

// Before the application is loaded, so that stack traces refer to the source files.
process.setSourceMapsEnabled(true);

const { values } = parseArgs({
  options: {
    socket: { type: "string" },
    listen: { type: "string" },
    "end-with-parent": { type: "boolean" },
  },
});

const { handle } = await import("./app");
const assets = readAssets(new URL("../client/.vite/", import.meta.url));
const server = createServer((request, response) => void handle(request, response, assets));
server.keepAliveTimeout = 60_000;
server.requestTimeout = 0;

// With --end-with-parent the parent process holds the other end of stdin: when it ends for any reason, stdin closes
// and the renderer exits.
if (values["end-with-parent"]) {
  process.stdin.resume();
  process.stdin.on("end", () => process.exit(0));
  process.stdin.on("error", () => process.exit(0));
}

// Waits only for pending responses.
process.on("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
});

const ready = () => console.log("ready");
if (values.socket) {
  // A socket left by a killed process would block the path.
  rmSync(values.socket, { force: true });
  server.listen(values.socket, ready);
} else {
  const [host = "127.0.0.1", port = "3100"] = (values.listen ?? "127.0.0.1:3100").split(":");
  server.listen(Number(port), host, ready);
}
