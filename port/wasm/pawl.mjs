// pawl.mjs - loads a program: the functions that port.c imports, and what it exports. Knows nothing
// of node, so a web page can use it with the bytes that it has fetched.

class Halt {
  constructor(status) { this.status = status; }
}

/* The exports of the module, with a run() that returns the status; put is called with each
 * character that the program prints. */
export async function start(bytes, put) {
  const env = {
    putc: c => put(String.fromCharCode(c)),
    ms: () => performance.now(),
    halt: status => { throw new Halt(status); },
  };
  const { instance } = await WebAssembly.instantiate(bytes, { env });
  const run = () => {
    try {
      return instance.exports.run();
    } catch (error) {
      if (error instanceof Halt) return error.status;
      throw error;
    }
  };
  return { ...instance.exports, run };
}
