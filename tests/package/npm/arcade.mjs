// arcade.mjs - what arcade.c plays, with an entry that has arcades.    usage: arcade.mjs SEED ENTRY
import { programs } from './draw.mjs';

const [, , seed, entry] = process.argv, pawl = await import(entry);
for (const hash of programs.arcade(pawl, Number(seed))) console.log(`arcade: hash ${hash}`);
