// A load generator for varying requests: each connection sends its next request when the previous one is answered.
import { Agent, request as ask } from "node:http";

/** `make(i)` describes request i: path, method, headers, body. `seen(answer, i)` receives every response. */
export async function load({ origin, count, connections, make, seen = () => {} }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  let next = 0;
  const one = (index, description = make(index), tries = 3) =>
    new Promise((done, failed) => {
      const { body, ...options } = description;
      const call = ask({ hostname, port, agent, ...options }, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", failed);
        response.on("end", () => {
          const { statusCode, headers } = response;
          if (statusCode === 503 && tries > 0) {
            // On a busy machine the shop may time out: the retry is logged, and its cost is counted.
            console.error(`bench: ${options.path} answered 503, retrying`);
            done(one(index, description, tries - 1));
          } else if (statusCode !== 200 && statusCode !== 201) failed(new Error(`${options.path} answered ${statusCode}`));
          else done(seen({ headers, body: Buffer.concat(chunks) }, index));
        });
      });
      call.on("error", failed);
      call.end(body);
    });
  const connection = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await one(index);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return count;
}
