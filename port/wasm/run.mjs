// run.mjs PROGRAM - run a program in node; its status is the program's.
import { readFileSync } from 'node:fs';
import { start } from './pawl.mjs';

let text = '';
const program = await start(readFileSync(process.argv[2]), c => { text += c; });
const status = program.run();
process.stdout.write(text, () => process.exit(status));
