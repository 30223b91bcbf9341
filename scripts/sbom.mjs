// The software bill of materials, as CycloneDX 1.6: the crates of the server and the npm packages of the pages.
//
//   node scripts/sbom.mjs > sbom.json
//
// Generated from the lock files, so it lists exactly what a build uses. Build and test tools are excluded.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const cargo = (...args) => JSON.parse(execFileSync("cargo", args, { maxBuffer: 1 << 28, encoding: "utf8" }));

function crates() {
  const { packages, resolve } = cargo("metadata", "--locked", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu");
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const found = new Map(packages.map((one) => [one.id, one]));
  const sums = checksums();
  const wanted = [packages.find((one) => one.name === "storefront" && one.source === null).id];
  const seen = new Set();
  while (wanted.length > 0) {
    const id = wanted.pop();
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) if (dep_kinds.some(({ kind }) => kind === null)) wanted.push(pkg);
  }
  return [...seen].map((id) => found.get(id)).map(({ name, version, license, source }) => {
    const sum = sums.get(`${name} ${version}`);
    return component(name, version, `pkg:cargo/${name}@${version}`, license, source && sum && { alg: "SHA-256", content: sum });
  });
}

function checksums() {
  const blocks = readFileSync("Cargo.lock", "utf8").split("[[package]]");
  const of = (block, key) => block.match(new RegExp(`^${key} = "(.*)"$`, "m"))?.[1];
  return new Map(blocks.map((block) => [`${of(block, "name")} ${of(block, "version")}`, of(block, "checksum")]));
}

function npm(folder) {
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, "utf8"));
  return Object.entries(packages)
    .filter(([path, one]) => path !== "" && !one.dev && !one.devOptional)
    .map(([path, { version, license, integrity }]) => {
      const name = path.split("node_modules/").at(-1);
      const [kind, digest] = integrity?.split("-") ?? [];
      const hash = kind === "sha512" && { alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") };
      return component(name, version, `pkg:npm/${name.replace("@", "%40")}@${version}`, license, hash);
    });
}

function component(name, version, purl, license, hash) {
  return {
    type: "library",
    name,
    version,
    purl,
    "bom-ref": purl,
    ...(license && { licenses: [{ expression: license.replaceAll("/", " OR ") }] }),
    ...(hash && { hashes: [hash] }),
  };
}

const components = [...crates(), ...npm("web")].sort((a, b) => (a.purl < b.purl ? -1 : 1));
if (components.length < 100) throw new Error(`only ${components.length} components: the lock files could not be parsed`);
const version = cargo("metadata", "--locked", "--no-deps", "--format-version", "1").packages.find((one) => one.name === "storefront").version;
const metadata = { component: { type: "application", name: "matjar", version } };
process.stdout.write(`${JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata, components }, null, 1)}\n`);
