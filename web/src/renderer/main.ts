import { rmSync, watch } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";

// Before the application is loaded, so that every stack it ever throws speaks of our own files and lines.
process.setSourceMapsEnabled(true);

const { values } = parseArgs({
  options: {
    socket: { type: "string" },
    listen: { type: "string" },
    watch: { type: "boolean" },
    "end-with-parent": { type: "boolean" },
  },
});

type App = typeof import("./app");

/** Not a plain import: while developing, the freshly built file is loaded again under a new address. */
const load = (version: number): Promise<App> =>
  import(/* @vite-ignore */ new URL(`./app.mjs?v=${version}`, import.meta.url).href);

let app = await load(0);

const server = createServer((request, response) => void app.handle(request, response));
server.keepAliveTimeout = 60_000;
server.requestTimeout = 0;

if (values.watch) {
  let version = 0;
  let timer: NodeJS.Timeout | undefined;
  const reload = () => {
    clearTimeout(timer);
    // A build writes many files: wait until it is quiet. A half-written build fails and is tried again.
    timer = setTimeout(async () => {
      try {
        version += 1;
        app = await load(version);
      } catch (error) {
        console.error(error);
      }
    }, 80);
  };
  for (const folder of ["./", "../client/.vite/"]) watch(new URL(folder, import.meta.url), reload);
}

// The server that spawned us holds the other end of our standard input: when it dies, however it dies, so do we.
if (values["end-with-parent"]) {
  process.stdin.resume();
  process.stdin.on("end", () => process.exit(0));
  process.stdin.on("error", () => process.exit(0));
}

// A renderer has nothing to finish but the answers under way.
process.on("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
});

const ready = () => console.log("ready");
if (values.socket) {
  // A socket left by a killed predecessor would refuse us the name.
  rmSync(values.socket, { force: true });
  server.listen(values.socket, ready);
} else {
  const [host = "127.0.0.1", port = "3100"] = (values.listen ?? "127.0.0.1:3100").split(":");
  server.listen(Number(port), host, ready);
}
