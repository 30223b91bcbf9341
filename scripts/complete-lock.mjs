// Adds the optional packages of other platforms that npm left out to a package-lock.json:
//
//   node scripts/complete-lock.mjs web        after every `npm install` there
//
// A package with a native part (Biome, Rolldown) has one optional package for each platform. When npm cannot
// resolve all of them, it writes a lock file without the missing ones, and `npm ci` then refuses that file.
// Version and platform are enough for npm to skip an entry; on a matching platform npm fetches it by that
// version.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = {
  "arm-eabi": "arm",
  "arm-gnueabihf": "arm",
  "arm-musleabihf": "arm",
  arm64: "arm64",
  ia32: "ia32",
  loong64: "loong64",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  wasm32: "wasm32",
  x64: "x64",
  arm: "arm",
};

/** `@rolldown/binding-linux-arm64-musl` runs on linux, arm64, musl. */
function machine(name) {
  const system = SYSTEMS.find((word) => name.includes(`-${word}-`));
  const processor = Object.keys(PROCESSORS).find((word) => new RegExp(`-${word}(-|$)`).test(name));
  if (!processor || (!system && processor !== "wasm32")) return undefined;
  return {
    cpu: [PROCESSORS[processor]],
    ...(system && { os: [system] }),
    ...(system === "linux" && { libc: [name.includes("musl") ? "musl" : "glibc"] }),
  };
}

for (const folder of process.argv.slice(2)) {
  const file = join(folder, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const added = [];
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    if (path === "") continue;
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const where = machine(name);
      if (!where || lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue;
      lock.packages[`node_modules/${name}`] = { version, ...where, ...(dev && { dev }), optional: true };
      added.push(name);
    }
  }
  if (added.length === 0) continue;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: added ${added.length} packages of other platforms`);
}
