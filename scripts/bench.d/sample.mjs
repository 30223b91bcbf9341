// Requests a page at a fixed rate and prints the response times. A separate process, so that the load generator does not
// delay the measurement.
import { Agent, get } from "node:http";

const [url, perSecond, seconds] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const times = [];
const due = [];
const started = performance.now();

function ask() {
  const begun = performance.now();
  due.push(
    new Promise((done, failed) => {
      get(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
        if (response.statusCode !== 200) failed(new Error(`${url} answered ${response.statusCode}`));
        response.resume().on("end", () => done(times.push(performance.now() - begun)));
      }).on("error", failed);
    }),
  );
}

const gap = 1000 / Number(perSecond);
for (let at = 0; at < Number(seconds) * 1000; at += gap) {
  const wait = started + at - performance.now();
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
  ask();
}
await Promise.all(due);
console.log(JSON.stringify(times.sort((a, b) => a - b)));
