// Builds the browser's files (dist/client) and the renderer (dist/renderer).
import { fileURLToPath } from "node:url";
import { createBuilder } from "vite";
import { compress } from "./compress.mjs";
import { writeMessages } from "./messages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

process.env.NODE_ENV ??= "production";
writeMessages();
const builder = await createBuilder({ root });
await builder.buildApp();
compress(`${root}/dist/client`);
