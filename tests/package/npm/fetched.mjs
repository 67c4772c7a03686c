// fetched.mjs - the hello program with a module that comes over HTTP, as in a page.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

let asked = 0;
const server = createServer((_, answer) => {
  asked++;
  answer.writeHead(200, { 'Content-Type': 'application/wasm' }).end(readFileSync('node_modules/pawl/pawl.wasm'));
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
globalThis.PAWL_WASM = new URL(`http://127.0.0.1:${server.address().port}/pawl.wasm`);
await import('./hello.mjs');
server.close();
server.closeAllConnections?.();
if (asked !== 1) throw new Error(`the module was fetched ${asked} times`);
