// The web half of `make dev`: one Vite, shared by the browser and the renderer.
//
//   browser ──> front: Vite's modules, styles and hot reload ──> Rust server ──> renderer: the same modules
//
// The browser sees one origin, so the strict policy of the Rust server already allows Vite's scripts and socket. What
// development needs in addition is added to the header here; production has no such option.
import { createServer as createHttpServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createServerModuleRunner, createServer as createVite } from "vite";
import { writeMessages } from "./messages.mjs";
import { styleSheetsOf } from "./styles.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const messages = fileURLToPath(new URL("../../messages/ar", import.meta.url));

/** Vite's error overlay uses style elements. */
const relax = (policy) => policy?.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/** The component gallery imports every component, so it is excluded when looking for the pages of a module. */
const isGallery = (file) => file?.startsWith(`${root}src/testing/`);

/** Whether a page renders this module outside an island: then only a reload shows the change. */
function isStatic(module, seen = new Set()) {
  if (seen.has(module) || module.file?.endsWith(".island.tsx") || isGallery(module.file)) return false;
  seen.add(module);
  return module.importers.size === 0 || [...module.importers].some((importer) => isStatic(importer, seen));
}

const listen = (server, port, host) =>
  new Promise((done, failed) => {
    server.once("error", failed).listen(port, host, () => done(server.address().port));
  });

/**
 * Listens for browsers at `host` and `port` under the public `origin`, and forwards to the Rust server at `backend`
 * once `whenUp` resolves. Returns the addresses of both servers, the file watcher, and a function that reloads all
 * open pages.
 */
export async function startWeb({ host, port, origin, backend, whenUp, cacheDir }) {
  const front = createHttpServer();
  let needsReload = false;

  const hotReload = {
    name: "hot-reload",
    hotUpdate({ file, modules, server }) {
      const rendered = [...(server.environments.ssr.moduleGraph.getModulesByFile(file) ?? [])];
      if (this.environment.name !== "client" || file.endsWith(".css") || rendered.length === 0) return;
      // Vite analyzes a module when a browser first loads it.
      const isLoaded = modules.some(({ isSelfAccepting }) => isSelfAccepting !== undefined);
      if (isLoaded && !rendered.some((module) => isStatic(module))) return;
      needsReload = true;
      return [];
    },
  };

  /** Serves every component in every state, from the test samples. Not part of the production build. */
  const gallery = {
    name: "gallery",
    configureServer: ({ middlewares }) => {
      middlewares.use("/dev/gallery", async (request, response) => {
        try {
          const [, { SOURCES }] = await load();
          const { answer } = await runner.import("/src/testing/gallery/answer.tsx");
          const url = new URL(request.originalUrl, origin);
          const { status, type, body } = answer(request.method, url, { ...SOURCES, styles });
          response.writeHead(status, { "content-type": type }).end(body);
        } catch ({ stack }) {
          response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(stack);
        }
      });
    },
  };

  const vite = await createVite({
    root,
    cacheDir,
    clearScreen: false,
    plugins: [hotReload, gallery],
    server: {
      middlewareMode: { server: front },
      ws: { server: front },
      allowedHosts: [new URL(origin).hostname],
      cors: false,
      // Logs hydration warnings in the terminal, where they are not overlooked.
      forwardConsole: { unhandledErrors: true, logLevels: ["error", "warn"] },
      proxy: {
        "^/(?!@|src/|node_modules/)": {
          target: backend,
          bypass: () => whenUp(),
          configure: (proxy) =>
            proxy.on("proxyRes", ({ headers }) => {
              headers["content-security-policy"] = relax(headers["content-security-policy"]);
            }),
        },
      },
      // The renderer is updated first, because a page that reloads must be rendered from the new sources.
      async hotUpdateEnvironments({ environments: { client, ssr } }, update) {
        await update(ssr);
        try {
          await load();
        } catch ({ message, stack, id, frame, loc }) {
          vite.config.logger.error(stack);
          client.hot.send({ type: "error", err: { message, stack, id, frame, loc } });
          return;
        }
        if (needsReload) client.hot.send({ type: "full-reload" });
        else await update(client);
        needsReload = false;
      },
    },
  });
  front.on("request", vite.middlewares);

  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const load = () => Promise.all(["app", "assets"].map((name) => runner.import(`/src/renderer/${name}.ts`)));
  /** In development each CSS module is a separate style sheet, so that a changed one is replaced alone; pages have all. */
  const styles = (component, isAdmin) => {
    const graph = vite.environments.ssr.moduleGraph;
    const importsOf = (id) =>
      [...(graph.getModuleById(id)?.importedModules ?? [])].map((module) => module.id);
    const sheets = styleSheetsOf(vite.config.root, importsOf, {});
    const names = ["layout", ...(isAdmin ? ["admin"] : []), component];
    const files = names.flatMap((name) => sheets.get(name) ?? []);
    return files.map((file) => file.slice(vite.config.root.length));
  };
  const renderer = createHttpServer(async (request, response) => {
    try {
      const [{ handle }, { SOURCES }] = await load();
      await handle(request, response, { ...SOURCES, styles });
    } catch ({ message, stack }) {
      response.writeHead(500).end(JSON.stringify({ error: message, component: "", stack }));
    }
  });

  // The modules of the messages are ordinary Vite sources.
  writeMessages();
  vite.watcher.add(messages).on("all", (_, file) => {
    if (!file.startsWith(messages)) return;
    try {
      writeMessages();
    } catch (error) {
      vite.config.logger.error(error.message);
    }
  });

  await load();
  return {
    renderer: `127.0.0.1:${await listen(renderer, 0, "127.0.0.1")}`,
    front: `${host}:${await listen(front, port, host)}`,
    watcher: vite.watcher,
    reload: () => vite.environments.client.hot.send({ type: "full-reload" }),
    close: () => Promise.all([vite.close(), front.close(), renderer.close()]),
  };
}
