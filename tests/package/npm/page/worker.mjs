// worker.mjs - the same away from the page.
import * as full from 'pawl';
import * as small from 'pawl/small';
import { programs } from './draw.mjs';

addEventListener('message', () => postMessage([full, small].map(one => programs.hello(one).join())));
